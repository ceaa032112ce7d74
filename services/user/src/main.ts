import { runService } from '@piecework/service-runtime/run';
import { userService } from './index';

await runService(userService);
