import type { Identity } from '@piecework/contracts';
import { outcome } from '../support/client';
import { PASSWORD, type Person } from '../support/people';
import { picture } from '../support/samples';
import { eventually, useStack } from '../support/stack';

const stack = useStack();

const NEW_PASSWORD = 'Another Word 2!';

/** A browser's identity token, and the access token obtained with it. */
interface Browser {
  identity: Identity;
  token: string;
}
const openSession = async (identity: Identity): Promise<Browser> => {
  const { token } = await stack().get('jwt', { token: identity.idToken, body: { email: identity.email } });
  return { identity, token };
};
const signIn = async ({ email }: Person, password = PASSWORD) =>
  openSession(await stack().get('signIn', { body: { email, password } }));
const withdraw = (by: { token: string }) =>
  stack().ask('createWithdrawal', { as: by, body: { withdrawalCoin: 200, paymentSystem: 'bkash' } });

/** Outcomes of calls with the tokens of a browser. */
const outcomesOf = async ({ identity: { email, idToken }, token }: Browser) => {
  const body = { email };
  const password = { old: 'Wrong1!aa', new: NEW_PASSWORD };
  return [
    outcome(await stack().ask('jwt', { token: idToken, body })),
    outcome(await stack().ask('identityMe', { token: idToken })),
    outcome(await stack().ask('changePassword', { token: idToken, body: password })),
    outcome(await stack().ask('createUser', { token: idToken, body: {} })),
    outcome(await stack().ask('uploadImage', { token: idToken, ...picture() })),
    outcome(await stack().ask('uploadImage', { token, ...picture() })),
    outcome(await stack().ask('getUser', { token })),
    outcome(await withdraw({ token })),
  ];
};
const ACCEPTED = ['200', '200', '400 invalid-credential', '200', '201', '201', '200', '201'];
const REFUSED = Array(ACCEPTED.length).fill('401 token-expired');

/** Milliseconds. The gateway may lag behind by one second; the rest allows for a busy machine. */
const LAG_MS = 3000;

/** Waits until the gateway refuses the access token, then checks all calls. */
const expectRefused = async (browser: Browser, refused: readonly string[] = REFUSED) => {
  await eventually('the access token of an ended session is refused', LAG_MS, async () => {
    const { status } = await stack().ask('getUser', { token: browser.token });
    return status === 401 || undefined;
  });
  expect(await outcomesOf(browser)).toEqual(refused);
};

describe('stolen tokens', () => {
  const ENDINGS: Record<string, (worker: Person, own: Browser, stolen: Browser) => Promise<unknown>> = {
    'a change of password': async (_worker, own) =>
      stack().get('changePassword', { token: own.identity.idToken, body: { old: PASSWORD, new: NEW_PASSWORD } }),
    "the operator's new password": async ({ email }) =>
      stack().internal('user', 'setPassword', { email, password: NEW_PASSWORD }),
    'a sign-out': async (_worker, _own, { identity: { refreshToken } }) =>
      stack().ask('signOut', { body: { refreshToken } }),
    'a second use of a refresh token': async (_worker, _own, { identity: { refreshToken } }) => {
      await stack().get('refreshIdentity', { body: { refreshToken } });
      await stack().ask('refreshIdentity', { body: { refreshToken } });
    },
  };

  test.each(Object.keys(ENDINGS))('are refused after %s', async (name) => {
    const worker = await stack().signUp('worker', 'Wanda');
    const [own, stolen] = [await signIn(worker), await signIn(worker)];
    const watching = await stack().live(stolen);
    expect(await outcomesOf(stolen)).toEqual(ACCEPTED);
    await ENDINGS[name]?.(worker, own, stolen);
    await expectRefused(stolen);
    expect(await watching.ended(LAG_MS)).toBe(true);
  });
});

test('a sign-out in one browser keeps the session and live stream of another', async () => {
  const worker = await stack().signUp('worker', 'Will');
  const [here, elsewhere] = [await signIn(worker), await signIn(worker)];
  const watching = await stack().live(elsewhere);
  await stack().ask('signOut', { body: { refreshToken: here.identity.refreshToken } });
  await expectRefused(here);
  expect(await outcomesOf(elsewhere)).toEqual(ACCEPTED);
  expect(await watching.ended(0)).toBe(false);
  await stack().get('refreshIdentity', { body: { refreshToken: elsewhere.identity.refreshToken } });
  watching.close();
});

test('a password change returns tokens of a new session', async () => {
  const worker = await stack().signUp('worker', 'Wim');
  const own = await signIn(worker);
  const identity = await stack().get('changePassword', {
    token: own.identity.idToken,
    body: { old: PASSWORD, new: NEW_PASSWORD },
  });
  expect(await outcomesOf(await openSession(identity))).toEqual(ACCEPTED);
  await expectRefused(own);
});

test('a closed account cannot sign in, refresh or upload', async () => {
  const admin = await stack().signUp('admin', 'Ada');
  const worker = await stack().signUp('worker', 'Wolf');
  const own = await signIn(worker);
  await stack().get('deleteUser', { as: admin, params: { id: worker.userId } });
  const { email } = worker;
  const { refreshToken } = own.identity;
  expect([
    outcome(await stack().ask('signIn', { body: { email, password: PASSWORD } })),
    outcome(await stack().ask('refreshIdentity', { body: { refreshToken } })),
  ]).toEqual(Array(2).fill('403 account-closed'));
  await expectRefused(own, [...Array(5).fill('403 account-closed'), ...Array(3).fill('401 unauthenticated')]);
});
