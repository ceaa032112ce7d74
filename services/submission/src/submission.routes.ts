import { timeOfId } from '@piecework/base';
import { SUBMISSION_PAGE_SIZE } from '@piecework/contracts';
import { actAs } from '@piecework/domain';
import { created, createInFlightLimiter, type Failure, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  listRows,
  type OperationHandlers,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { createAppealOperations } from './appeal.routes';
import { createDecisionOperations } from './decision.routes';
import { takePlace } from './places';
import { knownPlaces, type PlacesDocument, placesSignal, savePlaces, taskPlaces } from './places.store';
import { createRevisionOperations } from './revision.routes';
import { type Submission, submit } from './submission';
import { attachPictures, factsOf } from './submission.decisions';
import { searchFilter, submissions, toDocument, toView, visibleTo } from './submission.store';
import { countOf, submissionTally, visibleOwner } from './submission.tally';
import { withWorkerStats } from './submission.worker-stats';

/** Milliseconds: a worker may see a new task before its event arrives here. */
const PUBLISHED_WAIT_MS = 2_000;
/** Milliseconds. Older ids are not waited for. */
const MAX_NEW_TASK_AGE_MS = 10_000;
/** Milliseconds that the task service's clock may be ahead. */
const CLOCK_SKEW_MS = 5_000;

export const createSubmissionOperations = (deps: ServiceDeps): OperationHandlers<'submission'> => ({
  listSubmissions: listSubmissions(deps),
  countSubmissions: countSubmissions(deps),
  createSubmission: createSubmission(deps),
  ...createDecisionOperations(deps),
  ...createRevisionOperations(deps),
  ...createAppealOperations(deps),
});

const ORDERS = { newest: { createdAt: -1 }, pay: { payable: -1 } } as const;

const listSubmissions = ({ store, settings, counters }: ServiceDeps) =>
  answer('listSubmissions', [], async ({ query }, call) => {
    const { start, offset, limit, sort = 'newest', ...search } = query;
    const actor = actorOf(call);
    const { q, taskId, status } = search;
    const filter = { $and: [visibleTo(actor), searchFilter(search)] };
    const countAll = async () => {
      const all = await counters.read(submissionTally, visibleOwner(actor));
      return status === undefined ? countOf(all) : all[status];
    };
    const total = q || taskId !== undefined ? undefined : countAll;
    const range = {
      offset: start ?? offset,
      limit: limit ?? (start === undefined ? undefined : SUBMISSION_PAGE_SIZE),
    };
    return listRows(
      store.collection(submissions),
      filter,
      { sort: ORDERS[sort], settings, ...range, q, total },
      (found) =>
        actor.role === 'worker'
          ? found.map((submission) => toView(submission, settings))
          : withWorkerStats({ counters, settings }, found),
    );
  });

const countSubmissions = ({ counters }: ServiceDeps) =>
  answer('countSubmissions', [], async (_input, call) =>
    ok({ count: countOf(await counters.read(submissionTally, visibleOwner(actorOf(call)))) }),
  );

const createSubmission = (deps: ServiceDeps) => {
  const findTask = createTaskFinder(deps);
  return answer(
    'createSubmission',
    ['submission.created', 'submission.pictures-attached'],
    async ({ body }, call) => {
      const worker = actorOf(call);
      const { taskId, submissionDetails: details, attachments } = body;
      const missing = await findTask(worker, taskId);
      if (missing) return missing;
      const submissionId = deps.ids.next();
      const result = await call.transact(async (unit) => {
        const refused = await actAs(unit, worker, 'worker');
        if (refused) return refused;
        const task = await knownPlaces(unit, taskId);
        const live = await unit
          .collection(submissions)
          .findOne({ taskId, workerId: worker.userId, live: true });
        const work = { details, attachments, now: deps.clock.now(), live };
        const submission = submit(task, worker, work);
        if ('declined' in submission || isFailure(submission)) return submission;
        await insertSubmission(unit, task, submissionId, submission);
        return { submissionId };
      });
      if (isFailure(result)) return result;
      return 'declined' in result ? ok({ message: result.declined }) : created(result.submissionId);
    },
  );
};

/** null for a known task. Waits for new ids only and within limits, because callers choose the id. */
const createTaskFinder = ({ signals, store, clock, settings }: ServiceDeps) => {
  const waits = createInFlightLimiter({
    limit: settings.rateLimits.submissionWaitsPerAccount,
    overall: settings.rateLimits.submissionWaits,
  });
  const isKnown = async (taskId: string): Promise<true | undefined> =>
    (await store.collection(taskPlaces).findOne({ _id: taskId })) ? true : undefined;
  const isNew = (taskId: string): boolean => {
    const age = clock.now() - (timeOfId(taskId) ?? 0);
    return age < MAX_NEW_TASK_AGE_MS && age > -CLOCK_SKEW_MS;
  };
  const unknown = fail('not-found', { message: 'This task does not exist. Please choose another one.' });

  return async (
    { userId }: Actor,
    taskId: string,
  ): Promise<Failure<'not-found' | 'too-many-requests'> | null> => {
    if (await isKnown(taskId)) return null;
    if (!isNew(taskId)) return unknown;
    const found = await waits.run(userId, () =>
      signals.until(placesSignal(taskId), PUBLISHED_WAIT_MS, () => isKnown(taskId)),
    );
    return found === true ? null : (found ?? unknown);
  };
};

const insertSubmission = async (
  unit: Unit<'submission.created' | 'submission.pictures-attached'>,
  task: PlacesDocument,
  submissionId: string,
  submission: Submission,
) => {
  const made = toDocument(submissionId, submission);
  await unit.collection(submissions).insertOne(made);
  const taken = takePlace(task);
  unit.emit('submission.created', submissionId, factsOf(made, taken));
  attachPictures(unit, made);
  // Last: all workers of the task contend for this document.
  await savePlaces(unit, task, taken);
};
