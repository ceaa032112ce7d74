import { localStore } from '@piecework/web-kit';

/** What is known of a file after a reload; the server keeps an idempotency key for a day only. */
export interface ImportRecord {
  /** Rows whose task is posted. */
  posted: readonly number[];
  /** By row: how often its task was declined for missing coins. A declined task answers its key with the same decline again. */
  declined: Readonly<Record<string, number>>;
}

const storageKey = (email: string, hash: string) => `piecework:import:${email}:${hash}`;
const isRow = (value: unknown): value is number => Number.isSafeInteger(value);

export const readRecord = (email: string, hash: string): ImportRecord => {
  try {
    const value = JSON.parse(localStore.get(storageKey(email, hash)) ?? '{}') as Partial<ImportRecord>;
    return {
      posted: Array.isArray(value.posted) ? value.posted.filter(isRow) : [],
      declined: Object.fromEntries(Object.entries(value.declined ?? {}).filter(([, count]) => isRow(count))),
    };
  } catch {
    return { posted: [], declined: {} };
  }
};

export const writeRecord = (email: string, hash: string, record: ImportRecord): void =>
  localStore.set(storageKey(email, hash), JSON.stringify(record));
