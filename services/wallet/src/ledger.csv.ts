import type { Entry } from '@piecework/contracts';
import { csvOf } from './csv';

const COLUMNS = ['time', 'kind', 'amount', 'balance', 'about', 'id', 'title', 'transfer'];

export const statementCsv = (rows: readonly Entry[]): string =>
  csvOf(
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
