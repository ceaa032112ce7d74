import { runService } from '@piecework/service-runtime/run';
import { walletService } from './index';

await runService(walletService);
