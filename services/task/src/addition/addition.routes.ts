import { actAs } from '@piecework/domain';
import { fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import { OUTCOME_WAIT_MS, taskSignal, tasks } from '../task/task.store';
import { requestPlaces } from './addition';
import { additions } from './addition.store';

export const createAdditionOperations = (deps: ServiceDeps) =>
  answer('addPlaces', ['task.places-requested'], async ({ params: { id: taskId }, body }, call) => {
    const buyer = actorOf(call);
    const additionId = deps.ids.next();
    const requested = await call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      const task = await unit.collection(tasks).findOne({ _id: taskId });
      const addition = requestPlaces(task, buyer, body.places, deps.clock.now());
      if (isFailure(addition) || !task) return isFailure(addition) ? addition : fail('not-found');
      await unit.collection(additions).insertOne({ _id: additionId, taskId, ...addition });
      await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { addition: additionId } });
      const { buyerId, places, cost } = addition;
      unit.emit('task.places-requested', taskId, {
        additionId,
        taskId,
        buyerId,
        buyerRoleVersion: buyer.roleVersion,
        places,
        payable: task.payable,
        cost,
      });
      return { additionId };
    });
    return isFailure(requested) ? requested : additionOutcome(deps, taskId, requested.additionId);
  });

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
    : fail('forbidden', { message: 'Only buyers can add places.' });
};
