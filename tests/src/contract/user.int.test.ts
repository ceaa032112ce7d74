import type { Identity, PublicUser, Role, User } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import { type Answer, faultyFields, outcome } from '../support/client';
import { contract, type InvalidValues, useContractFixture } from '../support/contract';
import { mailableAccount, mailedToken } from '../support/mailed-link';
import { PASSWORD, type Person, taskFields } from '../support/people';
import { googleForm, waitingAccount } from '../support/samples';
import { eventually } from '../support/stack';

const fixture = useContractFixture();

const coins = (person: Person) => fixture().stack.balance(person);
const changeRole = (as: Person, { userId: id }: Person, userRole: Role) =>
  fixture().stack.ask('changeUser', { as, params: { id }, body: { userRole } });
const remove = (as: Person, { userId: id }: Person) => fixture().stack.ask('deleteUser', { as, params: { id } });
const signIn = (email: string, password: string) => fixture().stack.ask('signIn', { body: { email, password } });
const refresh = (refreshToken: string) => fixture().stack.ask('refreshIdentity', { body: { refreshToken } });

const email: InvalidValues = [
  [undefined, 'Email is required'],
  ['', 'Email is required'],
  [5, 'Email is required'],
  [['a@b.example'], 'Email is required'],
  ['unknown', 'Email must look like name@example.com'],
  ['a@b', 'Email must look like name@example.com'],
  [`${'x'.repeat(250)}@b.example`, 'Email must be at most 254 characters'],
];
const name: InvalidValues = [
  ['   ', 'Name is required'],
  [5, 'Name must be text'],
  ['x'.repeat(201), 'Name must be at most 200 characters'],
];
const photo: InvalidValues = [
  ['http://pictures.example/a.png', 'Profile URL must be an https address or an uploaded picture'],
  ['javascript:alert(1)', 'Profile URL must be an https address or an uploaded picture'],
  [5, 'Profile URL must be text'],
  [`https://pictures.example/${'x'.repeat(2000)}`, 'Profile URL must be at most 2000 characters'],
];
const password: InvalidValues = [
  [undefined, 'Password is required'],
  ['', 'Password is required'],
  [12345678, 'Password is required'],
  ['x'.repeat(201), 'Password must be at most 200 characters'],
];
const RULE =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least 8 characters long';
const newPassword: InvalidValues = [
  ...password.slice(0, 3),
  ...['Short1!', 'alllower1!', 'ALLUPPER1!', 'NoDigits!!', 'NoSpecial11', 'Special^111'].map(
    (value) => [value, RULE] as const,
  ),
];
const refreshToken: InvalidValues = [
  [undefined, 'Refresh token is required'],
  [5, 'Refresh token must be text'],
  ['x'.repeat(201), 'Refresh token must be at most 200 characters'],
];
const linkToken: InvalidValues = [
  [undefined, 'Link is required'],
  ['', 'Link is required'],
  [5, 'Link must be text'],
  ['x'.repeat(201), 'Link must be at most 200 characters'],
];
const role: InvalidValues = [
  ['boss', 'Role must be one of worker, buyer, admin'],
  [['admin'], 'Role must be one of worker, buyer, admin'],
  [null, 'Role must be one of worker, buyer, admin'],
];

