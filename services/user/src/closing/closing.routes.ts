import { failField, isFailure, ok } from '@piecework/http';
import { actorOf, answerInTransaction, type ServiceDeps } from '@piecework/service-runtime';
import { users } from '../user/user.store';
import { NOT_CLOSING, requestClosing } from './closing';

export const createClosingOperations = (deps: ServiceDeps) => ({ ...request(deps), ...keepAccount() });

const request = ({ clock }: ServiceDeps) =>
  answerInTransaction('requestClosing', ['user.closing-changed'], async (unit, { body }, call) => {
    const { userId, email } = actorOf(call);
    if (body.userEmail !== email) return failField('userEmail', 'Type the email address of your account');
    const userRows = unit.collection(users);
    const user = await userRows.findOne({ _id: userId });
    const changes = requestClosing(user, body.coins, clock.now());
    if (isFailure(changes)) return changes;
    const { modifiedCount } = await userRows.updateOne({ _id: userId }, { $set: changes });
    if (user && !user.closing && changes.closing)
      unit.emit('user.closing-changed', userId, { userId, role: user.role, closesAt: changes.closing.closesAt });
    return ok({ modifiedCount });
  });

const keepAccount = () =>
  answerInTransaction('keepAccount', ['user.closing-changed'], async (unit, _input, call) => {
    const { userId } = actorOf(call);
    const userRows = unit.collection(users);
    const user = await userRows.findOne({ _id: userId });
    if (!user?.closing) return ok({ deletedCount: 0 });
    await userRows.updateOne({ _id: userId }, { $unset: NOT_CLOSING });
    unit.emit('user.closing-changed', userId, { userId, role: user.role });
    return ok({ deletedCount: 1 });
  });
