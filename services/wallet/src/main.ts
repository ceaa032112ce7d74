import { runService } from '@piecework/service-kit/run';
import { walletService } from './index';

await runService(walletService);
