import type { EarningMonth, Entry } from '@piecework/contracts';
import type { Sheet } from '@piecework/service-runtime';

const COLUMNS = ['time', 'kind', 'amount', 'balance', 'about', 'id', 'title', 'transfer', 'payout', 'reason'] as const;

export const statementSheet: Sheet<Entry, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  amounts: ['amount', 'balance'],
  cellsOf: ({ time, kind, amount, balance, about, transfer }) => ({
    time,
    kind,
    amount,
    balance,
    about: about?.type ?? '',
    id: about?.id ?? '',
    title: about?.title ?? '',
    transfer,
    payout: about?.payout ?? '',
    reason: about?.reason ?? '',
  }),
};

export const earningsSheet: Sheet<EarningMonth, 'month' | 'earned coins' | 'withdrawn coins' | 'withdrawn dollars'> = {
  columns: ['month', 'earned coins', 'withdrawn coins', 'withdrawn dollars'],
  amounts: ['earned coins', 'withdrawn coins', 'withdrawn dollars'],
  cellsOf: ({ month, earned, withdrawn, withdrawnAmount }) => ({
    month,
    'earned coins': earned,
    'withdrawn coins': withdrawn,
    'withdrawn dollars': withdrawnAmount.toFixed(2),
  }),
};
