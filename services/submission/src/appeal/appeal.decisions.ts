import type { Unit } from '@piecework/service-runtime';
import { followPage } from '../page/page.places';
import { findPage } from '../page/page.store';
import { endAppealable, freePlaces, payAppeal } from '../places/places';
import { knownPlaces, type PlacesDocument, savePlaces } from '../places/places.store';
import { returnOverdue } from '../reservation/reservation.releases';
import { followRows } from '../row/row.states';
import { factsOf, workOf } from '../submission/submission.decisions';
import { atPlace, type SubmissionDocument, submissions, type WorkPlace } from '../submission/submission.store';
import { type AppealPayment, paymentOf } from './appeal';

interface AppealVerdict {
  note?: string;
  now: number;
}

const ended = ({ note, now }: AppealVerdict) => ({
  changedAt: now,
  'appeal.decidedAt': now,
  ...(note !== undefined && { 'appeal.note': note }),
});

/** Takes the open place and pays in one transaction, so that no submission gets the place in between. */
export const upholdAppeal = async (
  unit: Unit<'submission.rejection-reversed' | 'place.released'>,
  submission: SubmissionDocument,
  verdict: AppealVerdict,
): Promise<AppealPayment> => {
  const { _id, taskId } = submission;
  const task = await returnOverdue(unit, await knownPlaces(unit, taskId), verdict.now);
  const page = await findPage(unit, submission);
  const payment = paymentOf(task, submission, page ? freePlaces(page) : 0);
  const { paidBy, payable } = payment;
  const decided = {
    status: 'approved',
    payable,
    decidedBy: 'admin',
    decidedAt: verdict.now,
    ...ended(verdict),
  } as const;
  const $set = { ...decided, 'appeal.state': 'upheld', 'appeal.paidBy': paidBy } as const;
  await unit.collection(submissions).updateOne({ _id }, { $set, $unset: { appealableUntil: true } });
  const counted = { ...submission, status: 'approved' } as const;
  await followRows(unit, { task, page: submission.page, before: [], after: [counted] });
  const paid = paidBy === 'escrow' ? await followPage(unit, submission, task, payAppeal(task, page?.open)) : task;
  const after = endAppealable(paid);
  unit.emit('submission.rejection-reversed', _id, { ...factsOf(submission, after), payable, paidBy });
  if (after !== task) await savePlaces(unit, task, after);
  return payment;
};

export const dismissAppeal = async (
  unit: Unit<'appeal.dismissed' | 'appeal.place-returned'>,
  submission: SubmissionDocument,
  verdict: AppealVerdict,
): Promise<void> => {
  const $set = { live: false, ...ended(verdict), 'appeal.state': 'dismissed' } as const;
  await unit.collection(submissions).updateOne({ _id: submission._id }, { $set });
  unit.emit('appeal.dismissed', submission._id, workOf(submission));
  await makeFinal(unit, submission);
};

/** After a rejection that no appeal can reverse any more. */
export const makeFinal = async (unit: Unit<'appeal.place-returned'>, submission: SubmissionDocument): Promise<void> => {
  const { _id, taskId, appealableUntil } = submission;
  if (appealableUntil === undefined) return;
  await unit.collection(submissions).updateOne({ _id }, { $set: { isFinal: true }, $unset: { appealableUntil: true } });
  const task = await knownPlaces(unit, taskId);
  await savePlaces(unit, task, returnKept(unit, submission, task));
};

const returnKept = (
  unit: Unit<'appeal.place-returned'>,
  submission: SubmissionDocument,
  task: PlacesDocument,
): PlacesDocument => {
  const after = endAppealable(task);
  // Its place may pay more than the submission, since a raise.
  const { payable } = task;
  if (after.places !== task.places)
    unit.emit('appeal.place-returned', submission._id, { ...factsOf(submission, after), payable });
  return after;
};

/** Before another submission of the worker to the task, of a batch to the page, after which those rejections cannot be appealed. Resolves to the places, which are not saved. */
export const endEarlier = async (
  unit: Unit<'appeal.place-returned'>,
  task: PlacesDocument,
  place: WorkPlace,
): Promise<PlacesDocument> => {
  if (!task.appealable) return task;
  const rows = unit.collection(submissions);
  const earlier = { ...atPlace(place), appealableUntil: { $gt: 0 }, 'appeal.state': { $ne: 'open' } } as const;
  const earlierRows = await rows.find(earlier, { sort: { createdAt: 1 } });
  if (earlierRows.length > 0)
    await rows.updateMany(earlier, { $set: { isFinal: true }, $unset: { appealableUntil: true } });
  return earlierRows.reduce((places, submission) => returnKept(unit, submission, places), task);
};

/** A closed account cannot appeal, nor be paid. The timer makes its other rejections final, each in a transaction of its own. */
export const endAppealsOf = async (
  unit: Unit<'appeal.dismissed' | 'appeal.place-returned'>,
  workerId: string,
  now: number,
): Promise<void> => {
  const rows = unit.collection(submissions);
  for (const submission of await rows.find({ workerId, 'appeal.state': 'open' }))
    await dismissAppeal(unit, submission, { now });
  const appealable = { workerId, status: 'reject', appealableUntil: { $gt: now } } as const;
  await rows.updateMany(appealable, { $set: { appealableUntil: now } });
};
