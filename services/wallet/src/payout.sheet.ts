import { coinsToDollars } from '@piecework/contracts';
import type { Sheet } from '@piecework/service-runtime';
import type { WithdrawalDocument } from './withdrawal.store';

type Row = WithdrawalDocument & { accountNumber: string | null };

const COLUMNS = [
  ...(['withdrawal', 'requested', 'worker', 'email'] as const),
  ...(['payment system', 'account number', 'coins', 'dollars'] as const),
];

export const payoutSheet: Sheet<Row, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  amounts: ['coins'],
  cellsOf: ({ _id, requestedAt, workerName, workerEmail, paymentSystem, accountNumber, coins }) => ({
    withdrawal: _id,
    requested: new Date(requestedAt).toISOString(),
    worker: workerName,
    email: workerEmail,
    'payment system': paymentSystem,
    'account number': accountNumber ?? '',
    coins,
    dollars: coinsToDollars(coins).toFixed(2),
  }),
};
