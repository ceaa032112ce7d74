import { DAY_MS, utcDayOf } from '@piecework/base';
import {
  type BatchFigures,
  CLOSING_DAYS,
  RESERVE_MINUTES,
  type Task as TaskView,
  waitingPlaces,
} from '@piecework/contracts';
import { pictureFaults } from '@piecework/contracts/forms';
import { actAs, actAsNamed } from '@piecework/domain';
import { BATCH_HEADER, created, FORM_HEADER, fail, failField, isFailure, ok, page } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { createAdditionOperations } from '../addition/addition.routes';
import { blocksBetween, hiddenBuyers } from '../block/block.store';
import { formTexts, type ReviewRules, reviewOf, textsOf } from '../review/review';
import { isNewBuyer, reviewOfTexts } from '../review/review.store';
import { doneBy, hasWorkedOn } from '../work/work.store';
import {
  deleteTask,
  deletionText,
  editTask,
  endTask,
  isPublic,
  movedTo,
  pauseFacts,
  postTask,
  type TaskState,
} from './task';
import { deleteClosed, requestClosing } from './task.closing';
import { createPauseOperations } from './task.pauses';
import {
  OUTCOME_WAIT_MS,
  orderOf,
  REVIEW_ORDER,
  shownTasks,
  type TaskDocument,
  taskSignal,
  tasks,
  textChanges,
  toDocument,
} from './task.store';
import { PAUSED_OF, reviewTally, taskTally } from './task.tally';
import { toViews } from './task.views';

export const createTaskOperations = (deps: ServiceDeps, reviewRules: ReviewRules) => ({
  ...listTasks(deps),
  ...getTask(deps),
  ...createTask(deps, reviewRules),
  ...changeTask(deps, reviewRules),
  ...createPauseOperations(),
  ...closeTask(deps),
  ...removeTask(deps),
  ...createAdditionOperations(deps),
});

const closingDays = (now: number) => ({ first: utcDayOf(now), last: utcDayOf(now + CLOSING_DAYS * DAY_MS) });

const listTasks = (deps: ServiceDeps) =>
  answer('listTasks', [], async ({ query }, { actor }) => {
    const { store, settings, counters, clock } = deps;
    const { q, open, status, mine, fresh, minPay, minHourly, closing, closed, review, sort, limit, offset } = query;
    const isAdmin = actor?.role === 'admin';
    /** An admin reads the tasks of a buyer as that buyer does. */
    const isOfOne = mine || (isAdmin && query.buyer !== undefined);
    const { approvalFrom: from, approvalTo: to, importId } = query;
    // An expired token must not turn "mine" into all tasks.
    if (mine && !actor) return page([], 0);
    const ownerId = mine ? actor?.userId : query.buyer;
    const buyerId = isOfOne ? ownerId : undefined;
    // Closed tasks, and those in review, are for their owner and for admins.
    if ((closed || review) && !mine && !isAdmin) return page([], 0);
    const hidden = actor?.role === 'worker' && !mine ? await hiddenBuyers(store, actor.userId) : [];
    const without = fresh && actor ? await doneBy(store, actor.userId) : [];
    const approval = from === undefined && to === undefined ? undefined : { from, to };
    const isNarrowed = minPay !== undefined || minHourly !== undefined || approval !== undefined || closing;
    const isWhole = !closed && !review && !open && !fresh && !isNarrowed && status === undefined;
    // Only the order of the newest has an index over the tasks of all buyers in all states.
    const isNewest = sort === undefined || sort === 'newest';
    const all = isWhole && (isOfOne || (isNewest && (isAdmin || actor?.role === 'buyer')));
    const reader = mine || isAdmin ? undefined : (actor?.userId ?? '');
    const days = closing ? closingDays(clock.now()) : undefined;
    const narrow = { minPay, minHourly, approval, days, importId };
    const filter = shownTasks({ q, open, status, buyerId, closed, review, all, reader, without, hidden, ...narrow });
    const ownerOf = (id: string) => ({ by: 'buyer', id }) as const;
    const countAll = async () => {
      if (review) return (await counters.read(reviewTally)).waiting;
      const totals = await counters.read(taskTally, buyerId === undefined ? undefined : ownerOf(buyerId));
      if (closed) return totals.closed;
      if (all && reader === undefined) return totals.listed;
      const field = status ?? (open ? 'open' : 'shown');
      const unpaused = (of: typeof totals) => of[field] - (reader === undefined ? 0 : of[PAUSED_OF[field]]);
      const ofHidden = hidden.length > 0 ? await counters.readEach(taskTally, 'buyer', hidden) : new Map();
      const visible = [...ofHidden.values()].reduce((left, one) => left - unpaused(one), unpaused(totals));
      if (all && reader !== undefined) {
        const ownTotals = await counters.read(taskTally, ownerOf(reader));
        return visible + ownTotals.listed - ownTotals.shown + ownTotals.pausedShown;
      }
      if (without.length === 0) return visible;
      const done = shownTasks({ open, status, buyerId, reader, among: without, hidden });
      return visible - (await store.collection(tasks).countDocuments(done));
    };
    const isUncounted = open && status !== undefined;
    const hasNoTotal =
      q ||
      importId !== undefined ||
      isNarrowed ||
      isUncounted ||
      (closed && (open || fresh || status !== undefined)) ||
      (review && (isOfOne || closed || open || fresh || status !== undefined));
    const total = hasNoTotal ? undefined : countAll;
    const range = { sort: review ? REVIEW_ORDER : orderOf(sort), settings, offset, limit, q, total };
    return listRows(store.collection(tasks), filter, range, (found) => toViews(deps, found, actor));
  });

