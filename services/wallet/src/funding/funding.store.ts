import type { Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import { touchAccount, userAccountOf } from '../account/account.store';
import { type Transfer, transferOf } from '../ledger/ledger';
import { type Cause, post } from '../ledger/ledger.store';
import { decideFunding, type FundingRequest } from './funding';

/** Settlements and refunds of the task are checked against it. `_id`: the task, or the addition. */
interface Funding extends Document, Omit<FundingRequest, 'taskId' | 'additionId'> {
  /** The task of an addition. */
  addedTo?: string;
  /** Of a task: each pay to which a funded raise has lifted it. Events may carry the earlier ones, which arrive in any order. */
  raises?: number[];
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

const requestOf = ({ _id, addedTo, raises: _raises, state: _, at: __, ...fields }: Funding): FundingRequest => ({
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
  const { taskId, additionId, buyerId, places, cost, raisedTo } = request;
  const decision = decideFunding(await userAccountOf(unit, buyerId), request);
  if (decision === 'wait') return false;
  const isFunded = decision === 'fund';
  const $set = { state: isFunded ? 'funded' : 'declined' } as const;
  await unit.collection(fundings).updateOne({ _id: additionId ?? taskId }, { $set });
  if (isFunded && raisedTo !== undefined) await noteRaise(unit, taskId, raisedTo);
  if (isFunded) await post(unit, named(transferOf.fund(taskId, buyerId, cost, additionId), request.title), cause);
  if (additionId !== undefined) {
    const facts = { additionId, taskId, buyerId, places, cost };
    if (isFunded) unit.emit('task.places-funded', taskId, facts);
    else unit.emit('task.places-declined', taskId, { ...facts, reason: decision });
  } else if (isFunded) unit.emit('task.funded', taskId, { taskId, buyerId, cost });
  else unit.emit('task.funding-declined', taskId, { taskId, buyerId, cost, reason: decision });
  return true;
};

const noteRaise = async (tx: Transaction, taskId: string, raisedTo: number): Promise<void> => {
  const { raises = [] } = (await tx.collection(fundings).findOne({ _id: taskId })) ?? {};
  await tx.collection(fundings).updateOne({ _id: taskId }, { $set: { raises: [...raises, raisedTo] } });
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
  const funded = [funding.payable, ...(funding.raises ?? [])];
  if (funding.buyerId !== buyerId || !funded.includes(payable))
    throw new Error(
      `${what} was funded by ${funding.buyerId} with ${funded.join(', then ')} per place, not ${payable}`,
    );
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
