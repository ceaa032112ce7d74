import { type Consumer, on, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { changeSignal } from './user.saga';
import { type Submitter, submitters, users } from './user.store';

const submitterId = (buyerId: string, workerId: string): string => `${buyerId}:${workerId}`;

export const submitterOf = (buyerId: string, workerId: string): Submitter => ({
  _id: submitterId(buyerId, workerId),
  buyerId,
  workerId,
});

export const createUserConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => {
  const endChange = async (unit: Unit<never>, { userId, roleVersion }: { userId: string; roleVersion: number }) => {
    await unit.collection(users).updateOne({ _id: userId, changing: roleVersion }, { $unset: { changing: true } });
    unit.afterCommit(() => signals.notify(changeSignal(userId)));
  };

  return [
    on(
      'wallet.balance-changed',
      [],
      async ({ data }, unit) => {
        const { userId, balance, version } = data;
        const older = { _id: userId, coinVersion: { $lt: version } };
        await unit.collection(users).updateOne(older, { $set: { coins: balance, coinVersion: version } });
      },
      ({ data }) => [{ of: users, ids: [data.userId] }],
    ),
    on(
      'submission.created',
      [],
      async ({ data: { buyerId, workerId } }, unit) => {
        const { _id, ...fields } = submitterOf(buyerId, workerId);
        await unit.collection(submitters).updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
      },
      ({ data: { buyerId, workerId } }) => [{ of: submitters, ids: [submitterId(buyerId, workerId)] }],
    ),
    on('wallet.role-settled', [], ({ data }, unit) => endChange(unit, data)),
    on('wallet.account-closed', [], ({ data }, unit) => endChange(unit, data)),
  ];
};
