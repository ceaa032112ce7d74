import { type Clock, sleep } from '@piecework/base';
import { z } from 'zod';
import { type Account, accountSchema } from './account';

/** Milliseconds without an answer of the user service until the snapshot fails. */
export const SNAPSHOT_PATIENCE_MS = 5_000;
const RETRY_MS = 250;

const pageSchema = z.object({
  accounts: z.array(accountSchema),
  /** null: the last page. */
  next: z.string().nullable(),
});

/** Every account that was registered when the snapshot began. @throws when the user service does not answer, or unreadably */
export const readAccountSnapshot = async (deps: {
  accountsAfter: (userId: string) => Promise<unknown>;
  clock: Clock;
  signal: AbortSignal;
  put: (account: Account) => void;
}): Promise<void> => {
  const { accountsAfter, clock, signal, put } = deps;

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

  for (let after: string | null = ''; after !== null; ) {
    const page = pageSchema.parse(await pageAfter(after));
    signal.throwIfAborted();
    for (const account of page.accounts) put(account);
    after = page.next;
  }
};
