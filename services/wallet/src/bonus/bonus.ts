import { MAX_BONUSES } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { hasLeft, type UserAccount } from '../account/account';

export interface Bonus {
  submissionId: string;
  /** The first bonus of the submission is 1. */
  number: number;
  taskId: string;
  buyerId: string;
  workerId: string;
  coins: number;
  /** For the worker and the buyer alone: in no event. */
  note: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface Wanted {
  coins: number;
  /** Bonuses that the submission has. */
  given: number;
}

/** The coins must be strictly below the balance, as those of a task (P-3.4). */
export const refuseBonus = (
  { roleVersion }: Pick<Actor, 'roleVersion'>,
  buyer: UserAccount,
  worker: UserAccount,
  { coins, given }: Wanted,
): Failure<
  'forbidden' | 'account-suspended' | 'role-unsettled' | 'worker-left' | 'too-many-bonuses' | 'insufficient-coins'
> | null => {
  if (hasLeft(buyer, roleVersion, 'buyer')) return fail('forbidden');
  if (buyer.isSuspended) return fail('account-suspended');
  // Before the settlement the balance is that of the former role.
  if (buyer.change !== null || buyer.settledRoleVersion < roleVersion) return fail('role-unsettled');
  // The reset of another role would take the coins.
  if (hasLeft(worker, worker.roleVersion, 'worker') || worker.change !== null) return fail('worker-left');
  if (given >= MAX_BONUSES) return fail('too-many-bonuses');
  return coins < buyer.balance ? null : fail('insufficient-coins');
};
