import { SUBMISSION_PAGE_SIZE } from '@piecework/contracts';
import { actAsNamed } from '@piecework/domain';
import { created, type Failure, fail, failField, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  inBatches,
  listRows,
  type ServiceDeps,
  type SheetFormat,
  sheetReply,
  type Unit,
} from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { endEarlier } from '../appeal/appeal.decisions';
import { createAppealOperations } from '../appeal/appeal.routes';
import { createPilotOperations } from '../batch/batch.pilot';
import { createBatchOperations } from '../batch/batch.routes';
import { createBlockOperations } from '../block/block.routes';
import { isKeptOut } from '../block/block.store';
import type { ModelsOf } from '../consensus/models';
import { createDecisionRunOperations } from '../decision-run/decision-run.routes';
import { createFormOperations } from '../form/form.routes';
import { fieldsOf } from '../form/form.store';
import { createGrowthOperations } from '../growth/growth.routes';
import { followPage } from '../page/page.places';
import { answersByPage } from '../page/page.queue';
import { createPageOperations } from '../page/page.routes';
import { findPage } from '../page/page.store';
import { rowFieldsOf } from '../page/page.work';
import { asFull, takePlace, takeReservedPlace } from '../places/places';
import { createTaskFinder, type TaskFinder } from '../places/places.finder';
import { knownPlaces, type PlacesDocument, readableBatch, savePlaces, taskPlaces } from '../places/places.store';
import { qualify, refuseShare, refuseStopped } from '../reservation/qualification';
import { endByUse, reservationOf, returnOverdue } from '../reservation/reservation.releases';
import { createReservationOperations } from '../reservation/reservation.routes';
import { latestHold, type ReservationDocument } from '../reservation/reservation.store';
import { createReversalOperations } from '../reversal/reversal.routes';
import { createRevisionOperations } from '../revision/revision.routes';
import { createRowOperations } from '../row/row.routes';
import { followRows } from '../row/row.states';
import { createThreadOperations } from '../thread/thread.routes';
import { countAnswer } from '../worker/worker.answers';
import { createWorkerOperations } from '../worker/worker.routes';
import { createDecisionOperations } from './decision.routes';
import { type Submission, submit } from './submission';
import { createChangesList } from './submission.changes';
import { approveAgreed, attachPictures, factsOf } from './submission.decisions';
import { submissionSheet } from './submission.sheet';
import {
  hasSubmittedOften,
  liveSubmission,
  searchFilter,
  submissions,
  toDocument,
  visibleTo,
  type WorkPlace,
} from './submission.store';
import { countOf, submissionTally, visibleOwner } from './submission.tally';
import { secondsFor, timed } from './submission.time';
import { toBuyerView, toView } from './submission.views';
import { type Declined, readWork } from './submission.work';
import { createWorkDays } from './submission.work-days';
import { createWorkerStats } from './submission.worker-stats';

export const createSubmissionOperations = (deps: ServiceDeps, modelsOf: ModelsOf) => {
  const findTask = createTaskFinder(deps);
  return {
    ...listSubmissions(deps),
    ...exportSubmissions(deps, 'exportSubmissions', 'csv'),
    ...exportSubmissions(deps, 'exportSubmissionsXlsx', 'xlsx'),
    ...countSubmissions(deps),
    ...createWorkDays(deps),
    ...createSubmission(deps, findTask),
    ...createFormOperations(deps, findTask),
    ...createBatchOperations(deps),
    ...createPilotOperations(),
    ...createGrowthOperations(deps),
    ...createPageOperations(deps),
    ...createRowOperations({ ...deps, modelsOf }),
    ...createWorkerOperations(deps),
    ...createReservationOperations(deps, findTask),
    ...createDecisionOperations(deps),
    ...createDecisionRunOperations(deps),
    ...createRevisionOperations(deps),
    ...createAppealOperations(deps),
    ...createReversalOperations(deps),
    ...createThreadOperations(deps),
    ...createBlockOperations(deps),
  };
};

const ORDERS = { newest: { createdAt: -1 }, pay: { payable: -1 }, page: { createdAt: -1 } } as const;

