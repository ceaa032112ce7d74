import { actAs } from '@piecework/domain';
import { isFailure, ok } from '@piecework/http';
import { actorOf, answer, type OperationHandlers, type ServiceDeps } from '@piecework/service-runtime';
import { taskPlaces } from '../places/places.store';
import { autoApprovalOf } from '../submission/submission';
import { attachPictures, workOf } from '../submission/submission.decisions';
import { picturesIn } from '../submission/submission.pictures';
import { submissions } from '../submission/submission.store';
import { requestRevision, resubmit } from './revision';

type Deps = Pick<ServiceDeps, 'clock'>;

export const createRevisionOperations = (
  deps: Deps,
): Pick<OperationHandlers<'submission'>, 'requestRevision' | 'resubmit'> => ({
  requestRevision: sendBack(deps),
  resubmit: takeNewVersion(deps),
});

const sendBack = ({ clock }: Deps) =>
  answer('requestRevision', ['submission.revision-requested'], async ({ params, body }, call) => {
    const buyer = actorOf(call);
    const modified = await call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      const submission = await unit.collection(submissions).findOne({ _id: params.id });
      const revision = requestRevision(submission, buyer, { note: body.note, now: clock.now() });
      if (revision === 'repeat') return 0;
      if (isFailure(revision) || !submission) return revision;
      const { dueAt } = revision;
      await unit
        .collection(submissions)
        .updateOne(
          { _id: submission._id },
          {
            $set: { revision, revisionDueAt: dueAt, changedAt: revision.requestedAt },
            $unset: { autoApproveAt: true },
          },
        );
      unit.emit('submission.revision-requested', submission._id, { ...workOf(submission), dueAt });
      return 1;
    });
    return isFailure(modified) ? modified : ok({ modifiedCount: modified });
  });

const takeNewVersion = ({ clock }: Deps) =>
  answer('resubmit', ['submission.resubmitted', 'submission.pictures-attached'], async ({ params, body }, call) => {
    const author = actorOf(call);
    const { submissionDetails: details, attachments } = body;
    const modified = await call.transact(async (unit) => {
      const refused = await actAs(unit, author, author.role);
      if (refused) return refused;
      const submission = await unit.collection(submissions).findOne({ _id: params.id });
      const now = clock.now();
      const resubmitted = resubmit(submission, author, { details, attachments, now });
      if (resubmitted === 'repeat') return 0;
      if (isFailure(resubmitted) || !submission) return resubmitted;
      const task = await unit.collection(taskPlaces).findOne({ _id: submission.taskId });
      const pictures = picturesIn(attachments);
      const deadline = autoApprovalOf(task?.autoApproveHours ?? 0, now);
      await unit.collection(submissions).updateOne(
        { _id: submission._id },
        {
          $set: { ...resubmitted, ...deadline, details, ...pictures, changedAt: now },
          // A version has only the pictures of its own call (P-4.15).
          $unset: { revisionDueAt: true, ...(!pictures.attachments && { attachments: true }) },
        },
      );
      attachPictures(unit, { ...submission, attachments: pictures.attachments });
      unit.emit('submission.resubmitted', submission._id, {
        ...workOf(submission),
        ...(deadline.autoApproveAt !== undefined && { dueAt: deadline.autoApproveAt }),
      });
      return 1;
    });
    return isFailure(modified) ? modified : ok({ modifiedCount: modified });
  });
