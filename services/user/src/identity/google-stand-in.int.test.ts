import { Readable } from 'node:stream';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  closeAccount,
  PASSWORD,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { accounts } from './identity.store';

const ORIGIN = 'http://localhost:3000';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let h: Harness;
beforeEach(async () => {
  h = await startUserHarness();
});
afterEach(() => h.stop());

const open = (origin?: string) => h.call('googlePage', { query: origin === undefined ? {} : { origin } });
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  h.call('googleDecide', {
    headers: { ...FORM, ...headers },
    raw: Readable.from([new URLSearchParams({ origin: ORIGIN, decision: 'approve', ...fields }).toString()], {
      objectMode: false,
    }),
  });
const make = (email: string, name = 'Gus') => post({ account: 'new', email, name });

const sent = (html: string) => {
  const json = /<script type="application\/json" id="result">(.*?)<\/script>/s.exec(html)?.[1];
  if (!json) throw new Error('The page sends nothing');
  return JSON.parse(json);
};

describe('googlePage', () => {
  it('runs no scripts or styles but its own', async () => {
    const { status, headers, body } = await open(ORIGIN);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1];
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect((await open(ORIGIN)).headers['content-security-policy']).not.toBe(policy);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' });
  });

  it('lists the accounts that were created on it, no others', async () => {
    await h.call('signUp', { body: { email: 'ann@example.com', password: PASSWORD, displayName: 'Ann' } });
    await make('gus@example.com');
    const { body } = await open(ORIGIN);
    expect(body).toContain('gus@example.com');
    expect(body).not.toContain('ann@example.com');
  });

  it('escapes names', async () => {
    await make('gus@example.com', `<img src=x onerror="alert(1)">'&`);
    const { body } = await open(ORIGIN);
    expect(body).not.toContain('<img');
    expect(body).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#39;&#38;');
    const again = await post({ account: 'new', email: '"><script>alert(1)</script>', name: 'Gus' });
    expect(again.status).toBe(400);
    expect(again.body).not.toContain('<script>alert');
  });

  it.each([
    undefined,
    'https://evil.example',
    'http://localhost:3000/',
    'http://localhost:3000.evil.example',
    'null',
    '*',
  ])('refuses the origin %s', async (origin) => {
    expect(await open(origin)).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  it('answers 404 in production', async () => {
    await h.stop();
    h = await startUserHarness({
      env: {
        NODE_ENV: 'production',
        ALLOW_INSECURE: 'weak-secret',
        STORE: 'sqlite',
        EVENTS: 'sqlite',
        IDENTITY: 'embedded',
        PAYMENTS: 'simulated',
        IMAGES: 'files',
        COIN_CREDIT: 'manual',
        PUBLIC_ORIGIN: ORIGIN,
      },
    });
    expect((await open(ORIGIN)).status).toBe(404);
    expect((await make('gus@example.com')).status).toBe(404);
    expect(await h.store.collection(accounts).countDocuments({})).toBe(0);
  });
});

describe('googleDecide', () => {
  it('creates an account and posts its identity to the requesting origin only', async () => {
    const { status, headers, body } = await make('Gus@Example.com');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const { origin, result } = sent(body);
    expect(origin).toBe(ORIGIN);
    expect(result).toEqual({
      type: 'piecework:google',
      identity: expect.objectContaining({
        email: 'gus@example.com',
        displayName: 'Gus',
        emailVerified: true,
        expiresIn: 3600,
      }),
    });
    expect(h.tokens.verifyIdentity(result.identity.idToken)).toMatchObject({
      ok: true,
      claims: { provider: 'google' },
    });
    const { status: refreshed } = await h.call('refreshIdentity', {
      body: { refreshToken: result.identity.refreshToken },
    });
    expect(refreshed).toBe(200);
  });

  it('signs in an existing account, chosen or typed', async () => {
    const first = sent((await make('gus@example.com')).body).result.identity;
    const chosen = sent((await post({ account: first.uid })).body).result.identity;
    const typed = sent((await make('gus@example.com', 'Other')).body).result.identity;
    expect([chosen.uid, typed.uid, typed.displayName]).toEqual([first.uid, first.uid, 'Gus']);
    expect(await h.store.collection(accounts).countDocuments({})).toBe(1);
  });

  it('strips invisible characters from a name and refuses a name of nothing else', async () => {
    const { displayName } = sent((await make('gus@example.com', 'G\u202eu\u2066s')).body).result.identity;
    expect(displayName).toBe('Gus');
    expect((await make('eve@example.com', '\u200b\u2069')).body).toContain('must contain a visible character');
    expect(await h.store.collection(accounts).countDocuments({})).toBe(1);
  });

  it('creates one account for concurrent forms', async () => {
    const pages = await Promise.all([make('gus@example.com'), make('gus@example.com')]);
    const [one, other] = pages.map(({ body }) => sent(body).result.identity.uid);
    expect(one).toBe(other);
  });

  it('signs in no account with a password', async () => {
    const { body } = await h.call('signUp', {
      body: { email: 'ann@example.com', password: PASSWORD, displayName: 'Ann' },
    });
    expect(sent((await make('ann@example.com')).body).result.error.code).toBe(
      'account-exists-with-different-credential',
    );
    const chosen = await post({ account: body.uid });
    expect(chosen.status).toBe(400);
    expect(chosen.body).toContain('Choose another one');
  });

  it('keeps password accounts and Google accounts apart by email', async () => {
    const { identity } = sent((await make('gus@example.com')).body).result;
    const signUp = await h.call('signUp', {
      body: { email: 'gus@example.com', password: PASSWORD, displayName: 'Gus' },
    });
    expect(signUp).toMatchObject({ status: 409, body: { code: 'email-in-use' } });
    const signIn = await h.call('signIn', { body: { email: 'gus@example.com', password: PASSWORD } });
    expect(signIn).toMatchObject({ status: 400, body: { code: 'invalid-credential' } });
    const verified = h.tokens.verifyIdentity(identity.idToken);
    const claims = verified.ok ? verified.claims : undefined;
    const change = await h.call('changePassword', {
      ...(claims && { identity: claims }),
      body: { old: 'x', new: PASSWORD },
    });
    expect(change).toMatchObject({ status: 409, body: { code: 'no-password' } });
    expect(await h.internal('setPassword', { email: 'gus@example.com', password: PASSWORD })).toMatchObject({
      done: false,
    });
  });

  it('reports a cancellation and creates nothing', async () => {
    const { body } = await post({ decision: 'cancel', account: 'new', email: 'gus@example.com', name: 'Gus' });
    expect(sent(body)).toEqual({
      origin: ORIGIN,
      result: {
        type: 'piecework:google',
        error: { code: 'popup-closed-by-user', message: 'The sign-in was canceled.' },
      },
    });
    expect(await h.store.collection(accounts).countDocuments({})).toBe(0);
  });

  it('creates no account for the email of a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect(sent((await make(ann.email)).body).result.error.code).toBe('account-closed');
  });

  it('signs in no closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const { identity } = sent((await make('gus@example.com')).body).result;
    const { body } = await h.call('createUser', { identity, body: { userName: 'Gus' } });
    await closeAccount(h, admin, body.insertedId);
    for (const page of [await post({ account: identity.uid }), await make('gus@example.com')])
      expect(sent(page.body).result.error.code).toBe('account-closed');
  });

  it('shows missing fields beside their input and keeps typed values', async () => {
    const { status, body } = await make('not an email', '');
    expect(status).toBe(400);
    expect(body).toContain('Email must look like name@example.com');
    expect(body).toContain('Name is required');
    expect(body).toContain('value="not an email"');
    expect(body).toContain('aria-describedby="email-error"');
    expect((await post({})).body).toContain('Choose an account');
    expect(sent((await post({ email: 'gus@example.com', name: 'Gus' })).body).result).toHaveProperty('identity');
  });

  it('escapes a script end tag in a name', async () => {
    const { body } = await make('gus@example.com', '</script><script>alert(1)</script>');
    expect(body).not.toContain('<script>alert');
    expect(sent(body).result.identity.displayName).toBe('</script><script>alert(1)</script>');
  });

  it.each(['https://evil.example', '', 'http://localhost:3000/x'])('posts to no origin like %s', async (origin) => {
    const refused = await post({ account: 'new', email: 'gus@example.com', name: 'Gus', origin });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await h.store.collection(accounts).countDocuments({})).toBe(0);
  });

  it('refuses a form of another site', async () => {
    const fields = { account: 'new', email: 'gus@example.com', name: 'Gus' };
    for (const site of ['cross-site', 'same-site'])
      expect((await post(fields, { 'sec-fetch-site': site })).status).toBe(400);
    expect((await post(fields, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('limits the length of the form', async () => {
    expect((await post({ account: 'new', name: 'x'.repeat(11_000) })).status).toBe(413);
    expect((await post({ account: 'new' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await h.call('googleDecide', { headers: FORM })).status).toBe(400);
  });
});
