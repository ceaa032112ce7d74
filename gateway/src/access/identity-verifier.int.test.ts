import { FIREBASE_ENV } from '@piecework/config/testing';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
afterEach(() => rig.stop());

const ANN = {
  uid: 'firebase-ann',
  email: 'Ann@Example.com',
  name: 'Ann',
  picture: '',
  provider: 'password',
  emailVerified: false,
};
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const register = (token: string) =>
  rig.fetchAs(token, '/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
const problem = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('identity tokens of another provider', () => {
  beforeEach(async () => {
    rig = await startRig({ env: FIREBASE_ENV });
  });

  test('are verified once by the user service, whose claims are forwarded', async () => {
    const asked: unknown[] = [];
    rig.internalHandlers.verifyIdentity = ({ token }) => {
      asked.push(token);
      return { ok: true, claims: { ...ANN, exp: inAnHour() } };
    };
    for (let n = 0; n < 2; n++) {
      const response = await register('a.firebase.token');
      const { headers } = (await response.json()) as { headers: Record<string, string> };
      const vouched = rig.assertions.verify('user', headers['x-piecework-assertion'] ?? '');
      expect(vouched).toMatchObject({ claims: { actor: null, identity: { ...ANN, email: 'ann@example.com' } } });
    }
    expect(asked).toEqual(['a.firebase.token']);
  });

  test('are refused with its reason', async () => {
    rig.internalHandlers.verifyIdentity = () => ({ ok: false, reason: 'bad' });
    expect(await problem(await register('bad.token.'))).toEqual([401, 'unauthenticated']);
    rig.internalHandlers.verifyIdentity = () => ({ ok: false, reason: 'expired' });
    expect(await problem(await register('old.token.'))).toEqual([401, 'token-expired']);
  });

  test('cause a 503, which ends no session, while they cannot be verified', async () => {
    for (const answer of [{ ok: false, reason: 'unavailable' }, { ok: true, claims: {} }, null]) {
      rig.internalHandlers.verifyIdentity = () => answer;
      expect(await problem(await register('a.b.c'))).toEqual([503, 'unavailable']);
    }
  });

  test("replace the installation's own identity tokens", async () => {
    rig.internalHandlers.verifyIdentity = () => ({ ok: false, reason: 'bad' });
    const ours = rig.tokens.signIdentity({ ...ANN, provider: 'password' });
    expect(await problem(await register(ours))).toEqual([401, 'unauthenticated']);
  });
});

test('of the embedded provider are verified without a call', async () => {
  rig = await startRig();
  rig.internalHandlers.verifyIdentity = () => {
    throw new Error('asked');
  };
  const token = rig.tokens.signIdentity({ ...ANN, provider: 'password' });
  expect((await register(token)).status).toBe(200);
});
