import type { EventData } from '@piecework/contracts';
import { hasLeft, type UserAccount } from './account';

/** What a task asks to be set aside: the whole of its cost, by the buyer as they were at `roleVersion`. */
export interface FundingRequest {
  taskId: string;
  buyerId: string;
  roleVersion: number;
  places: number;
  payable: number;
  cost: number;
}

export type Declined = EventData<'task.funding-declined'>['reason'];

/**
 * The coins of a new role are there only once the change to it has been settled, so until then the request waits. The cost must be strictly
 * below the balance (P-3.4).
 */
export const decideFunding = (
  account: UserAccount,
  { roleVersion, cost }: Pick<FundingRequest, 'roleVersion' | 'cost'>,
): 'wait' | 'fund' | Declined => {
  if (hasLeft(account, roleVersion, 'buyer')) return 'not-a-buyer';
  if (!account.opened || account.settledRoleVersion < roleVersion) return 'wait';
  return cost < account.balance ? 'fund' : 'insufficient-coins';
};

/** @throws when the cost is not what the places pay: nobody who follows the task service's rules asks that */
export const fundingRequest = (data: EventData<'task.funding-requested'>): FundingRequest => {
  const { taskId, buyerId, buyerRoleVersion: roleVersion, places, payable, cost } = data;
  if (cost !== places * payable)
    throw new Error(`Task ${taskId} asks ${cost} coins for ${places} places of ${payable}`);
  return { taskId, buyerId, roleVersion, places, payable, cost };
};
