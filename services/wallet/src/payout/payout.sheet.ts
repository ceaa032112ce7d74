import { isoTime } from '@piecework/base';
import { coinsToDollars, localAmountOf } from '@piecework/contracts';
import type { Sheet } from '@piecework/service-runtime';
import type { WithdrawalDocument } from '../withdrawal/withdrawal.store';
import { numberChangedAt } from './payout';

const iso = (time: number | undefined): string => (time === undefined ? '' : isoTime(time));

type Row = WithdrawalDocument & { accountNumber: string | null };

const COLUMNS = [
  ...(['withdrawal', 'requested', 'worker', 'email'] as const),
  ...(['payment system', 'account number', 'coins', 'dollars'] as const),
  ...(['number changed', 'pay from'] as const),
  ...(['currency', 'rate', 'local amount'] as const),
];

export const payoutSheet: Sheet<Row, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  amounts: ['coins'],
  cellsOf: (row) => ({
    withdrawal: row._id,
    requested: iso(row.requestedAt),
    worker: row.workerName,
    email: row.workerEmail,
    'payment system': row.paymentSystem,
    'account number': row.accountNumber ?? '',
    coins: row.coins,
    dollars: coinsToDollars(row.coins).toFixed(2),
    'number changed': iso(numberChangedAt(row)),
    'pay from': iso(row.payFrom),
    currency: row.payoutRate?.currency ?? '',
    rate: row.payoutRate?.perDollar ?? '',
    'local amount': row.payoutRate ? localAmountOf(row.coins, row.payoutRate.perDollar).toFixed(2) : '',
  }),
};
