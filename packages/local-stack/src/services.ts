import { mediaService } from '@piecework/media';
import { submissionService } from '@piecework/submission';
import { taskService } from '@piecework/task';
import { userService } from '@piecework/user';
import { walletService } from '@piecework/wallet';

/** Every service of the product, in the order of their ports. */
export const SERVICE_MODULES = [
  userService,
  taskService,
  submissionService,
  walletService,
  mediaService,
] as const;
