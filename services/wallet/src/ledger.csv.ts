import type { Entry } from '@piecework/contracts';
import { toCsv } from '@piecework/service-runtime';

const COLUMNS = ['time', 'kind', 'amount', 'balance', 'about', 'id', 'title', 'transfer'] as const;

export const statementCsv = (rows: readonly Entry[]): string =>
  toCsv(
    COLUMNS,
    rows.map(({ time, kind, amount, balance, about, transfer }) => ({
      time,
      kind,
      amount,
      balance,
      about: about?.type ?? '',
      id: about?.id ?? '',
      title: about?.title ?? '',
      transfer,
    })),
  );
