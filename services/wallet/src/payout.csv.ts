import { coinsToDollars } from '@piecework/contracts';
import { stringify } from 'csv-stringify/sync';
import type { WithdrawalDocument } from './withdrawal.store';

type Row = WithdrawalDocument & { accountNumber: string | null };

/** With a byte-order mark, which spreadsheets need for UTF-8. Names cannot become formulas. */
export const payoutCsv = (rows: readonly Row[]): string =>
  stringify(
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
    {
      bom: true,
      header: true,
      columns: [
        ...['withdrawal', 'requested', 'worker', 'email'],
        ...['payment system', 'account number', 'coins', 'dollars'],
      ],
      escape_formulas: true,
      record_delimiter: 'windows',
    },
  );
