import { PAYOUT_STATES, WITHDRAWAL_STATUSES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { withdrawals } from './withdrawal.store';

/** Coins in `paidOut`; all others are numbers of withdrawals. */
export const withdrawalTally = tally({
  name: 'withdrawals',
  of: withdrawals,
  by: { worker: 'workerId' },
  fields: [...WITHDRAWAL_STATUSES, ...PAYOUT_STATES, 'paidOut'],
  amounts: ({ status, payout, coins }) => ({
    [status]: 1,
    ...(payout && { [payout]: 1 }),
    ...(status === 'approved' && { paidOut: coins }),
  }),
});

/** Coins of pending withdrawals. */
export const askedTally = tally({
  name: 'asked',
  of: withdrawals,
  by: { worker: 'workerId' },
  fields: ['coins'],
  amounts: ({ status, coins }) => (status === 'pending' ? { coins } : {}),
});
