import { type Clock, sleep } from '@piecework/base';
import { z } from 'zod';
import { type Account, type ApiKey, accountSchema, apiKeySchema } from './account';

/** Milliseconds without an answer of the user service until the snapshot fails. */
export const SNAPSHOT_PATIENCE_MS = 5_000;
const RETRY_MS = 250;

/** `apiKeys` is absent in answers of an older user service. */
const accountsSchema = z.object({ accounts: z.array(accountSchema), apiKeys: z.array(apiKeySchema).default([]) });
/** null: the last page. */
const cursorSchema = z.object({ next: z.string().nullable() });

/** Every account that was registered when the snapshot began, and its API keys. @throws when the user service does not answer, or unreadably */
export const readAccountSnapshot = async (deps: {
  accountsAfter: (userId: string) => Promise<unknown>;
  clock: Clock;
  signal: AbortSignal;
  put: (account: Account) => void;
  putKey: (key: ApiKey) => void;
}): Promise<void> => {
  const { accountsAfter, clock, signal, put, putKey } = deps;

  const pageAfter = async (userId: string): Promise<unknown> => {
    for (const deadline = clock.now() + SNAPSHOT_PATIENCE_MS; ; ) {
      try {
        return await accountsAfter(userId);
      } catch (error) {
        if (signal.aborted || clock.now() >= deadline) throw error;
      }
      await sleep(clock, RETRY_MS, signal);
    }
  };

  for (let page: Promise<unknown> | null = pageAfter(''); page !== null; ) {
    const answer: unknown = await page;
    signal.throwIfAborted();
    const { next } = cursorSchema.parse(answer);
    // The user service reads the next page while this one is applied.
    page = next === null ? null : pageAfter(next);
    // Awaited in the next round. Until then, and after an unreadable page, a rejection must not end the process.
    page?.catch(() => {});
    const { accounts, apiKeys } = accountsSchema.parse(answer);
    for (const account of accounts) put(account);
    for (const key of apiKeys) putKey(key);
  }
};
