import type { Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import { touchAccount, userAccountOf } from '../account/account.store';
import { type Transfer, transferOf } from '../ledger/ledger';
import { type Cause, post } from '../ledger/ledger.store';
import { decideFunding, type FundingRequest } from './funding';

/** Settlements and refunds of the task are checked against it. `_id`: the task, or the addition. */
interface Funding extends Document, Omit<FundingRequest, 'taskId' | 'additionId'> {
  /** The task to which an addition adds places. */
  addedTo?: string;
  state: 'waiting' | 'funded' | 'declined';
  at: number;
}

export const fundings = collection<Funding>('fundings', [{ key: { buyerId: 1, state: 1, at: 1 } }]);

export const FUNDING_EVENTS = [
  'wallet.balance-changed',
  'task.funded',
  'task.funding-declined',
  'task.places-funded',
  'task.places-declined',
] as const;
type FundingUnit = Unit<(typeof FUNDING_EVENTS)[number]>;

const taskOf = ({ _id, addedTo }: Pick<Funding, '_id' | 'addedTo'>): string => addedTo ?? _id;

const requestOf = ({ _id, addedTo, state: _, at: __, ...fields }: Funding): FundingRequest => ({
  ...fields,
  ...(addedTo === undefined ? { taskId: _id } : { taskId: addedTo, additionId: _id }),
});

export const named = (transfer: Transfer, title: string | undefined): Transfer =>
  title === undefined ? transfer : { ...transfer, title };

/** Only the first request of a task, or of an addition, counts. */
export const acceptFundingRequest = async (unit: FundingUnit, request: FundingRequest, cause: Cause) => {
  const { taskId, additionId, ...fields } = request;
  const _id = additionId ?? taskId;
  if (await unit.collection(fundings).findOne({ _id })) return;
  const addedTo = additionId === undefined ? {} : { addedTo: taskId };
  await unit.collection(fundings).insertOne({ _id, ...addedTo, ...fields, state: 'waiting', at: cause.at });
  const isDecided = await tryFunding(unit, request, cause);
  if (!isDecided) await touchAccount(unit, await userAccountOf(unit, fields.buyerId));
};

/** Call it after each change of an account that a request may wait for. */
export const retryWaitingFundings = async (unit: FundingUnit, buyerId: string, cause: Cause) => {
  const waiting = await unit.collection(fundings).find({ buyerId, state: 'waiting' }, { sort: { at: 1 } });
  for (const funding of waiting) await tryFunding(unit, requestOf(funding), cause);
};

const tryFunding = async (unit: FundingUnit, request: FundingRequest, cause: Cause): Promise<boolean> => {
  const { taskId, additionId, buyerId, places, cost } = request;
  const decision = decideFunding(await userAccountOf(unit, buyerId), request);
  if (decision === 'wait') return false;
  const isFunded = decision === 'fund';
  const $set = { state: isFunded ? 'funded' : 'declined' } as const;
  await unit.collection(fundings).updateOne({ _id: additionId ?? taskId }, { $set });
  if (isFunded) await post(unit, named(transferOf.fund(taskId, buyerId, cost, additionId), request.title), cause);
  if (additionId !== undefined) {
    const facts = { additionId, taskId, buyerId, places, cost };
    if (isFunded) unit.emit('task.places-funded', taskId, facts);
    else unit.emit('task.places-declined', taskId, { ...facts, reason: decision });
  } else if (isFunded) unit.emit('task.funded', taskId, { taskId, buyerId, cost });
  else unit.emit('task.funding-declined', taskId, { taskId, buyerId, cost, reason: decision });
  return true;
};

/** @throws when the event contradicts the stored funding */
export const fundingOf = async (
  tx: Transaction,
  facts: { taskId: string; additionId?: string; buyerId: string; payable: number },
): Promise<Funding> => {
  const { taskId, additionId, buyerId, payable } = facts;
  const what = additionId === undefined ? `Task ${taskId}` : `Addition ${additionId} to task ${taskId}`;
  const funding = await tx.collection(fundings).findOne({ _id: additionId ?? taskId });
  if (funding?.state !== 'funded' || taskOf(funding) !== taskId) throw new Error(`${what} has not been funded`);
  if (funding.buyerId !== buyerId || funding.payable !== payable)
    throw new Error(`${what} was funded by ${funding.buyerId} with ${funding.payable} per place`);
  return funding;
};

/** After a settled role change the coins go to `world:adjust`: the reset would have taken them, and event order must not matter. */
export const refund = async (
  unit: Unit<'wallet.balance-changed'>,
  funding: Funding,
  { causeId, coins, title = funding.title }: { causeId: string; coins: number; title?: string },
  cause: Cause,
): Promise<'posted' | 'already'> => {
  const { buyerId, roleVersion } = funding;
  const { settledRoleVersion } = await userAccountOf(unit, buyerId);
  const transfer = named(transferOf.refund(causeId, taskOf(funding), buyerId, coins), title);
  return post(unit, settledRoleVersion > roleVersion ? { ...transfer, to: 'world:adjust' } : transfer, cause);
};
