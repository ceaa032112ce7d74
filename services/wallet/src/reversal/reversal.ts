import type { EmittedData } from '@piecework/contracts';
import { hasLeft, type UserAccount } from '../account/account';

type Refusal = EmittedData<'submission.reversal-declined'>['reason'];

/** As of a bonus; but work is paid in any role, unless the reset of another one would take the coins. */
export const refuseReversal = (
  buyer: UserAccount,
  worker: UserAccount,
  { roleVersion, coins }: { roleVersion: number; coins: number },
): Refusal | null => {
  if (hasLeft(buyer, roleVersion, 'buyer')) return 'not-a-buyer';
  if (buyer.change !== null || buyer.settledRoleVersion < roleVersion) return 'role-unsettled';
  if (worker.closed || worker.change !== null) return 'worker-left';
  return coins < buyer.balance ? null : 'insufficient-coins';
};
