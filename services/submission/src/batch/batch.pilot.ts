import { actAs } from '@piecework/domain';
import { fail, ok } from '@piecework/http';
import { actorOf, answerInTransaction } from '@piecework/service-runtime';
import { taskPlaces } from '../places/places.store';

/** Its pages behind the pilot are assigned from now on. A repeat changes nothing. */
export const createPilotOperations = () =>
  answerInTransaction('endPilot', ['task.pilot-ended'], async (unit, { params: { id: taskId } }, call) => {
    const buyer = actorOf(call);
    const refused = await actAs(unit, buyer, 'buyer');
    if (refused) return refused;
    const task = await unit.collection(taskPlaces).findOne({ _id: taskId });
    if (!task?.batch || task.buyerId !== buyer.userId) return fail('not-found');
    const { pilotPages, ...batch } = task.batch;
    if (pilotPages === undefined || task.state === 'closed') return ok({ modifiedCount: 0 });
    await unit.collection(taskPlaces).updateOne({ _id: taskId }, { $set: { batch } });
    unit.emit('task.pilot-ended', taskId, { taskId });
    return ok({ modifiedCount: 1 });
  });
