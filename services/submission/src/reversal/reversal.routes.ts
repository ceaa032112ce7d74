import { actAs } from '@piecework/domain';
import { fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import { paymentOf } from '../appeal/appeal';
import { paymentNow } from '../appeal/appeal.decisions';
import { findPage } from '../page/page.store';
import { freePlaces } from '../places/places';
import { knownPlaces } from '../places/places.store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { decideReversal, payerOf } from './reversal';
import { beginReversal, reversalSignal } from './reversal.decisions';

/** Milliseconds that a call waits for the wallet. */
const OUTCOME_WAIT_MS = 5_000;

export const createReversalOperations = (deps: ServiceDeps) => ({
  ...previewReversal(deps),
  ...reverseRejection(deps),
});

const previewReversal = ({ store, clock }: ServiceDeps) =>
  answer('previewReversal', [], async ({ params: { id: _id } }, call) => {
    const submission = await store.collection(submissions).findOne({ _id });
    const decision = decideReversal(submission, actorOf(call), clock.now());
    if (isFailure(decision)) return decision;
    if (decision.next === 'repeat') return fail('not-reversible');
    if (decision.next === 'wait') return fail('reversal-underway');
    const page = await findPage(store, decision.of);
    const task = await knownPlaces(store, decision.of.taskId);
    const { paidBy, payable } = paymentOf(task, decision.of, page ? freePlaces(page) : 0);
    return ok({ coins: payable, paidBy: payerOf(paidBy) });
  });

const EVENTS = [
  ...(['submission.rejection-reversed', 'submission.reversal-requested'] as const),
  ...(['appeal.place-returned', 'place.released'] as const),
] as const;

const reverseRejection = (deps: ServiceDeps) =>
  answer('reverseRejection', EVENTS, async ({ params: { id: _id } }, call) => {
    const { clock } = deps;
    const buyer = actorOf(call);
    const requestId = deps.ids.next();
    const begun = await call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      const now = clock.now();
      const decision = decideReversal(await unit.collection(submissions).findOne({ _id }), buyer, now);
      if (isFailure(decision) || decision.next !== 'reverse') return decision;
      const payment = await paymentNow(unit, decision.of, now);
      await beginReversal(unit, decision.of, payment, { now, requestId, buyerRoleVersion: buyer.roleVersion });
      return decision;
    });
    if (isFailure(begun)) return begun;
    return outcomeOf(deps, _id, begun.next === 'repeat' ? 0 : 1);
  });

const outcomeOf = async ({ signals, store }: ServiceDeps, _id: string, modifiedCount: 0 | 1) => {
  const decided = async (): Promise<SubmissionDocument['reversal']> => {
    const { reversal } = (await store.collection(submissions).findOne({ _id })) ?? {};
    return reversal?.state === 'underway' ? undefined : reversal;
  };
  const outcome = await signals.until(reversalSignal(_id), OUTCOME_WAIT_MS, decided);
  if (!outcome) return fail('still-underway');
  const { state, paidBy, reason } = outcome;
  if (state === 'made') return ok({ modifiedCount, paidBy });
  if (!reason) throw new Error(`The reversal of ${_id} was declined without a reason`);
  return reason === 'not-a-buyer'
    ? fail('forbidden', { message: 'Only the buyer who posted the task can decide this.' })
    : fail(reason);
};
