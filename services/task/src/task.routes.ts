import { actAs } from '@piecework/domain';
import { created, fail, isFailure, ok, page } from '@piecework/http';
import {
  actorOf,
  answer,
  listRows,
  noteAdminAct,
  type OperationHandlers,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { deleteTask, editTask, postTask } from './task';
import {
  orderOf,
  shownTasks,
  type TaskDocument,
  taskSignal,
  tasks,
  textChanges,
  toDocument,
  toView,
} from './task.store';
import { taskTally } from './task.tally';

const OUTCOME_WAIT_MS = 5_000;

export const createTaskOperations = (deps: ServiceDeps): OperationHandlers<'task'> => ({
  listTasks: listTasks(deps),
  getTask: getTask(deps),
  createTask: createTask(deps),
  changeTask: changeTask(),
  deleteTask: removeTask(deps),
});

const listTasks = ({ store, settings, counters }: ServiceDeps) =>
  answer('listTasks', [], async ({ query }, { actor }) => {
    const { q, open, status, mine, sort, limit, offset } = query;
    // An expired token must not turn "mine" into all tasks.
    if (mine && !actor) return page([], 0);
    const buyerId = mine ? actor?.userId : undefined;
    const filter = shownTasks({ q, open, status, buyerId });
    const countAll = async () => {
      const all = await counters.read(
        taskTally,
        buyerId === undefined ? undefined : { by: 'buyer', id: buyerId },
      );
      return all[status ?? (open ? 'open' : 'shown')];
    };
    const total = q || (open && status !== undefined) ? undefined : countAll;
    return listRows(
      store.collection(tasks),
      filter,
      { sort: orderOf(sort), settings, offset, limit, q, total },
      (found) => found.map((task) => toView(task, settings, actor !== null)),
    );
  });

const getTask = ({ store, settings }: ServiceDeps) =>
  answer('getTask', [], async ({ params }, { actor }) => {
    const task = await store.collection(tasks).findOne({ _id: params.id, state: 'open' });
    return task ? ok(toView(task, settings, actor !== null)) : fail('not-found');
  });

const createTask = (deps: ServiceDeps) =>
  answer('createTask', ['task.funding-requested'], async ({ body }, call) => {
    const owner = actorOf(call);
    const taskId = deps.ids.next();
    const posted = await call.transact(async (unit) => {
      const refused = await actAs(unit, owner, 'buyer');
      if (refused) return refused;
      const task = postTask(
        {
          title: body.taskTitle,
          detail: body.taskDetail,
          info: body.submissionInfo,
          imageURL: body.taskImageURL,
          completionDate: body.completionDate,
          places: body.requiredWorkers,
          payable: body.payableAmount,
          autoApproveHours: body.autoApproveHours ?? deps.settings.autoApproveHours,
        },
        owner,
        deps.clock.now(),
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

const changeTask = () =>
  answer('changeTask', ['task.edited'], async ({ params, body }, call) => {
    const editor = actorOf(call);
    const modified = await call.transact(async (unit) => {
      const task = await unit.collection(tasks).findOne({ _id: params.id });
      const changes = editTask(task, editor, {
        title: body.taskTitle,
        detail: body.taskDetail,
        info: body.submissionInfo,
      });
      if (isFailure(changes)) return changes;
      if (!task || Object.keys(changes).length === 0) return 0;
      const refused = await actAs(unit, editor, 'buyer');
      if (refused) return refused;
      await unit.collection(tasks).updateOne({ _id: task._id }, { $set: textChanges(task, changes) });
      if (changes.title !== undefined)
        unit.emit('task.edited', task._id, { taskId: task._id, title: changes.title });
      return 1;
    });
    return isFailure(modified) ? modified : ok({ modifiedCount: modified });
  });

const noteDeletion = (unit: Unit<never>, { _id, buyerEmail, places, payable }: TaskDocument) =>
  noteAdminAct(unit, {
    action: 'task-deleted',
    subject: { type: 'task', id: _id, title: buyerEmail },
    detail: `${places.open} places of ${payable} coins were open`,
  });

const removeTask = (deps: ServiceDeps) =>
  answer('deleteTask', ['task.deletion-requested'], async ({ params }, call) => {
    const by = actorOf(call);
    const decided = await call.transact(async (unit) => {
      const refused = await actAs(unit, by, by.role);
      if (refused) return refused;
      const task = await unit.collection(tasks).findOne({ _id: params.id });
      const decision = deleteTask(task, by);
      if (isFailure(decision) || !task || decision === 'gone') return decision;
      const isByAdmin = by.role === 'admin';
      const changes = { state: 'deleting' as const, ...(isByAdmin && { deletedBy: by.userId }) };
      await unit.collection(tasks).updateOne({ _id: task._id }, { $set: changes });
      if (isByAdmin) await noteDeletion(unit, task);
      unit.emit('task.deletion-requested', task._id, {
        taskId: task._id,
        buyerId: task.buyerId,
        reason: 'deleted',
      });
      return decision;
    });
    if (isFailure(decided)) return decided;
    if (decided === 'gone') return ok({ deletedCount: 0 });
    const ended = await untilTask(deps, params.id, ({ state }) => state === 'deleted');
    return ended ? ok({ deletedCount: 1 }) : fail('still-underway');
  });