const listSubmissions = (deps: ServiceDeps) => {
  const { store, settings, counters } = deps;
  const withStats = createWorkerStats(counters);
  const listChanges = createChangesList(deps);
  return answer('listSubmissions', [], async ({ query }, call) => {
    const { start, offset, limit, sort = 'newest', changedSince, after, worker, buyer, submission, ...search } = query;
    const wanted = { worker, buyer };
    const actor = actorOf(call);
    if (changedSince !== undefined)
      return listChanges(actor, { since: changedSince, after, limit, taskId: search.taskId });
    const { q, taskId, status } = search;
    const one = submission !== undefined && { _id: submission };
    const filter = { $and: [visibleTo(actor, wanted), { ...searchFilter(search), ...one }] };
    const countAll = async () => {
      const all = await counters.read(submissionTally, visibleOwner(actor, wanted));
      return status === undefined ? countOf(all) : all[status];
    };
    const isOfTwo = worker !== undefined && buyer !== undefined;
    const total = q || taskId !== undefined || isOfTwo || one ? undefined : countAll;
    const most = limit ?? (start === undefined ? undefined : SUBMISSION_PAGE_SIZE);
    const batch = sort === 'page' && taskId !== undefined ? await readableBatch(store, actor, taskId) : null;
    const work = batch ? answersByPage(store, batch._id) : store.collection(submissions);
    const range = { sort: ORDERS[sort], settings, offset: start ?? offset, limit: most, q, total };
    return listRows(work, filter, range, (found) =>
      actor.role === 'worker'
        ? found.map((submission) => toView(submission, settings))
        : withStats(found, (submission) => toBuyerView(submission, settings)),
    );
  });
};

type Export = 'exportSubmissions' | 'exportSubmissionsXlsx';

const exportSubmissions = ({ store, settings }: ServiceDeps, operation: Export, format: SheetFormat) =>
  answer(operation, [], async ({ params: { id } }, call) => {
    const { role, userId } = actorOf(call);
    const task = await store.collection(taskPlaces).findOne({ _id: id });
    const isReadable = role === 'admin' || (role === 'buyer' && task?.buyerId === userId);
    if (!task || !isReadable) return fail('not-found');
    const work = store.collection(submissions);
    const newestFirst = inBatches(work, { taskId: id }, 'createdAt', -1);
    const total = await work.countDocuments({ taskId: id });
    const sheet = submissionSheet(settings, (await fieldsOf(store, task)) ?? [], task.batch !== undefined);
    return sheetReply(format, sheet, newestFirst, { name: `submissions-${id}`, total });
  });

const countSubmissions = ({ counters }: ServiceDeps) =>
  answer('countSubmissions', [], async (_input, call) =>
    ok({ count: countOf(await counters.read(submissionTally, visibleOwner(actorOf(call)))) }),
  );

const createSubmission = ({ ids, clock, settings }: ServiceDeps, findTask: TaskFinder) => {
  const { submissionsPerTaskPerDay } = settings.rateLimits;
  return answer(
    'createSubmission',
    [
      'submission.created',
      'submission.approved',
      'submission.pictures-attached',
      'place.released',
      'appeal.place-returned',
    ],
    async ({ body }, call) => {
      const worker = actorOf(call);
      const { taskId, page } = body;
      const missing = await findTask(worker, taskId);
      if (missing) return missing;
      const submissionId = ids.next();
      const result = await call.transact(async (unit) => {
        const admitted = await actAsNamed(unit, worker, 'worker');
        if (isFailure(admitted)) return admitted;
        const now = clock.now();
        const places = await knownPlaces(unit, taskId);
        const misplaced = refusePage(places, body);
        if (misplaced) return misplaced;
        const place = { taskId, workerId: worker.userId, page };
        const reservation = await reservationOf(unit, places, worker.userId, page);
        const task = reservation ? places : await returnOverdue(unit, places, now);
        const live = await liveSubmission(unit, place);
        const hold = reservation ?? (page === undefined ? null : await latestHold(unit, place));
        // What the worker holds goes on.
        const isRefused = !reservation && (await isKeptOut(unit, task, worker.userId));
        const lost = live || reservation ? null : await refuseLostPage(unit, place, hold, isRefused);
        if (lost) return lost;
        const version = hold?.version;
        const work = readWork(await rowFieldsOf(unit, places, { page, rows: hold?.rows, version }), body);
        const standing = { live, isReserved: reservation !== null };
        const offered = isRefused ? asFull(task) : task;
        const author = { ...worker, name: admitted.name };
        const submission = submit(offered, author, { work, now, page, version, ...standing });
        if ('declined' in submission || isFailure(submission)) return submission;
        if (await hasSubmittedOften(unit, place, { now, limit: submissionsPerTaskPerDay }))
          return fail('too-many-submissions', { retryAfter: SUBMIT_AGAIN_S });
        // Who holds a place was qualified when reserving it.
        const unqualified = reservation
          ? null
          : ((await qualify(unit, task, worker.userId)) ??
            (await refuseShare(unit, task, worker.userId)) ??
            (await refuseStopped(unit, task, worker)));
        if (unqualified) return unqualified;
        await insertSubmission(unit, task, { reservation, hold, submissionId, submission });
        return { submissionId };
      });
      if (isFailure(result)) return result;
      return 'declined' in result ? ok({ message: result.declined }) : created(result.submissionId);
    },
  );
};

