import { DAY_MS, systemClock, utcDayOf } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { COIN_PACKAGES, type CoinPackage, type Role, TEST_CARDS } from '@piecework/contracts';
import { createTokens, type IdentityClaims, type Tokens } from '@piecework/identity';
import { createInternalClient, type InternalClient } from '@piecework/stack';
import { DEFAULT_TEXTS_VERSION } from '@piecework/texts/legal-texts';
import type { StackAddress } from './child-stack';
import type { Client } from './client';

/** A registered user with their tokens. */
export interface Person {
  name: string;
  email: string;
  password: string;
  uid: string;
  userId: string;
  /** The access token. */
  token: string;
  identityToken: string;
  refreshToken: string;
}

export const PASSWORD = 'Piecework1!';
/** No name of the team, which P-1.22 refuses. */
export const PLAIN_NAMES: Readonly<Record<Role, string>> = { worker: 'worker', buyer: 'buyer', admin: 'ada' };
const LARGEST_PACKAGE = COIN_PACKAGES[COIN_PACKAGES.length - 1] as CoinPackage;

/** Body of a new task: two places at 5 coins. */
export const taskFields = (changes: Record<string, unknown> = {}) => ({
  taskTitle: 'Name the birds in ten pictures',
  taskDetail: 'Ten pictures of garden birds. Write the common name of each.',
  submissionInfo: 'One name per line',
  requiredWorkers: 2,
  payableAmount: 5,
  completionDate: utcDayOf(Date.now() + 7 * DAY_MS),
  taskImageURL: 'https://pictures.example/birds.webp',
  ...changes,
});

export const createPeople = (deps: {
  client: Client;
  tokens: Tokens;
  internal: InternalClient;
  settle: () => Promise<void>;
}) => {
  const { client, tokens, internal, settle } = deps;
  const { ask, get, insert } = client;
  let count = 0;

  const register = async (
    name: string,
    role: Role,
    identity: { uid: string; email: string; idToken: string; refreshToken: string },
  ): Promise<Person> => {
    const { uid, email, idToken, refreshToken } = identity;
    const { token } = await get('jwt', { token: idToken, body: { email } });
    const userRole = role === 'buyer' ? 'buyer' : 'worker';
    const userId = await insert('createUser', {
      token,
      body: { userName: name, userRole, termsVersion: DEFAULT_TEXTS_VERSION },
    });
    const person = { name, email, password: PASSWORD, uid, userId, token, identityToken: idToken, refreshToken };
    if (role === 'admin') {
      await internal('user', 'makeAdmin', { email });
      await untilAdmin(person);
    }
    return person;
  };

  const untilAdmin = async (person: Person) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const { status } = await ask('listParked', { as: person });
      if (status === 200) return;
      await pause(10);
    }
    throw new Error(`${person.email} has no admin rights a second after makeAdmin`);
  };

  /** Waits until the starting coins are granted and all services know the user. */
  const settled = async <T>(value: T): Promise<T> => {
    await settle();
    return value;
  };

  /** Signs up with a password and registers. */
  const signUp = async (role: Role, name = PLAIN_NAMES[role]): Promise<Person> => {
    const email = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${++count}@people.example`;
    const identity = await get('signUp', { body: { email, password: PASSWORD, displayName: name } });
    if (!identity) throw new Error('signUp returned no identity');
    return settled(await register(name, role, identity));
  };

  const claimsOf = (name: string, provider: IdentityClaims['provider'] = 'password'): IdentityClaims => {
    const uid = `crowd-${++count}`;
    return { uid, email: `${uid}@crowd.example`, name, picture: '', provider };
  };

  /** Registers a user with a self-signed identity token: without the slow password hash. */
  const registerWithoutPassword = (role: Role, name: string): Promise<Person> => {
    const claims = claimsOf(name);
    const idToken = tokens.signIdentity(claims);
    return register(name, role, { ...claims, idToken, refreshToken: '' });
  };
  const newcomer = async (role: Role, name = PLAIN_NAMES[role]) => settled(await registerWithoutPassword(role, name));

  const crowd = async (role: Role, size: number): Promise<Person[]> => {
    const people: Person[] = [];
    for (let begun = 0; begun < size; begun += 20)
      people.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(20, size - begun) }, (_, index) =>
            registerWithoutPassword(role, `${role} ${begun + index + 1}`),
          ),
        )),
      );
    return settled(people);
  };

  /** Pays by card and records the payment. @returns its id */
  const pay = async (buyer: Person, price: number = LARGEST_PACKAGE.price): Promise<string> => {
    const { clientSecret } = await get('createPaymentIntent', { as: buyer, body: { price } });
    await get('confirmSimulatedPayment', { as: buyer, body: { clientSecret, cardNumber: TEST_CARDS.succeeds } });
    return insert('storePayment', { as: buyer, body: { amount: price } });
  };

  /** Buys at least so many coins, which an admin credits. */
  const enrich = async (buyer: Person, admin: Person, coins: number): Promise<void> => {
    for (let bought = 0; bought < coins; bought += LARGEST_PACKAGE.coins) {
      const intent = await pay(buyer);
      await get('creditPayment', { as: admin, params: { intent } });
    }
    await settle();
  };

  const post = (buyer: Person, changes: Record<string, unknown> = {}): Promise<string> =>
    insert('createTask', { as: buyer, body: taskFields(changes) });

  const submit = (worker: Person, taskId: string, submissionDetails = 'Robin, wren, blackbird'): Promise<string> =>
    insert('createSubmission', { as: worker, body: { taskId, submissionDetails } });

  const decide = (buyer: Person, id: string, status: 'approved' | 'reject') =>
    get('decideSubmission', { as: buyer, params: { id }, body: { status } });

  /** Pays a worker so many coins of a buyer by an approved submission. */
  const earn = async (worker: Person, buyer: Person, coins: number): Promise<void> => {
    const taskId = await post(buyer, { requiredWorkers: 1, payableAmount: coins });
    await decide(buyer, await submit(worker, taskId), 'approved');
    await settle();
  };

  /** Balance of the wallet: that of the last statement entry. */
  const balance = async (person: Person): Promise<number> => {
    const [last] = await get('statement', { as: person, query: { limit: 1 } });
    return last?.balance ?? 0;
  };

  return { signUp, newcomer, crowd, claimsOf, pay, enrich, post, submit, decide, earn, balance };
};

export type People = ReturnType<typeof createPeople>;

/** Creates users on a stack in other processes. Does not wait for events to be handled: other clients may be active. */
export const peopleOn = ({ settings }: Pick<StackAddress, 'settings'>, client: Client): People =>
  createPeople({
    client,
    tokens: createTokens({ clock: systemClock, secret: settings.jwtSecret }),
    internal: createInternalClient(settings),
    settle: async () => {},
  });
