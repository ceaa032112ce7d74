import { runService } from '@piecework/service-kit/run';
import { taskService } from './index';

await runService(taskService);
