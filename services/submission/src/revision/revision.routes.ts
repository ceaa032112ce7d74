import { actAs } from '@piecework/domain';
import { fail, failField, isFailure, ok } from '@piecework/http';
import { actorOf, answerInTransaction, type ServiceDeps } from '@piecework/service-runtime';
import { followPage } from '../page/page.places';
import { rowFieldsOf } from '../page/page.work';
import { publishedPlaces } from '../places/places';
import { savePlaces, taskPlaces } from '../places/places.store';
import { followRows } from '../row/row.states';
import { autoApprovalOf } from '../submission/submission';
import { approveAgreed, attachPictures, workOf } from '../submission/submission.decisions';
import { submissions } from '../submission/submission.store';
import { readWork } from '../submission/submission.work';
import { requestRevision, resubmit } from './revision';

type Deps = Pick<ServiceDeps, 'clock'>;

export const createRevisionOperations = (deps: Deps) => ({ ...sendBack(deps), ...takeNewVersion(deps) });

const sendBack = ({ clock }: Deps) =>
  answerInTransaction('requestRevision', ['submission.revision-requested'], async (unit, { params, body }, call) => {
    const buyer = actorOf(call);
    const refused = await actAs(unit, buyer, 'buyer');
    if (refused) return refused;
    const submission = await unit.collection(submissions).findOne({ _id: params.id });
    if (!submission) return fail('not-found');
    const revision = requestRevision(submission, buyer, { note: body.note, now: clock.now() });
    if (revision === 'repeat') return ok({ modifiedCount: 0 });
    if (isFailure(revision)) return revision;
    const { dueAt } = revision;
    const $set = { revision, revisionDueAt: dueAt, changedAt: revision.requestedAt };
    await unit.collection(submissions).updateOne({ _id: params.id }, { $set, $unset: { autoApproveAt: true } });
    unit.emit('submission.revision-requested', submission._id, { ...workOf(submission), dueAt });
    return ok({ modifiedCount: 1 });
  });

const takeNewVersion = ({ clock }: Deps) =>
  answerInTransaction(
    'resubmit',
    ['submission.resubmitted', 'submission.approved', 'submission.pictures-attached'],
    async (unit, { params, body }, call) => {
      const author = actorOf(call);
      const refused = await actAs(unit, author, author.role);
      if (refused) return refused;
      const submission = await unit.collection(submissions).findOne({ _id: params.id });
      if (!submission) return fail('not-found');
      const now = clock.now();
      const task = await unit.collection(taskPlaces).findOne({ _id: submission.taskId });
      const work = readWork(task && (await rowFieldsOf(unit, task, submission)), body);
      if (isFailure(work)) return work;
      if ('declined' in work) return failField('answers', work.declined);
      const resubmitted = resubmit(submission, author, work, now);
      if (resubmitted === 'repeat') return ok({ modifiedCount: 0 });
      if (isFailure(resubmitted)) return resubmitted;
      const deadline = autoApprovalOf(task?.autoApproveHours ?? 0, now);
      const $set = { ...resubmitted, ...deadline, ...work, changedAt: now };
      // A version has only the pictures of its own call (P-4.15).
      const $unset = { revisionDueAt: true, ...(!work.attachments && ({ attachments: true } as const)) } as const;
      await unit.collection(submissions).updateOne({ _id: submission._id }, { $set, $unset });
      attachPictures(unit, { ...submission, attachments: work.attachments });
      const counted = { ...submission, answers: work.answers };
      if (task) await followRows(unit, { task, page: submission.page, before: [submission], after: [counted] });
      const settled = task && (await followPage(unit, submission, task, task));
      unit.emit('submission.resubmitted', submission._id, {
        ...workOf(submission),
        ...(deadline.autoApproveAt !== undefined && { dueAt: deadline.autoApproveAt }),
        ...(settled && settled !== task && { places: publishedPlaces(settled) }),
      });
      if (settled && settled !== task) await savePlaces(unit, task, settled);
      await approveAgreed(unit, submission, now);
      return ok({ modifiedCount: 1 });
    },
  );
