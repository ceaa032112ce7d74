import { groupBy } from '@piecework/base';
import type { Decider, EmittedData, OperationOutput } from '@piecework/contracts';
import { people } from '@piecework/domain';
import { isFailure } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { appealUntil } from '../appeal/appeal';
import { isStopped, NO_CHECKS } from '../check/check';
import { agreedValues, isPageComplete, type Values } from '../page/page.completion';
import { followPage, liveAnswers } from '../page/page.places';
import { approvePlace, fundedPlaces, publishedPlaces, rejectPlace, type TaskPlaces } from '../places/places';
import { knownPlaces, savePlaces } from '../places/places.store';
import { handedInAt } from '../revision/revision';
import { followRows } from '../row/row.states';
import { accuracies } from '../worker/worker.store';
import { type Decision, decide, isSentBack, type Reason } from './submission';
import { type SubmissionDocument, submissions } from './submission.store';

type Undecided =
  | { _id: string | { $in: readonly string[] } }
  | { taskId: string }
  | { buyerId: string }
  | { workerId: string };

const DECIDED = { approved: 'submission.approved', reject: 'submission.rejected' } as const;
type Decided<D extends Decision> = (typeof DECIDED)[D];
export const DECISION_EVENTS = ['submission.approved', 'submission.rejected'] as const;

/** A decision of a buyer about one submission. */
export interface Mark {
  id: string;
  status: Decision;
  reason?: Reason | undefined;
}

export type Outcome = OperationOutput<'decideSubmissions'>['results'][number];

interface Verdict {
  by: Decider;
  now: number;
  /** Reason of a rejection. */
  reason?: Reason | undefined;
}

export const workOf = (submission: SubmissionDocument): EmittedData<'appeal.filed'> => {
  const { _id: submissionId, taskId, taskTitle, workerId, buyerId, payable } = submission;
  return { submissionId, taskId, taskTitle, workerId, buyerId, payable };
};

export const factsOf = (submission: SubmissionDocument, task: TaskPlaces): EmittedData<'submission.created'> => ({
  ...workOf(submission),
  ...(submission.page !== undefined && { page: submission.page }),
  places: publishedPlaces(task),
});

/** Media never drops a reference of a submission, so pictures of earlier versions need no event. */
export const attachPictures = (
  unit: Unit<'submission.pictures-attached'>,
  { _id: submissionId, workerId, attachments: pictures = [] }: SubmissionDocument,
): void => {
  if (pictures.length > 0)
    unit.emit('submission.pictures-attached', submissionId, { submissionId, workerId, pictures: [...pictures] });
};

export const decidePending = async <D extends Decision>(
  unit: Unit<Decided<D>>,
  whose: Undecided,
  decision: D,
  verdict: Verdict,
): Promise<void> => {
  const undecided = { ...whose, status: 'pending' } as const;
  const rows = unit.collection(submissions);
  const pending = await rows.find(undecided, { sort: { createdAt: 1 } });
  const { by: decidedBy, now: decidedAt, reason } = verdict;
  const appealableUntil = appealUntil({ status: decision, decidedBy, decidedAt });
  await rows.updateMany(undecided, {
    $set: {
      status: decision,
      live: decision === 'approved',
      decidedAt,
      changedAt: decidedAt,
      decidedBy,
      ...(reason && { reason }),
      ...(appealableUntil !== undefined && { appealableUntil }),
    },
    $unset: { autoApproveAt: true, revisionDueAt: true },
  });
  for (const ofTask of groupBy(pending, ({ taskId }) => taskId).values())
    await countDecisions(unit, ofTask, decision, { ...verdict, appealableUntil });
  if (decision === 'reject') await discount(unit, pending);
};

/** Rejected answers count no more. */
const discount = async (tx: Transaction, rejected: readonly SubmissionDocument[]): Promise<void> => {
  for (const [first, ...others] of groupBy(rejected, ({ taskId, page }) => `${taskId} ${page}`).values()) {
    if (first?.page === undefined) continue;
    const task = await knownPlaces(tx, first.taskId);
    await followRows(tx, { task, page: first.page, before: [first, ...others], after: [] });
  }
};

