import { actAs } from '@piecework/domain';
import { created, fail, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
} from '@piecework/service-runtime';
import { findPage } from '../page/page.store';
import { freePlaces } from '../places/places';
import { taskPlaces } from '../places/places.store';
import type { AppealPayer } from '../submission/submission';
import { workOf } from '../submission/submission.decisions';
import { atPlace, type SubmissionDocument, submissions, visibleTo } from '../submission/submission.store';
import { submissionTally, visibleOwner } from '../submission/submission.tally';
import { createWorkerStats } from '../submission/submission.worker-stats';
import { decideAppeal, fileAppeal, paymentOf } from './appeal';
import { dismissAppeal, upholdAppeal } from './appeal.decisions';
import { appealsOf } from './appeal.store';
import { appealView } from './appeal.views';

export const createAppealOperations = (deps: ServiceDeps) => ({
  ...recordAppeal(deps),
  ...listAppeals(deps),
  ...settleAppeal(deps),
});

const recordAppeal = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answerInTransaction('fileAppeal', ['appeal.filed'], async (unit, { params, body }, call) => {
    const author = actorOf(call);
    const refused = await actAs(unit, author, author.role);
    if (refused) return refused;
    const rows = unit.collection(submissions);
    const submission = await rows.findOne({ _id: params.id });
    if (!submission) return fail('not-found');
    const other = {
      ...atPlace(submission),
      _id: { $ne: submission._id },
      // Clocks of replicas differ.
      $or: [{ live: true }, { createdAt: { $gt: submission.createdAt } }],
    };
    const hasOther = (await rows.findOne(other)) !== null;
    const appeal = fileAppeal(submission, author, { text: body.text, now: clock.now(), hasOther });
    if (isFailure(appeal)) return appeal;
    // The unique index refuses a new submission from here on.
    await rows.updateOne({ _id: submission._id }, { $set: { appeal, live: true, changedAt: appeal.filedAt } });
    unit.emit('appeal.filed', submission._id, workOf(submission));
    return created(params.id);
  });

const ORDERS = { newest: { 'appeal.filedAt': -1 }, oldest: { 'appeal.filedAt': 1 } } as const;

const listAppeals = ({ store, settings, counters }: Pick<ServiceDeps, 'store' | 'settings' | 'counters'>) => {
  const withStats = createWorkerStats(counters);
  return answer('listAppeals', [], async ({ query }, call) => {
    const { offset, limit, sort = 'newest', worker, buyer, ...search } = query;
    const wanted = { worker, buyer };
    const actor = actorOf(call);
    const filter = { $and: [visibleTo(actor, wanted), appealsOf(search)] };
    const { q, state } = search;
    const countAll = async () => {
      const { appeals, openAppeals } = await counters.read(submissionTally, visibleOwner(actor, wanted));
      return state === 'open' ? openAppeals : appeals;
    };
    const isOfTwo = worker !== undefined && buyer !== undefined;
    const total = q || isOfTwo || (state !== undefined && state !== 'open') ? undefined : countAll;
    const toViews = async (found: SubmissionDocument[]) => {
      const taskIds = [...new Set(found.map(({ taskId }) => taskId))];
      const tasks = await store.collection(taskPlaces).find({ _id: { $in: taskIds } });
      const taskOf = new Map(tasks.map((task) => [task._id, task]));
      const freeOfPage = async (one: SubmissionDocument) => {
        const page = await findPage(store, one);
        return [one._id, page ? freePlaces(page) : 0] as const;
      };
      const pageFree = new Map(await Promise.all(found.map(freeOfPage)));
      const toAppeal = (submission: SubmissionDocument) => {
        const { _id, taskId } = submission;
        return appealView(submission, paymentOf(taskOf.get(taskId), submission, pageFree.get(_id)), settings);
      };
      if (actor.role === 'worker') return found.map(toAppeal);
      return withStats(found, (submission) => ({
        ...toAppeal(submission),
        ...(submission.checks && { checks: submission.checks }),
      }));
    };
    const range = { sort: ORDERS[sort], settings, offset, limit, q, total };
    return listRows(store.collection(submissions), filter, range, toViews);
  });
};

const PAYERS: Record<AppealPayer, string> = { escrow: 'the task', platform: 'Piecework' };

const settleAppeal = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answerInTransaction(
    'decideAppeal',
    ['submission.rejection-reversed', 'appeal.dismissed', 'appeal.place-returned', 'place.released'],
    async (unit, { params, body: { outcome, note } }, call) => {
      const admin = actorOf(call);
      const refused = await actAs(unit, admin, 'admin');
      if (refused) return refused;
      const submission = await unit.collection(submissions).findOne({ _id: params.id });
      if (!submission) return fail('not-found');
      const decision = decideAppeal(submission, admin, outcome);
      if (isFailure(decision)) return decision;
      if (decision === 'repeat')
        return ok({ modifiedCount: 0, ...(submission.appeal?.paidBy && { paidBy: submission.appeal.paidBy }) });
      const verdict = { note, now: clock.now() };
      const payment = outcome === 'upheld' ? await upholdAppeal(unit, submission, verdict) : undefined;
      if (!payment) await dismissAppeal(unit, submission, verdict);
      await noteAdminAct(unit, {
        action: `appeal-${outcome}`,
        subject: { type: 'submission', id: submission._id, title: submission.workerEmail },
        detail: payment ? `${payment.payable} coins, paid by ${PAYERS[payment.paidBy]}` : 'Nothing is paid',
      });
      return ok({ modifiedCount: 1, ...(payment && { paidBy: payment.paidBy }) });
    },
  );