const getTask = (deps: ServiceDeps) =>
  answer('getTask', [], async ({ params }, { actor }) => {
    const states: readonly TaskState[] = actor ? ['open', 'closed'] : ['open'];
    const task = await deps.store.collection(tasks).findOne({ _id: params.id, state: { $in: states } });
    const [view] = task && isShownTo(task, actor) ? await toViews(deps, [task], actor) : [];
    if (task && view) return ok({ ...view, ...(await blocksView(deps, task, actor)) });
    const why = actor && (await whyDeleted(deps, params.id, actor.userId));
    return why ? fail('task-deleted', { message: why }) : fail('not-found');
  });

const isShownTo = (task: TaskDocument, reader: Actor | null): boolean =>
  !task.review || (reader !== null && (isPublic(task) || reader.role === 'admin' || reader.userId === task.buyerId));

/** A worker whom the buyer keeps out finds the task full, as the submission service answers (P-4.34). */
const blocksView = async (
  { store }: ServiceDeps,
  { buyerId, places, batch }: TaskDocument,
  actor: Actor | null,
): Promise<Partial<TaskView>> => {
  if (actor?.role !== 'worker') return {};
  const { isKeptOut, own } = await blocksBetween(store, actor.userId, buyerId);
  return {
    ...(isKeptOut && { requiredWorkers: Math.min(places.open, waitingPlaces(batch)) }),
    ...(own !== undefined && { buyerBlock: own }),
  };
};

/** Only for the buyer and the workers of a task that an admin has deleted. */
const whyDeleted = async ({ store }: ServiceDeps, taskId: string, readerId: string): Promise<string | undefined> => {
  const ended = { _id: taskId, state: { $in: ['deleting', 'deleted'] } } as const;
  const task = await store.collection(tasks).findOne(ended);
  if (!task?.deletedBy) return undefined;
  if (task.buyerId === readerId) return deletionText(task, 'buyer');
  return (await hasWorkedOn(store, readerId, taskId)) ? deletionText(task, 'worker') : undefined;
};

/** As the gateway asserts it. */
const publishedBatch = (header: string | undefined): { taskId: string; figures: BatchFigures } | undefined =>
  header === undefined ? undefined : JSON.parse(header);