/** Seconds. */
const SUBMIT_AGAIN_S = 3600;

/** P-4.25: a text alone gets a message, whose client may know no pages. */
const refusePage = (
  { batch }: PlacesDocument,
  { page, answers }: { page?: number | undefined; answers?: unknown },
): Declined | Failure<'validation'> | null => {
  if (!batch) return page === undefined ? null : failField('page', 'This task has no pages');
  if (page !== undefined) return null;
  return answers ? failField('page', 'Page is required') : { declined: WITHOUT_PAGE };
};
const WITHOUT_PAGE =
  'This task has rows: open the task’s page and start working there. Programs take a page at POST /tasks/{id}/reservation.';

/** Of a batch: a worker answers the pages that it was given. After the end of its hold it may take a place that is still open, unless it is kept out. */
const refuseLostPage = async (
  tx: Transaction,
  place: WorkPlace,
  hold: ReservationDocument | null,
  isRefused: boolean,
): Promise<Declined | null> => {
  if (place.page === undefined) return null;
  if (!hold) return { declined: 'You don’t hold this page. Open the task’s page to get one.' };
  const page = await findPage(tx, place);
  if (page && page.open > 0 && !isRefused) return null;
  return { declined: page?.spared ? COMPLETED : TAKEN };
};
const TAKEN =
  'Your hold on this page ended, and other workers have taken it since. Open the task’s page to get another one.';
const COMPLETED =
  'Your hold on this page ended, and it has all the answers that it needs. Open the task’s page to get another one.';

const insertSubmission = async (
  unit: Unit<'submission.created' | 'submission.approved' | 'submission.pictures-attached' | 'appeal.place-returned'>,
  task: PlacesDocument,
  made: {
    reservation: ReservationDocument | null;
    /** The reservation, or the one that ended before. */
    hold: ReservationDocument | null;
    submissionId: string;
    submission: Submission;
  },
) => {
  const { reservation, hold, submissionId } = made;
  const seconds = reservation ? await secondsFor(unit, reservation, made.submission.createdAt) : undefined;
  const measured = { ...made.submission, ...(seconds !== undefined && { seconds }) };
  const { counted, facts } = await countAnswer(unit, task, measured, hold);
  const submission = toDocument(submissionId, counted);
  // Also of a closed task, to which a reservation leads.
  const before = await endEarlier(unit, task, submission);
  await unit.collection(submissions).insertOne(submission);
  if (reservation) await endByUse(unit, reservation, submission.createdAt);
  const place: PlacesDocument = timed(reservation ? takeReservedPlace(before) : takePlace(before), submission);
  const taken = await followPage(unit, submission, before, place);
  await followRows(unit, { task, page: submission.page, before: [], after: [submission] });
  const { importId } = task;
  const ofImport = importId !== undefined && { importId };
  unit.emit('submission.created', submissionId, { ...factsOf(submission, taken), ...facts, ...ofImport });
  attachPictures(unit, submission);
  // Last: all workers of the task contend for this document.
  await savePlaces(unit, task, taken);
  await approveAgreed(unit, submission, submission.createdAt);
};
