import { actAs, type Refused } from '@piecework/domain';
import { type Failure, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actorOf, answer, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { OUTCOME_WAIT_MS, type TaskDocument, taskSignal, tasks } from '../task/task.store';
import { requestPlaces, requestRaise } from './addition';
import { type AdditionDocument, additions } from './addition.store';

export const createAdditionOperations = (deps: ServiceDeps) => ({ ...addPlaces(deps), ...raisePay(deps) });

const addPlaces = (deps: ServiceDeps) =>
  answer('addPlaces', ['task.places-requested'], async ({ params: { id: taskId }, body: { places } }, call) => {
    const buyer = actorOf(call);
    const additionId = deps.ids.next();
    // Also the one of an earlier call with this key.
    const requested = await call.transact(async (unit) => {
      const task = await ownTask(unit, buyer, taskId);
      if (isFailure(task)) return task;
      const addition = requestPlaces(task, places, deps.clock.now());
      return isFailure(addition) ? addition : request(unit, buyer, task, { _id: additionId, taskId, ...addition });
    });
    return isFailure(requested) ? requested : additionOutcome(deps, taskId, requested.additionId);
  });

const raisePay = (deps: ServiceDeps) =>
  answer('raisePay', ['task.places-requested'], async ({ params: { id: taskId }, body: { payableAmount } }, call) => {
    const buyer = actorOf(call);
    const additionId = deps.ids.next();
    // Also the one of an earlier call with this key.
    const requested = await call.transact(async (unit) => {
      const task = await ownTask(unit, buyer, taskId);
      if (isFailure(task)) return task;
      const addition = requestRaise(task, payableAmount, deps.clock.now());
      return isFailure(addition) ? addition : request(unit, buyer, task, { _id: additionId, taskId, ...addition });
    });
    return isFailure(requested) ? requested : additionOutcome(deps, taskId, requested.additionId);
  });

const ownTask = async (
  tx: Transaction,
  buyer: Actor,
  taskId: string,
): Promise<TaskDocument | Refused | Failure<'not-found'>> => {
  const refused = await actAs(tx, buyer, 'buyer');
  if (refused) return refused;
  const task = await tx.collection(tasks).findOne({ _id: taskId });
  return task?.buyerId === buyer.userId ? task : fail('not-found');
};

/** Asks the wallet for the coins. */
export const request = async (
  unit: Unit<'task.places-requested'>,
  { roleVersion: buyerRoleVersion }: Pick<Actor, 'roleVersion'>,
  { payable }: TaskDocument,
  addition: AdditionDocument,
): Promise<{ additionId: string }> => {
  const { _id: additionId, taskId, buyerId, places, cost, raise } = addition;
  await unit.collection(additions).insertOne(addition);
  await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { addition: additionId } });
  const facts = { additionId, taskId, buyerId, buyerRoleVersion, places, cost };
  unit.emit(
    'task.places-requested',
    taskId,
    raise ? { ...facts, payable: raise.by, raisedTo: raise.to } : { ...facts, payable },
  );
  return { additionId };
};

const additionOutcome = async ({ signals, store }: ServiceDeps, taskId: string, additionId: string) => {
  const addition = await signals.until(taskSignal(taskId), OUTCOME_WAIT_MS, async () => {
    const document = await store.collection(additions).findOne({ _id: additionId });
    return document && document.state !== 'requested' ? document : undefined;
  });
  if (!addition) return fail('still-underway');
  if (addition.state === 'added') return ok({ modifiedCount: 1 });
  if (addition.state === 'unwanted') return fail('task-closed');
  return addition.declined === 'insufficient-coins'
    ? fail('insufficient-coins')
    : fail('forbidden', { message: 'Only buyers can add to a task.' });
};
