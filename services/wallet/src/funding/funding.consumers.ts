import type { EventEnvelope } from '@piecework/contracts';
import { type Consumer, on, type Read, type Unit } from '@piecework/service-runtime';
import { transferOf } from '../ledger/ledger';
import { causeOfEvent, post, readsOf } from '../ledger/ledger.store';
import { fundingRequest } from './funding';
import { acceptFundingRequest, FUNDING_EVENTS, fundingOf, fundings, named, refund } from './funding.store';

const fundingRead = (...ids: string[]): Read => ({ of: fundings, ids });

/** Refunds one place of a closed task. */
const refundPlace = async (
  unit: Unit<'wallet.balance-changed'>,
  event: EventEnvelope<'submission.rejected' | 'place.released'>,
  causeId: string,
) => {
  if (event.data.placeReturned) return;
  const funding = await fundingOf(unit, event.data);
  const refunded = { causeId, coins: event.data.payable, title: event.data.taskTitle };
  await refund(unit, funding, refunded, causeOfEvent(event));
};

export const createFundingConsumers = (): Consumer[] => [
  on(
    'task.funding-requested',
    FUNDING_EVENTS,
    (event, unit) => acceptFundingRequest(unit, fundingRequest(event.data), causeOfEvent(event)),
    ({ data: { taskId, buyerId, cost } }) => [fundingRead(taskId), ...readsOf(transferOf.fund(taskId, buyerId, cost))],
  ),
  on(
    'task.places-requested',
    FUNDING_EVENTS,
    async (event, unit) => {
      const { taskId, buyerId, payable, raisedTo } = event.data;
      // A raise begins at a pay that is funded, and pays the difference.
      const before = raisedTo === undefined ? payable : raisedTo - payable;
      const { title } = await fundingOf(unit, { taskId, buyerId, payable: before });
      const request = { ...fundingRequest(event.data), ...(title !== undefined && { title }) };
      await acceptFundingRequest(unit, request, causeOfEvent(event));
    },
    ({ data: { additionId, taskId, buyerId, cost } }) => [
      fundingRead(taskId, additionId),
      ...readsOf(transferOf.fund(taskId, buyerId, cost, additionId)),
    ],
  ),
  on('task.places-unwanted', ['wallet.balance-changed'], async (event, unit) => {
    const funding = await fundingOf(unit, event.data);
    const { additionId: causeId, cost: coins } = event.data;
    await refund(unit, funding, { causeId, coins }, causeOfEvent(event));
  }),
  on('task.raise-applied', ['wallet.balance-changed'], async (event, unit) => {
    const { additionId: causeId, unneeded, by } = event.data;
    const funding = await fundingOf(unit, { ...event.data, payable: by });
    if (unneeded > 0) await refund(unit, funding, { causeId, coins: unneeded * by }, causeOfEvent(event));
  }),
  on(
    'submission.approved',
    ['wallet.balance-changed'],
    async (event, unit) => {
      const { submissionId, taskId, workerId, payable } = event.data;
      await fundingOf(unit, event.data);
      const transfer = transferOf.settle(submissionId, taskId, workerId, payable);
      await post(unit, named(transfer, event.data.taskTitle), causeOfEvent(event));
    },
    ({ data: { submissionId, taskId, workerId, payable } }) => [
      fundingRead(taskId),
      ...readsOf(transferOf.settle(submissionId, taskId, workerId, payable)),
    ],
  ),
  on('submission.rejection-reversed', ['wallet.balance-changed'], async (event, unit) => {
    const { submissionId, taskId, workerId, paidBy, payable } = event.data;
    if (paidBy === 'balance') return;
    await fundingOf(unit, event.data);
    const transfer =
      paidBy === 'escrow'
        ? transferOf.settle(submissionId, taskId, workerId, payable)
        : transferOf.appeal(submissionId, workerId, payable);
    await post(unit, named(transfer, event.data.taskTitle), causeOfEvent(event));
  }),
  on('submission.rejected', ['wallet.balance-changed'], (event, unit) =>
    refundPlace(unit, event, event.data.submissionId),
  ),
  on('appeal.place-returned', ['wallet.balance-changed'], async (event, unit) => {
    const { submissionId: causeId, taskTitle: title, payable: coins } = event.data;
    const funding = await fundingOf(unit, event.data);
    await refund(unit, funding, { causeId, coins, title }, causeOfEvent(event));
  }),
  on('place.released', ['wallet.balance-changed'], (event, unit) => refundPlace(unit, event, event.data.reservationId)),
  on(
    'task.places-closed',
    ['wallet.balance-changed', 'task.refunded'],
    async (event, unit) => {
      const { taskId, buyerId, open, payable } = event.data;
      const funding = await fundingOf(unit, event.data);
      const coins = open * payable;
      const posted = await refund(unit, funding, { causeId: taskId, coins }, causeOfEvent(event));
      if (posted === 'posted') unit.emit('task.refunded', taskId, { taskId, buyerId, coins });
    },
    ({ data: { taskId, buyerId, open, payable } }) => [
      fundingRead(taskId),
      ...readsOf(transferOf.refund(taskId, taskId, buyerId, open * payable)),
    ],
  ),
];
