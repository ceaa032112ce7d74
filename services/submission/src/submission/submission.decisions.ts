import { groupBy } from '@piecework/base';
import type { Decider, EmittedData } from '@piecework/contracts';
import { people } from '@piecework/domain';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { appealUntil } from '../appeal/appeal';
import { followPage } from '../page/page.store';
import { approvePlace, fundedPlaces, publishedPlaces, rejectPlace, type TaskPlaces } from '../places/places';
import { knownPlaces, savePlaces } from '../places/places.store';
import { handedInAt } from '../revision/revision';
import type { Decision, Reason } from './submission';
import { type SubmissionDocument, submissions } from './submission.store';

type Undecided =
  | { _id: string | { $in: readonly string[] } }
  | { taskId: string }
  | { buyerId: string }
  | { workerId: string };

const DECIDED = { approved: 'submission.approved', reject: 'submission.rejected' } as const;
type Decided<D extends Decision> = (typeof DECIDED)[D];

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
    await followPage(unit, submission, task, decided);
    task = decided;
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