/** Each as a single call would, of one task. @returns the outcomes in the order of the marks */
export const decideTogether = async (
  unit: Unit<Decided<Decision>>,
  buyer: Pick<Actor, 'userId'>,
  marks: readonly Mark[],
  now: number,
): Promise<Outcome[]> => {
  const stored = await unit.collection(submissions).find({ _id: { $in: marks.map(({ id }) => id) } });
  const states = new Map(stored.map((submission) => [submission._id, submission]));
  const chosen: Mark[] = [];
  const outcomes = marks.map((mark): Outcome => {
    const { id, status } = mark;
    const submission = states.get(id) ?? null;
    const decision = decide(submission, buyer, status);
    if (isFailure(decision)) {
      const code = decision.failure === 'forbidden' ? 'not-found' : decision.failure;
      return { id, modifiedCount: 0, code };
    }
    if (decision === 'repeat' || !submission) return { id, modifiedCount: 0 };
    // A later mark of the same submission is a repeat or too late.
    states.set(id, { ...submission, status });
    chosen.push(mark);
    return { id, modifiedCount: 1 };
  });
  for (const alike of groupBy(chosen, ({ status, reason }) => JSON.stringify([status, reason])).values()) {
    const [first] = alike;
    if (!first) continue;
    const whose = { _id: { $in: alike.map(({ id }) => id) } };
    await decidePending(unit, whose, first.status, { by: 'buyer', now, reason: first.reason });
  }
  return outcomes;
};

/** After an answer to a page: a rejection approves nothing (P-3.23). Work that was sent back waits for its new version. */
export const approveAgreed = async (
  unit: Unit<'submission.approved'>,
  of: Pick<SubmissionDocument, 'taskId' | 'page'>,
  now: number,
): Promise<void> => {
  if (of.page === undefined) return;
  const { formId, batch } = await knownPlaces(unit, of.taskId);
  if (!batch?.approveOnAgreement) return;
  const answers = await liveAnswers(unit, { formId, batch }, of);
  const values = answers.map((one) => one.values);
  const agreed = isPageComplete(values, batch) && agreedValues(values, batch);
  if (!agreed) return;
  const isAgreeing = (one: Values) => one.every((value, at) => value === agreed[at]);
  const agreeing = answers.flatMap(({ submission, values: own }) =>
    submission.status === 'pending' && !isSentBack(submission) && isAgreeing(own) ? [submission] : [],
  );
  const accuracyOf = await accuracies(unit, agreeing);
  const isOfStopped = (submission: SubmissionDocument) =>
    batch.checks !== undefined && isStopped(batch.checks, accuracyOf(submission) ?? NO_CHECKS);
  const approved = agreeing.filter((submission) => !isOfStopped(submission));
  const whose = { _id: { $in: approved.map(({ _id }) => _id) } };
  if (approved.length > 0) await decidePending(unit, whose, 'approved', { by: 'agreement', now });
};

/** Each decision gets its own version of the places, which its event carries. */
const countDecisions = async (
  unit: Unit,
  ofTask: readonly SubmissionDocument[],
  decision: Decision,
  { by: decidedBy, now, reason, appealableUntil }: Verdict & { appealableUntil: number | undefined },
) => {
  const [first] = ofTask;
  if (!first) return;
  const before = await knownPlaces(unit, first.taskId);
  let task = before;
  for (const submission of ofTask) {
    const held = fundedPlaces(task);
    const decided = decision === 'approved' ? approvePlace(task) : rejectPlace(task, appealableUntil);
    task = await followPage(unit, submission, task, decided);
    // Clocks of replicas differ.
    const waitedMs = Math.max(0, now - handedInAt(submission));
    const facts = { ...factsOf(submission, task), decidedBy, waitedMs };
    if (decision === 'approved') unit.emit(DECIDED.approved, submission._id, facts);
    else
      unit.emit(DECIDED.reject, submission._id, {
        ...facts,
        placeReturned: fundedPlaces(task) === held,
        ...(reason && { reasonCode: reason.code }),
      });
  }
  await savePlaces(unit, before, task);
};

/** Writes the person to conflict with a concurrent departure: otherwise each transaction would leave the pending submissions to the other. */
export const touchAndCheckLeft = async (
  tx: Transaction,
  userId: string,
  role: 'buyer' | 'worker',
): Promise<boolean> => {
  const person = await tx.collection(people).findOneAndUpdate({ _id: userId }, { $inc: { conflictCounter: 1 } });
  return person !== null && (person.closed || person.role !== role);
};