const createTask = (deps: ServiceDeps, rules: ReviewRules) =>
  answer('createTask', ['task.funding-requested'], async ({ body }, call) => {
    const owner = actorOf(call);
    const batch = publishedBatch(call.headers[BATCH_HEADER]);
    const [needless] = batch ? [] : pictureFaults(body.form?.fields ?? [], undefined);
    if (needless) return failField(['form', 'fields', ...needless.path].join('.'), needless.message);
    const formId = body.form && call.headers[FORM_HEADER];
    // A gateway of an earlier release keeps no form.
    if (body.form && formId === undefined) return fail('unavailable');
    const taskId = batch?.taskId ?? deps.ids.next();
    const posted = await call.transact(async (unit) => {
      // A repeated publication, first: a refusal would thaw a batch whose coins are in escrow.
      if (batch && (await unit.collection(tasks).findOne({ _id: taskId }))) return { taskId };
      const admitted = await actAsNamed(unit, owner, 'buyer');
      if (isFailure(admitted)) return admitted;
      const texts = { title: body.taskTitle, detail: body.taskDetail, info: body.submissionInfo };
      const reviewed = {
        texts: [...textsOf(texts), ...formTexts(body.form?.fields ?? [])],
        isNewBuyer: await isNewBuyer(unit, rules, owner.userId),
      };
      const now = deps.clock.now();
      const task = postTask(
        {
          ...texts,
          imageURL: body.taskImageURL,
          completionDate: body.completionDate,
          places: body.requiredWorkers,
          payable: body.payableAmount,
          autoApproveHours: body.autoApproveHours ?? deps.settings.autoApproveHours,
          reserveMinutes: body.reserveMinutes ?? RESERVE_MINUTES.default,
          minApprovalRate: body.minApprovalRate,
          formId,
          importId: body.importId,
          batch: batch?.figures,
          closeAtCompletion: body.closeAtCompletion ?? false,
          review: reviewOf(rules, reviewed, now),
        },
        { ...owner, name: admitted.name },
        now,
      );
      if (isFailure(task)) return task;
      await unit.collection(tasks).insertOne(toDocument(taskId, task));
      const { buyerId, payable, cost, places } = task;
      unit.emit('task.funding-requested', taskId, {
        taskId,
        buyerId,
        buyerRoleVersion: owner.roleVersion,
        places: places.open,
        payable,
        cost,
        title: task.title,
        imageUrl: task.imageURL,
      });
      return { taskId };
    });
    return isFailure(posted) ? posted : fundingOutcome(deps, posted.taskId);
  });

const fundingOutcome = async (deps: ServiceDeps, taskId: string) => {
  const task = await untilTask(deps, taskId, ({ state }) => state !== 'funding');
  if (!task) return fail('still-underway');
  if (task.state !== 'declined') return created(taskId);
  return task.declined === 'insufficient-coins'
    ? fail('insufficient-coins')
    : fail('forbidden', { message: 'Only buyers can post tasks.' });
};

const untilTask = ({ signals, store }: ServiceDeps, taskId: string, has: (task: TaskDocument) => boolean) =>
  signals.until(taskSignal(taskId), OUTCOME_WAIT_MS, async () => {
    const task = await store.collection(tasks).findOne({ _id: taskId });
    return task && has(task) ? task : undefined;
  });

