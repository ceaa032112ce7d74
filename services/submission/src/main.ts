import { runService } from '@piecework/service-runtime/run';
import { submissionService } from './index';

await runService(submissionService);
