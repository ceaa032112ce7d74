import { LIST_LIMIT, SUBMISSION_PAGE_SIZE } from '@piecework/contracts';
import {
  actAs,
  actorOf,
  answer,
  created,
  fail,
  isFailure,
  type OperationHandlers,
  ok,
  page,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-kit';
import { takePlace } from './places';
import { knownPlaces, type PlacesDocument, placesSignal, savePlaces, taskPlaces } from './places.store';
import { decide, type Submission, submit } from './submission';
import { decidePending, factsOf } from './submission.decisions';
import { searchFilter, submissions, toDocument, toView, visibleTo } from './submission.store';

/** Milliseconds that a submission waits for news of its task: someone may have seen it before this service heard of it. */
const NEWS_WAIT = 2_000;

export const createSubmissionOperations = (deps: ServiceDeps): OperationHandlers<'submission'> => ({
  listSubmissions: listSubmissions(deps),
  countSubmissions: countSubmissions(deps),
  createSubmission: createSubmission(deps),
  decideSubmission: decideSubmission(),
});

const ORDERS = { newest: { createdAt: -1 }, pay: { payable: -1 } } as const;

const listSubmissions = ({ store }: ServiceDeps) =>
  answer('listSubmissions', [], async ({ query }, call) => {
    const { start, offset, limit, sort = 'newest', ...search } = query;
    const filter = { $and: [visibleTo(actorOf(call)), searchFilter(search)] };
    // `start` is how the spec's client pages.
    const skip = start ?? offset ?? 0;
    const rows = limit ?? (start === undefined ? LIST_LIMIT : SUBMISSION_PAGE_SIZE);
    const [found, total] = await Promise.all([
      store.collection(submissions).find(filter, { sort: ORDERS[sort], skip, limit: rows }),
      store.collection(submissions).countDocuments(filter),
    ]);
    return page(found.map(toView), total);
  });

const countSubmissions = ({ store }: ServiceDeps) =>
  answer('countSubmissions', [], async (_input, call) =>
    ok({ count: await store.collection(submissions).countDocuments(visibleTo(actorOf(call))) }),
  );

const createSubmission = (deps: ServiceDeps) =>
  answer('createSubmission', ['submission.created'], async ({ body }, call) => {
    const worker = actorOf(call);
    const { taskId, submissionDetails: details } = body;
    if (!(await isHeardOf(deps, taskId)))
      return fail('not-found', { message: 'This task does not exist. Please choose another one.' });
    const submissionId = deps.ids.next();
    const result = await call.transact(async (unit) => {
      const refused = await actAs(unit, worker, 'worker');
      if (refused) return refused;
      const task = await knownPlaces(unit, taskId);
      const live = await unit
        .collection(submissions)
        .findOne({ taskId, workerId: worker.userId, live: true });
      const submission = submit(task, worker, { details, now: deps.clock.now(), hasLive: live !== null });
      if ('declined' in submission || isFailure(submission)) return submission;
      await insertSubmission(unit, task, submissionId, submission);
      return { submissionId };
    });
    if (isFailure(result)) return result;
    return 'declined' in result ? ok({ message: result.declined }) : created(result.submissionId);
  });

const isHeardOf = ({ signals, store }: ServiceDeps, taskId: string) =>
  signals.until(placesSignal(taskId), NEWS_WAIT, async () =>
    (await store.collection(taskPlaces).findOne({ _id: taskId })) ? true : undefined,
  );

const insertSubmission = async (
  unit: Unit<'submission.created'>,
  task: PlacesDocument,
  submissionId: string,
  submission: Submission,
) => {
  const made = toDocument(submissionId, submission);
  await unit.collection(submissions).insertOne(made);
  const taken = takePlace(task);
  unit.emit('submission.created', submissionId, factsOf(made, taken));
  // Last, because it is what all of the task's workers write.
  await savePlaces(unit, task, taken);
};

const decideSubmission = () =>
  answer(
    'decideSubmission',
    ['submission.approved', 'submission.rejected'],
    async ({ params, body }, call) => {
      const buyer = actorOf(call);
      const modified = await call.transact(async (unit) => {
        const refused = await actAs(unit, buyer, 'buyer');
        if (refused) return refused;
        const submission = await unit.collection(submissions).findOne({ _id: params.id });
        const decision = decide(submission, buyer, body.status);
        if (isFailure(decision)) return decision;
        if (decision === 'repeat') return 0;
        await decidePending(unit, { _id: params.id }, body.status);
        return 1;
      });
      return isFailure(modified) ? modified : ok({ modifiedCount: modified });
    },
  );
