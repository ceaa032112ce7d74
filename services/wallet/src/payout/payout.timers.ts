import { type Timer, timer } from '@piecework/service-runtime';
import type { AccountNumbers } from '../withdrawal/account-number';
import { withdrawals } from '../withdrawal/withdrawal.store';

export const createPayoutTimers = (accountNumbers: AccountNumbers): Timer[] => [
  timer({
    name: 'account-numbers-to-erase',
    emits: [],
    of: withdrawals,
    deadline: 'eraseAt',
    fire: async (unit, { _id }) => {
      await unit.collection(withdrawals).updateOne({ _id }, { $unset: { account: true, eraseAt: true } });
    },
  }),
  // After a rotation, so that no number needs the old key any more.
  timer({
    name: 'account-numbers-to-reseal',
    emits: [],
    of: withdrawals,
    deadline: 'requestedAt',
    where: { 'account.key': accountNumbers.previousKey ?? 'no previous key' },
    fire: async (unit, { _id, account, paymentSystem }) => {
      const accountNumber = account && accountNumbers.open(_id, account);
      if (!accountNumber) throw new Error('there is no account number under this key');
      const fingerprints = accountNumbers.fingerprintsOf(paymentSystem, accountNumber);
      const $set = { account: accountNumbers.seal(_id, accountNumber), ...fingerprints };
      await unit.collection(withdrawals).updateOne({ _id }, { $set });
    },
  }),
];
