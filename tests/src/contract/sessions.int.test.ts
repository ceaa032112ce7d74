import type { Identity } from '@piecework/contracts';
import { outcome } from '../support/client';
import { PASSWORD, type Person } from '../support/people';
import { picture } from '../support/samples';
import { eventually, useStack } from '../support/stack';

const stack = useStack();

const NEW_PASSWORD = 'Another Word 2!';

/** A browser: its identity token, and the access token that it bought with it. */
interface Browser {
  identity: Identity;
  token: string;
}
const enter = async (identity: Identity): Promise<Browser> => {
  const { token } = await stack().get('jwt', { token: identity.idToken, body: { email: identity.email } });
  return { identity, token };
};
const signIn = async ({ email }: Person, password = PASSWORD) =>
  enter(await stack().get('signIn', { body: { email, password } }));
const withdraw = (by: { token: string }) =>
  stack().ask('createWithdrawal', {
    as: by,
    body: { withdrawalCoin: 200, paymentSystem: 'bkash' },
  });

/** What the tokens of a browser are good for. */
const triesOf = async ({ identity: { email, idToken }, token }: Browser) => {
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
const WORKS = ['200', '200', '400 invalid-credential', '200', '201', '201', '200', '201'];
const IS_REFUSED = Array(WORKS.length).fill('401 token-expired');

/** The gateway may lag behind by a second; this machine may be busy. */
const LAG_MS = 3000;

/** Once the gateway refuses the access token, everything has to be refused. */
const expectRefused = async (browser: Browser, refused: readonly string[] = IS_REFUSED) => {
  await eventually('the access token of an ended session is refused', LAG_MS, async () => {
    const { status } = await stack().ask('getUser', { token: browser.token });
    return status === 401 || undefined;
  });
  expect(await triesOf(browser)).toEqual(refused);
};

describe('the tokens that a thief has copied', () => {
  const ENDINGS: Record<string, (worker: Person, own: Browser, stolen: Browser) => Promise<unknown>> = {
    'a change of password': async (_worker, own) =>
      stack().get('changePassword', {
        token: own.identity.idToken,
        body: { old: PASSWORD, new: NEW_PASSWORD },
      }),
    "the operator's new password": async ({ email }) =>
      stack().internal('user', 'setPassword', { email, password: NEW_PASSWORD }),
    'a sign-out': async (_worker, _own, { identity: { refreshToken } }) =>
      stack().ask('signOut', { body: { refreshToken } }),
    'a second use of a refresh token': async (_worker, _own, { identity: { refreshToken } }) => {
      await stack().get('refreshIdentity', { body: { refreshToken } });
      await stack().ask('refreshIdentity', { body: { refreshToken } });
    },
  };

  test.each(Object.keys(ENDINGS))('are good for nothing after %s', async (name) => {
    const worker = await stack().signUp('worker', 'Wanda');
    const [own, stolen] = [await signIn(worker), await signIn(worker)];
    const watching = await stack().live(stolen);
    expect(await triesOf(stolen)).toEqual(WORKS);
    await ENDINGS[name]?.(worker, own, stolen);
    await expectRefused(stolen);
    expect(await watching.ended(LAG_MS)).toBe(true);
  });
});

test('a sign-out in one browser leaves the other alone, its live stream too', async () => {
  const worker = await stack().signUp('worker', 'Will');
  const [here, elsewhere] = [await signIn(worker), await signIn(worker)];
  const watching = await stack().live(elsewhere);
  await stack().ask('signOut', { body: { refreshToken: here.identity.refreshToken } });
  await expectRefused(here);
  expect(await triesOf(elsewhere)).toEqual(WORKS);
  expect(await watching.ended(0)).toBe(false);
  await stack().get('refreshIdentity', { body: { refreshToken: elsewhere.identity.refreshToken } });
  watching.close();
});

test('who changes the password goes on in the session that the answer begins', async () => {
  const worker = await stack().signUp('worker', 'Wim');
  const own = await signIn(worker);
  const identity = await stack().get('changePassword', {
    token: own.identity.idToken,
    body: { old: PASSWORD, new: NEW_PASSWORD },
  });
  expect(await triesOf(await enter(identity))).toEqual(WORKS);
  await expectRefused(own);
});

test('a closed account neither signs in nor refreshes nor uploads', async () => {
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