contract('user', fixture, {
  jwt: { invalidValues: { email } },

  createUser: {
    invalidValues: {
      userName: name,
      userPhotoURL: photo,
      userRole: [
        ['admin', 'Role must be worker or buyer'],
        ['', 'Role must be worker or buyer'],
        [1, 'Role must be worker or buyer'],
      ],
    },
    tests: () => {
      const register = (token: string, body: object) => fixture().stack.ask('createUser', { token, body });
      const newIdentity = (provider?: 'google') => {
        const { claimsOf, tokens } = fixture().stack;
        const claims = claimsOf('Nina', provider);
        return { claims, token: tokens.signIdentity(claims) };
      };

      test.each([
        ['worker', 10],
        ['buyer', 50],
      ])('registers a %s with %i coins, and ignores coins, email and id of the body', async (userRole, granted) => {
        const { stack, admin } = fixture();
        const { token, claims } = newIdentity();
        const { status } = await register(token, {
          userRole,
          userName: 'Nina <b>',
          userEmail: admin.email,
          userAvailableCoin: 1_000_000,
          _id: admin.userId,
        });
        expect(status).toBe(201);
        await stack.settle();
        const { token: access } = await stack.get('jwt', { token, body: { email: claims.email } });
        expect(await stack.get('getUser', { token: access })).toMatchObject({
          userName: 'Nina <b>',
          userEmail: claims.email,
          userRole,
          userAvailableCoin: granted,
        });
      });

      test('runs concurrently with POST /jwt of the same identity token, and requires a token', async () => {
        const { stack } = fixture();
        const { token, claims } = newIdentity();
        const [jwt, registered] = await Promise.all([
          stack.ask('jwt', { token, body: { email: claims.email } }),
          register(token, { userRole: 'worker' }),
        ]);
        expect([jwt.status, registered.status]).toEqual([200, 201]);
        const { token: access } = jwt.body as { token: string };
        expect(await stack.get('getUser', { token: access })).toMatchObject({ userEmail: claims.email });
        const anonymous = await stack.ask('createUser', { body: { userEmail: 'nina@example.com' } });
        expect(outcome(anonymous)).toBe('401 unauthenticated');
      });
    },
  },

  getUser: {
    tests: () => {
      const look = (as: Person, of?: string) =>
        fixture().stack.ask('getUser', { as, query: of === undefined ? {} : { email: of } });

      test('shows the full record to the user and to admins', async () => {
        const { worker, admin } = fixture();
        const whole = {
          _id: worker.userId,
          userName: worker.name,
          userEmail: worker.email,
          userPhotoURL: '',
          userRole: 'worker',
          userAvailableCoin: 10,
        };
        expect((await look(worker)).body).toEqual(whole);
        expect((await look(worker, worker.email.toUpperCase())).body).toEqual(whole);
        expect((await look(admin, worker.email)).body).toEqual(whole);
      });
    },
  },

  listUsers: {
    tests: () => {
      let rich: Person;
      beforeAll(async () => {
        const { stack, buyer } = fixture();
        rich = await stack.newcomer('worker', 'Rita Rich');
        await stack.earn(rich, buyer, 500);
        for (let more = 0; more < 7; more++) await stack.newcomer('worker', `Poor ${more}`);
      });
      const list = async (as?: Person, query: Record<string, string | number> = {}) => {
        const answer = await fixture().stack.ask('listUsers', { as, query });
        return { ...answer, rows: answer.body as (User & PublicUser)[], total: answer.headers['x-total-count'] };
      };

      test('anonymous callers see the six workers with most coins, without emails', async () => {
        const { rows, text } = await list();
        expect(rows).toHaveLength(6);
        expect(rows[0]).toEqual({
          _id: rich.userId,
          userName: 'Rita Rich',
          userPhotoURL: '',
          userRole: 'worker',
          userAvailableCoin: 510,
        });
        expect(rows.every(({ userRole }) => userRole === 'worker')).toBe(true);
        const balances = rows.map(({ userAvailableCoin }) => userAvailableCoin);
        expect(balances).toEqual([...balances].sort((a, b) => b - a));
        expect(text).not.toContain('@');
      });

      test('buyers find the worker of a submission by email, which the reference client needs', async () => {
        const { stack, buyer, worker } = fixture();
        const id = await stack.post(buyer);
        await stack.submit(worker, id);
        const found = await eventually('the user service knows the submission', 2000, async () =>
          (await list(buyer)).rows.find(({ userEmail }) => userEmail === worker.email),
        );
        expect(found._id).toBe(worker.userId);
        const credit = { userAvailableCoin: (found.userAvailableCoin ?? Number.NaN) + 5 };
        const params = { id: found._id };
        expect((await stack.ask('changeUser', { as: buyer, params, body: credit })).body).toEqual({ modifiedCount: 0 });
      });
    },
  },

  changeProfile: {
    invalidValues: { userName: [...name, ['', 'Name is required'], [null, 'Name is required']], userPhotoURL: photo },
    tests: () => {
      const change = (as: Person, body: object) => fixture().stack.ask('changeProfile', { as, body });

      test("changes the caller's own record at once, and nothing else of it", async () => {
        const { stack, admin } = fixture();
        const person = await stack.newcomer('worker', 'Before');
        const body = {
          userName: '  After\u202e ',
          userEmail: admin.email,
          userRole: 'admin',
          userAvailableCoin: 1_000_000,
          _id: admin.userId,
        };
        expect((await change(person, body)).body).toEqual({ modifiedCount: 1 });
        const { userId, email } = person;
        expect(await stack.get('getUser', { as: person })).toEqual({
          _id: userId,
          userName: 'After',
          userEmail: email,
          userPhotoURL: '',
          userRole: 'worker',
          userAvailableCoin: 10,
        });
        expect((await change(person, { userName: 'After' })).body).toEqual({ modifiedCount: 0 });
        expect((await change(person, {})).body).toEqual({ modifiedCount: 0 });
      });
    },
  },

  changeUser: {
    invalidValues: { userRole: role },
    tests: () => {
      test('a new role takes effect within a second without a new sign-in, and resets the balance', async () => {
        const { stack, admin } = fixture();
        const person = await stack.newcomer('worker');
        const post = () => stack.ask('createTask', { as: person, body: taskFields() });
        expect(outcome(await post())).toBe('403 forbidden');
        expect((await changeRole(admin, person, 'buyer')).body).toEqual({ modifiedCount: 1 });
        await eventually('a new buyer posts', 1000, async () => ((await post()).status === 201 ? true : undefined));
        expect(await coins(person)).toBe(40);
        expect((await changeRole(admin, person, 'worker')).body).toEqual({ modifiedCount: 1 });
        await eventually('a former buyer is refused', 1000, async () =>
          outcome(await post()) === '403 forbidden' ? true : undefined,
        );
        expect(await coins(person)).toBe(10);
      });
    },
  },

  deleteUser: {
    tests: () => {
      test('closes the account once: its token gets 401 within a second, and its email stays taken', async () => {
        const { stack, admin } = fixture();
        const person = await stack.signUp('worker', 'Leaver');
        expect((await remove(admin, person)).body).toEqual({ deletedCount: 1 });
        expect((await remove(admin, person)).body).toEqual({ deletedCount: 0 });
        await eventually('the token of a closed account is refused', 1000, async () =>
          outcome(await stack.ask('getUser', { as: person })) === '401 unauthenticated' ? true : undefined,
        );
        expect(await stack.call('GET', '/live', { token: person.token })).toMatchObject({ status: 401 });
        const { identityToken: token, email: closed } = person;
        expect(outcome(await stack.ask('jwt', { token, body: { email: closed } }))).toBe('403 account-closed');
        expect(outcome(await stack.ask('createUser', { token, body: {} }))).toBe('403 account-closed');
        const again = { email: closed, password: PASSWORD, displayName: 'Leaver' };
        expect(outcome(await stack.ask('signUp', { body: again }))).toBe('403 account-closed');
        expect(outcome(await stack.ask('getUser', { as: admin, query: { email: closed } }))).toBe('404 not-found');
        expect(await stack.get('listUsers', { as: admin, query: { q: closed } })).toEqual([]);
      });

      test('a public operation ignores the token of a closed account', async () => {
        const { stack, admin, buyer } = fixture();
        const person = await stack.newcomer('worker');
        await stack.post(buyer, { taskTitle: 'Public task' });
        await remove(admin, person);
        await eventually('the account is closed', 1000, async () =>
          (await stack.ask('getUser', { as: person })).status === 401 ? true : undefined,
        );
        const { status, text } = await stack.ask('listTasks', { as: person, query: { q: 'public task' } });
        expect([status, text.includes('buyerEmail')]).toEqual([200, false]);
      });
    },
  },

  listWaitingGrants: {
    tests: () => {
      test('lists them to admins, who release them once; the person then has the coins and a notification', async () => {
        const { stack, admin } = fixture();
        const userId = await waitingAccount(fixture());
        await stack.settle();
        const waiting = (await stack.get('listWaitingGrants', { as: admin })).find((row) => row.userId === userId);
        expect(waiting).toMatchObject({ coins: 10, reason: 'mailbox', userRole: 'worker' });
        const release = () => stack.get('releaseGrants', { as: admin, body: { userIds: [userId] } });
        expect([await release(), await release()]).toEqual([{ released: 1 }, { released: 0 }]);
        await stack.settle();
        const query = { email: waiting?.userEmail ?? '' };
        expect(await stack.get('getUser', { as: admin, query })).toMatchObject({ userAvailableCoin: 10 });
      });
    },
  },
  releaseGrants: {
    invalidValues: {
      userIds: [
        [undefined, 'Accounts must be a list'],
        [[], 'Send at least one account'],
        [Array(101).fill('u'), 'Send at most 100 accounts'],
      ],
    },
  },

  createApiKey: {
    invalidValues: { name },
    tests: () => {
      const create = (as: Person) => fixture().stack.ask('createApiKey', { as, body: { name: 'Nightly' } });

      test('answers a key that acts as its owner, and no answer has it again', async () => {
        const { stack } = fixture();
        const buyer = await stack.newcomer('buyer');
        const { insertedId, key } = await stack.get('createApiKey', { as: buyer, body: { name: ' Nightly ' } });
        await stack.settle();
        expect(await stack.get('getUser', { token: key })).toMatchObject({ _id: buyer.userId });
        const taskId = await stack.insert('createTask', {
          token: key,
          body: taskFields({ requiredWorkers: 1, payableAmount: 1 }),
        });
        await stack.settle();
        const mine = await stack.get('listTasks', { token: key, query: { mine: 1 } });
        expect(mine.map(({ _id }) => _id)).toEqual([taskId]);
        const listed = await stack.ask('listApiKeys', { as: buyer });
        expect(listed.body).toEqual([
          { _id: insertedId, name: 'Nightly', createdAt: expect.any(String), mask: `pw_${insertedId}_…` },
        ]);
        expect(listed.headers['x-total-count']).toBe('1');
      });

      test('opens no other operation, and a wrong one is no key', async () => {
        const { stack } = fixture();
        const buyer = await stack.newcomer('buyer');
        const { key } = await stack.get('createApiKey', { as: buyer, body: { name: 'Nightly' } });
        await stack.settle();
        for (const operation of ['listApiKeys', 'statement', 'live', 'jwt', 'identityMe', 'listUsers'] as const)
          expect([operation, outcome(await stack.ask(operation, { token: key }))]).toEqual([
            operation,
            '403 key-not-allowed',
          ]);
        const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
        for (const operation of ['listTasks', 'listSubmissions', 'statement'] as const)
          expect(outcome(await stack.ask(operation, { token: wrong }))).toBe('401 unauthenticated');
      });

      test('ends with the account, and is refused in another role', async () => {
        const { stack, admin } = fixture();
        const buyer = await stack.newcomer('buyer');
        const { key } = await stack.get('createApiKey', { as: buyer, body: { name: 'Nightly' } });
        const params = { id: buyer.userId };
        await stack.get('changeUser', { as: admin, params, body: { userRole: 'worker' } });
        await stack.settle();
        expect(outcome(await stack.ask('listSubmissions', { token: key }))).toBe('403 forbidden');
        await stack.get('deleteUser', { as: admin, params });
        await stack.settle();
        expect(outcome(await stack.ask('listSubmissions', { token: key }))).toBe('401 unauthenticated');
      });

      test('refuses an eleventh key, also of concurrent calls', async () => {
        const buyer = await fixture().stack.newcomer('buyer');
        const answers = await Promise.all(Array.from({ length: 12 }, () => create(buyer)));
        expect(answers.map(outcome).sort()).toEqual([
          ...Array<string>(10).fill('201'),
          ...Array<string>(2).fill('409 too-many-keys'),
        ]);
      });

      test('with an Idempotency-Key makes a key per call: answers with keys are not stored', async () => {
        const { stack } = fixture();
        const as = await stack.newcomer('buyer');
        const ask = { as, body: { name: 'Nightly' }, headers: { 'idempotency-key': 'the-key' } };
        const keys = [await stack.get('createApiKey', ask), await stack.get('createApiKey', ask)];
        expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
      });
    },
  },

  listApiKeys: {},

  deleteApiKey: {
    tests: () => {
      test("revokes the caller's key at once, once, and no other's", async () => {
        const { stack, otherBuyer } = fixture();
        const buyer = await stack.newcomer('buyer');
        const { insertedId: id, key } = await stack.get('createApiKey', { as: buyer, body: { name: 'Nightly' } });
        await stack.settle();
        const revoke = async (as: Person) => (await stack.ask('deleteApiKey', { as, params: { id } })).body;
        expect(await revoke(otherBuyer)).toEqual({ deletedCount: 0 });
        expect(outcome(await stack.ask('listSubmissions', { token: key }))).toBe('200');
        expect(await revoke(buyer)).toEqual({ deletedCount: 1 });
        await stack.settle();
        expect(outcome(await stack.ask('listSubmissions', { token: key }))).toBe('401 unauthenticated');
        expect(await revoke(buyer)).toEqual({ deletedCount: 0 });
        expect(await stack.get('listApiKeys', { as: buyer })).toEqual([]);
      });
    },
  },

  listTestimonials: {
    tests: () => {
      test('shows testimonials to anonymous callers', async () => {
        const { stack } = fixture();
        const testimonial = { userName: 'Tess', userPhoto: 'https://pictures.example/t.webp', quote: 'Fair & quick' };
        await stack.internal('user', 'addTestimonial', testimonial);
        const userPhoto = shownPicture(testimonial.userPhoto, stack.settings);
        expect(await stack.get('listTestimonials')).toEqual([{ _id: expect.any(String), ...testimonial, userPhoto }]);
      });
    },
  },

  signUp: {
    invalidValues: {
      email,
      password: newPassword,
      displayName: [[undefined, 'Name is required'], ...name],
      photoURL: photo,
    },
    tests: () => {
      test('creates an account that can sign in, and returns an identity token of its email', async () => {
        const { stack } = fixture();
        const address = 'Una.Upper@People.Example';
        const body = { email: address, password: PASSWORD, displayName: ' Una ', photoURL: null };
        const made = (await stack.ask('signUp', { body })).body as Identity;
        expect(made).toMatchObject({
          email: 'una.upper@people.example',
          displayName: 'Una',
          photoURL: '',
          emailVerified: false,
          expiresIn: 3600,
        });
        expect((await signIn('UNA.upper@people.example', PASSWORD)).status).toBe(200);
        expect(await stack.get('identityMe', { token: made.idToken })).toMatchObject({ uid: made.uid });
      });
    },
  },

  signIn: { invalidValues: { email, password } },

  refreshIdentity: { invalidValues: { refreshToken } },

  signOut: { invalidValues: { refreshToken } },

  changePassword: { invalidValues: { old: password, new: newPassword } },

  requestPasswordReset: { invalidValues: { email } },

  resetPassword: {
    invalidValues: { token: linkToken, password: newPassword },
    tests: () => {
      test('sets the password once, and ends the sessions and their access tokens', async () => {
        const { stack } = fixture();
        const person = await stack.signUp('worker', 'Forgetful');
        await stack.ask('requestPasswordReset', { body: { email: person.email } });
        const body = { token: await mailedToken(stack, person, 'password-reset'), password: 'Remembered1!' };
        expect((await stack.ask('resetPassword', { body })).status).toBe(204);
        await stack.settle();
        expect(outcome(await stack.ask('resetPassword', { body }))).toBe('400 invalid-link');
        expect(outcome(await refresh(person.refreshToken))).toBe('400 invalid-refresh-token');
        await eventually('the access token is refused', 2000, async () =>
          (await stack.ask('getUser', { as: person })).status === 401 ? true : undefined,
        );
        expect(outcome(await signIn(person.email, PASSWORD))).toBe('400 invalid-credential');
        expect((await signIn(person.email, body.password)).status).toBe(200);
      });
    },
  },

  requestEmailConfirmation: {
    tests: () => {
      test('answers 429 with Retry-After to the third request of an hour after the sign-up', async () => {
        const { stack } = fixture();
        const { idToken: token } = await mailableAccount(stack);
        const answers = [];
        for (let n = 0; n < 3; n++) answers.push(await stack.ask('requestEmailConfirmation', { token }));
        expect(answers.map(outcome)).toEqual(['204', '204', '429 too-many-requests']);
        expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(3000);
      });
    },
  },

  confirmEmail: {
    invalidValues: { token: linkToken },
    tests: () => {
      test('confirms the address, which the person then reads, and may be repeated', async () => {
        const { stack } = fixture();
        const person = await stack.signUp('worker', 'Mia');
        const token = await mailedToken(stack, person, 'email-confirmation');
        for (let n = 0; n < 2; n++) expect((await stack.ask('confirmEmail', { body: { token } })).status).toBe(204);
        expect(await stack.get('identityMe', { token: person.identityToken })).toMatchObject({ emailVerified: true });
        expect(await stack.get('getUser', { as: person })).toMatchObject({ emailConfirmed: true });
        const wrong = await stack.ask('confirmEmail', { body: { token: 'no.link' } });
        expect([outcome(wrong), faultyFields(wrong)]).toEqual(['400 invalid-link', ['token']]);
      });
    },
  },

  identityMe: {},

  googlePage: {
    tests: () => {
      test('is a page that cannot be framed, for allowed origins only', async () => {
        const { stack } = fixture();
        const [origin = ''] = stack.settings.allowedOrigins;
        const page = await stack.ask('googlePage', { query: { origin } });
        expect(page.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        });
        for (const other of ['', 'https://evil.example', `${origin}.evil.example`])
          expect(outcome(await stack.ask('googlePage', { query: { origin: other } }))).toBe('400 validation');
        expect(outcome(await stack.ask('googlePage'))).toBe('400 validation');
      });
    },
  },

  googleDecide: {
    tests: () => {
      const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
        const form = googleForm(fixture().stack, fields);
        return fixture().stack.ask('googleDecide', { ...form, headers: { ...form.headers, ...headers } });
      };
      const result = ({ text }: Answer) =>
        JSON.parse(/<script type="application\/json" id="result">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}').result;
      const approve = (address: string) => post({ decision: 'approve', account: 'new', email: address, name: 'Gus' });

      test('creates an account and signs in, always as a worker', async () => {
        const { stack } = fixture();
        const { identity } = result(await approve('gus@people.example')) as { identity: Identity };
        expect(identity).toMatchObject({ email: 'gus@people.example', emailVerified: true });
        const token = identity.idToken;
        const { token: access } = await stack.get('jwt', { token, body: { email: identity.email } });
        await stack.insert('createUser', { token: access, body: { userRole: 'buyer' } });
        expect(await stack.get('getUser', { token: access })).toMatchObject({ userRole: 'worker' });
      });
    },
  },
});
