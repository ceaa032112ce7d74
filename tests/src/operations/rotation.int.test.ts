import { systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import type { OperationId } from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { newFolder, npmRun, type RunningProgram, run, stopped } from '../support/child-program';
import { type Answer, type Ask, type Client, createClient } from '../support/client';
import { PASSWORD } from '../support/people';
import { freeBasePort } from '../support/ports';

// docs/operations.md, "Changing the secret": a rolling restart that keeps all sessions.

const OLD = 'the secret of last year, long enough for all';
const NEW = 'the secret of this year, long enough for all';
type Secrets = { JWT_SECRET: string; JWT_SECRET_PREVIOUS?: string };
const STEPS: readonly Secrets[] = [
  { JWT_SECRET: OLD, JWT_SECRET_PREVIOUS: NEW },
  { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD },
  { JWT_SECRET: NEW },
];

/** The gateway and the two services for which it signs assertions. */
const PROGRAMS = {
  gateway: { target: 'gateway/src/main.ts', ready: 'gateway is ready' },
  user: { target: 'services/user/src/main.ts', ready: 'user service is ready' },
  wallet: { target: 'services/wallet/src/main.ts', ready: 'wallet service is ready' },
} as const;
type Name = keyof typeof PROGRAMS;

const running = new Map<Name, RunningProgram>();
let client: Client;
let env: Record<string, string>;
let token: string;

const start = async (name: Name, secrets: Secrets) => {
  const { target, ready } = PROGRAMS[name];
  const program = run(['scripts/run.mjs', target], { env: { ...env, ...secrets, LOG_LEVEL: 'info' } });
  running.set(name, program);
  await program.untilOutput(ready);
};
const restart = async (name: Name, secrets: Secrets) => {
  const program = running.get(name);
  if (program) expect((await stopped(program)).code).toBe(0);
  await start(name, secrets);
};

/** Retries while a service restarts (503); any other answer, such as 401, is returned. */
const askWithRetry = async (operation: OperationId, asked: Ask): Promise<Answer> => {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await client.ask(operation, asked);
    if (answer.status !== 503) return answer;
    await pause(50);
  }
  throw new Error('503 for 10 seconds');
};
const get = async <T>(operation: OperationId, asked: Ask): Promise<T> => {
  const { status, body } = await askWithRetry(operation, asked);
  expect([operation, status < 300 || status]).toEqual([operation, true]);
  return body as T;
};

const EMAIL = 'wilma@people.example';
interface Identity {
  idToken: string;
  refreshToken: string;
}
let identity: Identity;

const tokenOf = async (idToken: string): Promise<string> =>
  (await get<{ token: string }>('jwt', { token: idToken, body: { email: EMAIL } })).token;
/** Expects that both services accept the token. */
const expectSignedIn = async (as: string) => {
  await get('getUser', { token: as, query: { email: EMAIL } });
  await get('statement', { token: as });
};

beforeAll(async () => {
  const port = await freeBasePort();
  env = { PORT: String(port), DATA_DIR: await newFolder() };
  for (const name of Object.keys(PROGRAMS) as Name[]) await start(name, { JWT_SECRET: OLD });
  client = createClient(`http://127.0.0.1:${port + 80}`);
  identity = await get('signUp', { body: { email: EMAIL, password: PASSWORD, displayName: 'Wilma' } });
  token = await tokenOf(identity.idToken);
  await get('createUser', { token, body: { userName: 'Wilma', userRole: 'worker' } });
});
afterAll(() => client.close());

describe('a rolling change of the secret', () => {
  it.each(STEPS.map((secrets, at) => ({ step: at + 1, secrets })))(
    'keeps all sessions in step $step, for each order of restarts',
    async ({ step, secrets }) => {
      // Each step starts with another program.
      const names = Object.keys(PROGRAMS) as Name[];
      const order = [...names.slice(step - 1), ...names.slice(0, step - 1)];
      // The last step follows an hour after the second, when tokens of the old secret have expired.
      if (step === 3) token = await tokenOf(identity.idToken);
      for (const name of order) {
        await restart(name, secrets);
        await expectSignedIn(token);
        // Also a sign-in and a refresh during the rotation.
        const fresh = await get<Identity>('signIn', { body: { email: EMAIL, password: PASSWORD } });
        await expectSignedIn(await tokenOf(fresh.idToken));
        identity = await get('refreshIdentity', { body: { refreshToken: identity.refreshToken } });
        await expectSignedIn(await tokenOf(identity.idToken));
      }
    },
  );

  it('finally refuses tokens of the old secret', async () => {
    const old = createTokens({ clock: systemClock, secret: OLD });
    const forged = old.signAccess({ uid: 'any-user', email: EMAIL });
    expect((await askWithRetry('statement', { token: forged })).status).toBe(401);
    await expectSignedIn(token);
  });
});

it('commands may use either secret while both are accepted', async () => {
  await restart('user', { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
  for (const secret of [OLD, NEW]) {
    const { output } = await npmRun('admin', ['unknown@people.example', '--data', env.DATA_DIR ?? ''], {
      env: { ...env, JWT_SECRET: secret },
    });
    expect(output).toMatch(/^No user is registered as unknown@people.example/);
  }
});
