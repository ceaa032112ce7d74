import { runService } from '@piecework/service-kit/run';
import { mediaService } from './index';

await runService(mediaService);
