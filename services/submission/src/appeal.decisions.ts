import type { Unit } from '@piecework/service-runtime';
import { payerOf } from './appeal';
import { payAppeal } from './places';
import { knownPlaces, savePlaces } from './places.store';
import { returnOverdue } from './reservation.releases';
import type { AppealPayer } from './submission';
import { factsOf, workOf } from './submission.decisions';
import { type SubmissionDocument, submissions } from './submission.store';

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
): Promise<AppealPayer> => {
  const { _id, taskId } = submission;
  const task = await returnOverdue(unit, await knownPlaces(unit, taskId), verdict.now);
  const paidBy = payerOf(task.places.open);
  const after = paidBy === 'escrow' ? payAppeal(task) : task;
  await unit.collection(submissions).updateOne(
    { _id },
    {
      $set: {
        status: 'approved',
        decidedBy: 'admin',
        decidedAt: verdict.now,
        ...ended(verdict),
        'appeal.state': 'upheld',
        'appeal.paidBy': paidBy,
      },
    },
  );
  unit.emit('submission.rejection-reversed', _id, { ...factsOf(submission, after), paidBy });
  if (after !== task) await savePlaces(unit, task, after);
  return paidBy;
};

export const dismissAppeal = async (
  unit: Unit<'appeal.dismissed'>,
  submission: SubmissionDocument,
  verdict: AppealVerdict,
): Promise<void> => {
  await unit
    .collection(submissions)
    .updateOne(
      { _id: submission._id },
      { $set: { live: false, ...ended(verdict), 'appeal.state': 'dismissed' } },
    );
  unit.emit('appeal.dismissed', submission._id, workOf(submission));
};

/** A closed account cannot be paid. */
export const dismissAppealsOf = async (
  unit: Unit<'appeal.dismissed'>,
  workerId: string,
  now: number,
): Promise<void> => {
  const open = await unit.collection(submissions).find({ workerId, 'appeal.state': 'open' });
  for (const submission of open) await dismissAppeal(unit, submission, { now });
};
