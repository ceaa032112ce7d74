import { pause } from '@piecework/base/testing';
import type { ParkedEvent } from '@piecework/contracts';
import type { TASKS } from '@piecework/stack/demo';
import PQueue from 'p-queue';
import type { Random } from '../simulation/random';
import type { LiveStream } from '../support/live-reader';
import type { Calls } from './checked-calls';
import type { ExpectedState } from './expected-state';

export type DemoTask = (typeof TASKS)[number];

/** A signed-in user with an open live stream. */
export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  live: LiveStream;
}

/** Shared state of the people of a journey. */
export interface JourneyContext {
  calls: Calls;
  expectedState: ExpectedState;
  random: Random;
  /** Number of this run by the same people, which keeps their Idempotency-Keys unique. */
  iteration: number;
  /** Whether an admin credits purchased coins, or the payment itself does. */
  coinCredit: 'manual' | 'automatic';
  /** All buyers have posted their tasks and decided all submissions. */
  buyersAreDone: boolean;
  workersAreDone: boolean;
  /** Whether an event may be parked. @default none may */
  mayBeParked?: (event: ParkedEvent) => boolean;
}

export const PASSWORD = 'Piecework1!';

/** Delay between two actions of a person. Without it sixty people would only measure the length of the queue. */
export const thinkTime = (random: Random): Promise<void> => pause(random.int(100, 400));

/** Concurrent sign-ups: scrypt is slow, so more would only queue. */
const CONCURRENCY = 4;

/** Runs `work` for each item with limited concurrency. @returns the results in the order of `items` */
export const mapConcurrently = <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> =>
  new PQueue({ concurrency: CONCURRENCY }).addAll(items.map((item) => () => work(item)));

export interface Registration {
  name: string;
  email: string;
  role: 'worker' | 'buyer' | 'admin';
}

/** Registers as the browser does: account, access token, user record, live stream. */
export const createRegistration = (deps: {
  calls: Calls;
  /** As `npm run admin` does. */
  makeAdmin: (email: string) => Promise<unknown>;
  openLive: (person: { token: string }) => Promise<LiveStream>;
}) => {
  const { calls, makeAdmin, openLive } = deps;

  const untilAdmin = async (token: string): Promise<void> => {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await calls.ask('listParked', { token, refusals: [403] })) return;
      await pause(20);
    }
    throw new Error('The new admin has no admin rights after two seconds');
  };

  return async ({ name, email, role }: Registration): Promise<Person> => {
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
