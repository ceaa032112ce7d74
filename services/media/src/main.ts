import { runService } from '@piecework/service-runtime/run';
import { mediaService } from './index';

await runService(mediaService);
