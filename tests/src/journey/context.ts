import type { ParkedEvent } from '@piecework/contracts';
import type { TASKS } from '@piecework/local-stack/demo';
import type { Random } from '../simulation/random';
import type { LiveStream } from '../support/live-reader';
import type { Book } from './book';
import type { Calls } from './calls';

export type DemoTask = (typeof TASKS)[number];

/** Somebody with a browser: signed in, and reading what is told live. */
export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  live: LiveStream;
}

/** What everybody in the journey shares. */
export interface JourneyContext {
  calls: Calls;
  book: Book;
  random: Random;
  /** Which of their lives on this stack it is, so that no Idempotency-Key comes twice. */
  life: number;
  /** Whether an admin's click credits purchased coins, or the payment alone. */
  coinCredit: 'manual' | 'automatic';
  /** All buyers have posted what they wanted, and everything that they were sent is decided. */
  buyersAreDone: boolean;
  workersAreDone: boolean;
  /** Whether an event may be parked; without it none may. */
  mayBeParked?: (event: ParkedEvent) => boolean;
}

export const PASSWORD = 'Piecework1!';

/** A person looks at the screen before the next click. Without it sixty of them would only measure how long the queue is. */
export const pauseLikeAPerson = (random: Random): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, random.int(100, 400)));

/** Scrypt takes its time: more at once would only wait in line. */
const AT_ONCE = 4;

/** Runs `work` for each, a few at a time; answers in the order of `items`. */
export const fewAtOnce = async <T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = AT_ONCE,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const runner = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner));
  return results;
};

export interface Newcomer {
  name: string;
  email: string;
  role: 'worker' | 'buyer' | 'admin';
}

/** Registers as the browser does: an account, a token for it, the user record, and then the live stream. */
export const createRegistration = (deps: {
  calls: Calls;
  /** As `npm run admin` does: the first admin of an installation is made by whoever runs it. */
  makeAdmin: (email: string) => Promise<unknown>;
  openLive: (person: { token: string }) => Promise<LiveStream>;
}) => {
  const { calls, makeAdmin, openLive } = deps;

  const untilAdmin = async (token: string): Promise<void> => {
    for (let looks = 0; looks < 100; looks++) {
      if (await calls.ask('listParked', { token, refusals: [403] })) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('Somebody who was made an admin is none two seconds later');
  };

  return async ({ name, email, role }: Newcomer): Promise<Person> => {
    const identity = await calls.get('signUp', { body: { email, password: PASSWORD, displayName: name } });
    const { token } = await calls.get('jwt', { token: identity.idToken, body: { email } });
    const userRole = role === 'buyer' ? 'buyer' : 'worker';
    const id = await calls.insert('createUser', { token, body: { userName: name, userRole } });
    if (role === 'admin') {
      await makeAdmin(email);
      await untilAdmin(token);
    }
    return { id, name, email, token, live: await openLive({ token }) };
  };
};
