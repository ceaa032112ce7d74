import { pause } from '@piecework/base/testing';
import type { Calls } from '../journey/checked-calls';

const POLL_INTERVAL = 300;
/** Milliseconds: longer than any fault and its recovery. */
const WITHIN = 240_000;

/** Polls until the condition is true. @throws when it takes longer than any fault, naming `what` */
export const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + WITHIN;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${WITHIN} ms: ${what}`);
    await pause(POLL_INTERVAL);
  }
};

export const untilCoins = (calls: Calls, person: { token: string }, expected: number): Promise<void> =>
  until(`${expected} coins`, async () => {
    const [last] = await calls.get('statement', { as: person, query: { limit: 1 } });
    return last?.balance === expected;
  });
