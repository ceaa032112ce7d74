import { runService } from '@piecework/service-runtime/run';
import { notificationService } from './index';

await runService(notificationService);
