import type { EmittedData, EventData } from '@piecework/contracts';
import { hasLeft, type UserAccount } from '../account/account';

export interface FundingRequest {
  taskId: string;
  /** Places that are added later, or a raise; absent: the places that the task was posted with. */
  additionId?: string;
  buyerId: string;
  roleVersion: number;
  places: number;
  payable: number;
  cost: number;
  /** A raise: the pay of the task from then on. Absent: it funds places. */
  raisedTo?: number;
  /** Title of the task as it was posted, for statements. */
  title?: string;
}

export type Declined = EmittedData<'task.funding-declined'>['reason'];

/** Waits for the settled role change, which creates the new role's coins. The cost must be strictly below the balance (P-3.4). */
export const decideFunding = (
  account: UserAccount,
  { roleVersion, cost }: Pick<FundingRequest, 'roleVersion' | 'cost'>,
): 'wait' | 'fund' | Declined => {
  if (hasLeft(account, roleVersion, 'buyer')) return 'not-a-buyer';
  if (!account.opened || account.settledRoleVersion < roleVersion) return 'wait';
  return cost < account.balance ? 'fund' : 'insufficient-coins';
};

/** @throws when the cost does not equal places × payable */
export const fundingRequest = (
  data: EventData<'task.funding-requested'> | EventData<'task.places-requested'>,
): FundingRequest => {
  const { taskId, buyerId, buyerRoleVersion: roleVersion, places, payable, cost } = data;
  if (cost !== places * payable)
    throw new Error(`Task ${taskId} requests ${cost} coins for ${places} places of ${payable}`);
  const addition = 'additionId' in data ? { additionId: data.additionId } : {};
  const raise = 'raisedTo' in data && data.raisedTo !== undefined ? { raisedTo: data.raisedTo } : {};
  const named = 'title' in data && data.title !== undefined ? { title: data.title } : {};
  return { taskId, ...addition, buyerId, roleVersion, places, payable, cost, ...raise, ...named };
};
