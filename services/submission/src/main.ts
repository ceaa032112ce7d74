import { runService } from '@piecework/service-kit/run';
import { submissionService } from './index';

await runService(submissionService);
