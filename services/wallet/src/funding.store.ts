import type { Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import { touchAccount, userAccountOf } from './account.store';
import { decideFunding, type FundingRequest } from './funding';
import { transferOf } from './ledger';
import { type Cause, post } from './ledger.store';

/** Settlements and refunds of the task are checked against it. */
export interface Funding extends Document, Omit<FundingRequest, 'taskId'> {
  state: 'waiting' | 'funded' | 'declined';
  at: number;
}

export const fundings = collection<Funding>('fundings', [{ key: { buyerId: 1, state: 1, at: 1 } }]);

type FundingUnit = Unit<'wallet.balance-changed' | 'task.funded' | 'task.funding-declined'>;

/** Only a task's first request counts. */
export const acceptFundingRequest = async (unit: FundingUnit, request: FundingRequest, cause: Cause) => {
  const { taskId, ...fields } = request;
  if (await unit.collection(fundings).findOne({ _id: taskId })) return;
  await unit.collection(fundings).insertOne({ _id: taskId, ...fields, state: 'waiting', at: cause.at });
  const isDecided = await tryFunding(unit, request, cause);
  if (!isDecided) await touchAccount(unit, await userAccountOf(unit, fields.buyerId));
};

/** Call it after each change of an account that a request may wait for. */
export const retryWaitingFundings = async (unit: FundingUnit, buyerId: string, cause: Cause) => {
  const waiting = await unit.collection(fundings).find({ buyerId, state: 'waiting' }, { sort: { at: 1 } });
  for (const { _id: taskId, ...request } of waiting) await tryFunding(unit, { taskId, ...request }, cause);
};

const tryFunding = async (unit: FundingUnit, request: FundingRequest, cause: Cause): Promise<boolean> => {
  const { taskId, buyerId, cost } = request;
  const decision = decideFunding(await userAccountOf(unit, buyerId), request);
  if (decision === 'wait') return false;
  const isFunded = decision === 'fund';
  await unit
    .collection(fundings)
    .updateOne({ _id: taskId }, { $set: { state: isFunded ? 'funded' : 'declined' } });
  if (isFunded) {
    await post(unit, transferOf.fund(taskId, buyerId, cost), cause);
    unit.emit('task.funded', taskId, { taskId, buyerId, cost });
  } else unit.emit('task.funding-declined', taskId, { taskId, buyerId, cost, reason: decision });
  return true;
};

/** @throws when the event contradicts the stored funding */
export const fundingOf = async (
  tx: Transaction,
  facts: { taskId: string; buyerId: string; payable: number },
): Promise<Funding> => {
  const funding = await tx.collection(fundings).findOne({ _id: facts.taskId });
  if (funding?.state !== 'funded') throw new Error(`Task ${facts.taskId} has not been funded`);
  if (funding.buyerId !== facts.buyerId || funding.payable !== facts.payable)
    throw new Error(
      `Task ${facts.taskId} was funded by ${funding.buyerId} with ${funding.payable} per place`,
    );
  return funding;
};

/** After a settled role change the coins go to `world:adjust`: the reset would have taken them, and event order must not matter. */
export const refund = async (
  unit: Unit<'wallet.balance-changed'>,
  { _id: taskId, buyerId, roleVersion }: Funding,
  { causeId, coins }: { causeId: string; coins: number },
  cause: Cause,
): Promise<'posted' | 'already'> => {
  const { settledRoleVersion } = await userAccountOf(unit, buyerId);
  const transfer = transferOf.refund(causeId, taskId, buyerId, coins);
  return post(unit, settledRoleVersion > roleVersion ? { ...transfer, to: 'world:adjust' } : transfer, cause);
};
