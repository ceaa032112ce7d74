import { coinsToDollars } from '@piecework/contracts';
import { csvOf } from './csv';
import type { WithdrawalDocument } from './withdrawal.store';

type Row = WithdrawalDocument & { accountNumber: string | null };

const COLUMNS = [
  ...['withdrawal', 'requested', 'worker', 'email'],
  ...['payment system', 'account number', 'coins', 'dollars'],
];

export const payoutCsv = (rows: readonly Row[]): string =>
  csvOf(
    COLUMNS,
    rows.map(({ _id, requestedAt, workerName, workerEmail, paymentSystem, accountNumber, coins }) => ({
      withdrawal: _id,
      requested: new Date(requestedAt).toISOString(),
      worker: workerName,
      email: workerEmail,
      'payment system': paymentSystem,
      'account number': accountNumber ?? '',
      coins,
      dollars: coinsToDollars(coins).toFixed(2),
    })),
  );
