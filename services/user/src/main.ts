import { runService } from '@piecework/service-kit/run';
import { userService } from './index';

await runService(userService);
