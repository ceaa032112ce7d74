import { coinsToDollars } from '@piecework/contracts';
import { toCsv } from '@piecework/service-runtime';
import type { WithdrawalDocument } from './withdrawal.store';

type Row = WithdrawalDocument & { accountNumber: string | null };

const COLUMNS = [
  ...(['withdrawal', 'requested', 'worker', 'email'] as const),
  ...(['payment system', 'account number', 'coins', 'dollars'] as const),
];

export const payoutCsv = (rows: readonly Row[]): string =>
  toCsv(
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