const changeTask = ({ clock }: Pick<ServiceDeps, 'clock'>, rules: ReviewRules) =>
  answerInTransaction('changeTask', ['task.edited', 'task.pause-changed'], async (unit, { params, body }, call) => {
    const editor = actorOf(call);
    const task = await unit.collection(tasks).findOne({ _id: params.id });
    const edit = {
      title: body.taskTitle,
      detail: body.taskDetail,
      info: body.submissionInfo,
      paused: body.paused,
      completionDate: body.completionDate,
    };
    const now = clock.now();
    const changes = editTask(task, editor, edit, now);
    if (isFailure(changes)) return changes;
    if (!task || Object.keys(changes).length === 0) return ok({ modifiedCount: 0 });
    const refused = await actAs(unit, editor, 'buyer');
    if (refused) return refused;
    const { paused, completionDate, ...texts } = changes;
    const review = Object.keys(texts).length > 0 ? await reviewOfTexts(unit, rules, task, texts, now) : undefined;
    const $set = {
      ...textChanges(task, texts),
      ...(review && { review }),
      ...(paused !== undefined && { paused }),
      ...(completionDate !== undefined && movedTo(task, completionDate)),
    };
    await unit.collection(tasks).updateOne({ _id: task._id }, { $set });
    // Neither the pause of an admin nor a review is the owner's to lift.
    if (paused !== undefined || (review && !task.review))
      unit.emit('task.pause-changed', task._id, pauseFacts(task._id, { ...task, ...$set }));
    // Lists show the title and the day.
    if (changes.title !== undefined || completionDate !== undefined)
      unit.emit('task.edited', task._id, { taskId: task._id, title: changes.title ?? task.title });
    return ok({ modifiedCount: 1 });
  });

const noteEnd = (
  unit: Unit<never>,
  action: 'task-deleted' | 'task-ended',
  { _id, buyerEmail, places, payable }: TaskDocument,
) =>
  noteAdminAct(unit, {
    action,
    subject: { type: 'task', id: _id, title: buyerEmail },
    detail: `${places.open} places of ${payable} coins were open`,
  });

const closeTask = (deps: ServiceDeps) =>
  answer('endTask', ['task.closing-requested'], async ({ params }, call) => {
    const by = actorOf(call);
    const decided = await call.transact(async (unit) => {
      const refused = await actAs(unit, by, by.role);
      if (refused) return refused;
      const task = await unit.collection(tasks).findOne({ _id: params.id });
      const decision = endTask(task, by);
      if (isFailure(decision) || !task || decision === 'ended') return decision;
      const isByAdmin = by.role === 'admin';
      if (isByAdmin) await noteEnd(unit, 'task-ended', task);
      await requestClosing(unit, task, 'ended', isByAdmin ? { endedBy: by.userId } : {});
      return decision;
    });
    if (isFailure(decided)) return decided;
    if (decided === 'ended') return ok({ modifiedCount: 0 });
    const closed = await untilTask(deps, params.id, ({ state }) => state !== 'closing');
    return closed ? ok({ modifiedCount: 1 }) : fail('still-underway');
  });

const removeTask = (deps: ServiceDeps) =>
  answer('deleteTask', ['task.deletion-requested', 'task.deleted'], async ({ params, query }, call) => {
    const by = actorOf(call);
    const decided = await call.transact(async (unit) => {
      const refused = await actAs(unit, by, by.role);
      if (refused) return refused;
      const task = await unit.collection(tasks).findOne({ _id: params.id });
      const decision = deleteTask(task, by);
      if (isFailure(decision) || !task || decision === 'gone') return decision;
      const isByAdmin = by.role === 'admin';
      const changes = {
        state: 'deleting' as const,
        ...(isByAdmin && { deletedBy: by.userId }),
        ...(isByAdmin && query.reason !== undefined && { deletionReason: query.reason }),
      };
      await unit.collection(tasks).updateOne({ _id: task._id }, { $set: changes });
      if (isByAdmin) await noteEnd(unit, 'task-deleted', task);
      if (task.state === 'closed') await deleteClosed(unit, task);
      // The refund of a closing task is under way.
      if (task.state !== 'open') return decision;
      unit.emit('task.deletion-requested', task._id, { taskId: task._id, buyerId: task.buyerId, reason: 'deleted' });
      return decision;
    });
    if (isFailure(decided)) return decided;
    if (decided === 'gone') return ok({ deletedCount: 0 });
    const ended = await untilTask(deps, params.id, ({ state }) => state === 'deleted');
    return ended ? ok({ deletedCount: 1 }) : fail('still-underway');
  });
