import type { EmittedData } from '@piecework/contracts';
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

/** What pays for rejected work that is approved now: a place, unless all were let again. */
export const paymentNow = async (
  unit: Unit<'place.released'>,
  submission: SubmissionDocument,
  now: number,
): Promise<AppealPayment> => {
  const task = await returnOverdue(unit, await knownPlaces(unit, submission.taskId), now);
  const page = await findPage(unit, submission);
  return paymentOf(task, submission, page ? freePlaces(page) : 0);
};

type Approval = Pick<Partial<SubmissionDocument>, 'decidedBy' | 'decidedAt' | 'changedAt' | 'reversal'> & {
  [path: `appeal.${string}`]: unknown;
};

/** Takes the place and pays in one transaction, so that no submission gets the place in between. */
export const approveRejected = async (
  unit: Unit<'submission.rejection-reversed' | 'appeal.place-returned'>,
  submission: SubmissionDocument,
  { paidBy, payable, by }: Pick<EmittedData<'submission.rejection-reversed'>, 'paidBy' | 'payable' | 'by'>,
  approval: Approval,
): Promise<void> => {
  const { _id, taskId } = submission;
  const task = await knownPlaces(unit, taskId);
  const page = await findPage(unit, submission);
  const $set = { status: 'approved', live: true, payable, ...approval } as const;
  await unit.collection(submissions).updateOne({ _id }, { $set, $unset: { appealableUntil: true } });
  const counted = { ...submission, status: 'approved' } as const;
  await followRows(unit, { task, page: submission.page, before: [], after: [counted] });
  const taken = paidBy === 'escrow' ? payAppeal(task, page?.open) : task;
  const paid = await followPage(unit, submission, task, taken);
  // The time to appeal may have ended while the wallet decided.
  const after = submission.appealableUntil === undefined ? paid : returnKept(unit, submission, paid);
  const facts = { ...factsOf(submission, after), payable, paidBy, ...(by && { by }) };
  unit.emit('submission.rejection-reversed', _id, facts);
  if (after !== task) await savePlaces(unit, task, after);
};

export const upholdAppeal = async (
  unit: Unit<'submission.rejection-reversed' | 'appeal.place-returned' | 'place.released'>,
  submission: SubmissionDocument,
  verdict: AppealVerdict,
): Promise<AppealPayment> => {
  const payment = await paymentNow(unit, submission, verdict.now);
  await approveRejected(unit, submission, payment, {
    decidedBy: 'admin',
    decidedAt: verdict.now,
    ...ended(verdict),
    'appeal.state': 'upheld',
    'appeal.paidBy': payment.paidBy,
  });
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
