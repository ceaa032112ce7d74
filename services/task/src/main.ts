import { runService } from '@piecework/service-runtime/run';
import { taskService } from './index';

await runService(taskService);
