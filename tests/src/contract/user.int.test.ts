import { HOUR_MS } from '@piecework/base';
import { REPORT_OUTCOMES, REPORT_REASONS, type Role } from '@piecework/contracts';
import { faultyFields, outcome } from '../support/client';
import { contract, type InvalidValues, useContractFixture } from '../support/contract';
import { addTotp } from '../support/factors';
import { PASSWORD, type Person, taskFields } from '../support/people';
import { eventually } from '../support/stack';

const fixture = useContractFixture();

const coins = (person: Person) => fixture().stack.balance(person);
const changeRole = (as: Person, { userId: id }: Person, userRole: Role) =>
  fixture().stack.ask('changeUser', { as, params: { id }, body: { userRole } });
const remove = (as: Person, { userId: id }: Person) => fixture().stack.ask('deleteUser', { as, params: { id } });

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
const factorCode: InvalidValues = [
  ['', 'Code is required'],
  [5, 'Code must be text'],
  ['x'.repeat(41), 'Code must be at most 40 characters'],
];
const passkey: InvalidValues = [
  [5, 'Send a JSON object'],
  ['id', 'Send a JSON object'],
];
/** By the password, in a new session. */
const signIn = async ({ email, password: given }: Person, code?: string) => {
  const { stack } = fixture();
  const { idToken: token } = await stack.get('signIn', { body: { email, password: given } });
  return stack.ask('jwt', { token, body: { email, ...(code && { factorCode: code }) } });
};
const role: InvalidValues = [
  ['boss', 'Role must be one of worker, buyer, admin'],
  [['admin'], 'Role must be one of worker, buyer, admin'],
  [null, 'Role must be one of worker, buyer, admin'],
];

const termsVersion: InvalidValues = [
  ['', 'Version is required'],
  ['2026-13-01', 'Version must be a date like 2026-12-31'],
  [3, 'Version is required'],
];

const textFaults = (label: string, min: number, max: number): InvalidValues => [
  [undefined, `${label} is required`],
  ['  ', `${label} is required`],
  ['x'.repeat(min - 1), `${label} must be at least ${min} characters`],
  ['x'.repeat(max + 1), `${label} must be at most ${max} characters`],
  [5, `${label} must be text`],
];

contract('user', fixture, {
  jwt: { invalidValues: { email, factorCode, passkey } },

  acceptTerms: {
    invalidValues: { termsVersion: [[undefined, 'Version is required'], ...termsVersion] },
    tests: () => {
      test('is shown to the person alone, and may be repeated', async () => {
        const { stack, admin } = fixture();
        const as = await stack.newcomer('worker');
        const accept = () => stack.get('acceptTerms', { as, body: { termsVersion: '2026-12-01' } });
        expect([await accept(), await accept()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }]);
        const query = { email: as.email };
        expect(await stack.get('getUser', { as, query })).toHaveProperty('termsVersion', '2026-12-01');
        expect(await stack.get('getUser', { as: admin, query })).not.toHaveProperty('termsVersion');
      });
    },
  },

  requestClosing: {
    invalidValues: {
      userEmail: email,
      coins: [
        [undefined, 'Coins is required'],
        ['', 'Coins is required'],
        [-1, 'Coins must be at least 0'],
        [1.5, 'Coins must be a whole number'],
        ['many', 'Coins must be a whole number'],
      ],
    },
    tests: () => {
      const close = (as: Person, userEmail = as.email) =>
        fixture().stack.ask('requestClosing', { as, body: { userEmail, coins: 10 } });

      test('needs the address of the caller, and is no way out for an admin', async () => {
        const { worker, admin } = fixture();
        expect(faultyFields(await close(worker, admin.email))).toEqual(['userEmail']);
        expect(outcome(await close(admin))).toBe('409 own-account');
      });

      test('is shown to the person alone, until they keep the account', async () => {
        const { stack, admin } = fixture();
        const as = await stack.newcomer('worker');
        const query = { email: as.email };
        expect((await close(as)).body).toEqual({ modifiedCount: 1 });
        const { closesAt = '' } = (await stack.get('getUser', { as, query })) as { closesAt?: string };
        expect(Date.parse(closesAt) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
        expect(await stack.get('getUser', { as: admin, query })).not.toHaveProperty('closesAt');
        expect(await stack.get('keepAccount', { as })).toEqual({ deletedCount: 1 });
        expect(await stack.get('keepAccount', { as })).toEqual({ deletedCount: 0 });
        expect(await stack.get('getUser', { as, query })).not.toHaveProperty('closesAt');
      });
    },
  },
  keepAccount: {},

  createUser: {
    invalidValues: {
      userName: name,
      userPhotoURL: photo,
      userRole: [
        ['admin', 'Role must be worker or buyer'],
        ['', 'Role must be worker or buyer'],
        [1, 'Role must be worker or buyer'],
      ],
      termsVersion,
    },
    tests: () => {
      const register = (token: string, body: object) => fixture().stack.ask('createUser', { token, body });
      const newIdentity = () => {
        const { claimsOf, tokens } = fixture().stack;
        const claims = claimsOf('Nina');
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

  getUser: {},

  listUsers: {},

  changeProfile: {
    invalidValues: { userName: [...name, ['', 'Name is required'], [null, 'Name is required']], userPhotoURL: photo },
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

  suspendUser: {
    invalidValues: {
      reasonCode: [
        [undefined, 'Reason is required'],
        ['boring', 'Reason must be one of scam, poor-work, abuse, several-accounts, payments, security, other'],
      ],
      text: textFaults('Explanation', 10, 500),
      until: [
        ['tomorrow', 'End must be a time like 2026-12-31T09:30:00.000Z'],
        [5, 'End must be a time like 2026-12-31T09:30:00.000Z'],
        ['2020-01-01T00:00:00.000Z', 'End must be in the future'],
        ['2099-01-01T00:00:00.000Z', 'End must be within 365 days'],
      ],
    },
  },
  liftSuspension: {},
  listSuspensions: {},
  appealSuspension: { invalidValues: { text: textFaults('Appeal', 20, 1000) } },
  decideSuspension: {
    invalidValues: {
      outcome: [
        [undefined, 'Outcome must be lifted or kept'],
        ['open', 'Outcome must be lifted or kept'],
      ],
      note: textFaults('Note', 10, 500),
    },
  },

  listReports: {},
  decideReports: {
    invalidValues: {
      outcome: [
        [undefined, `Outcome must be one of ${REPORT_OUTCOMES.join(', ')}`],
        ['ban', `Outcome must be one of ${REPORT_OUTCOMES.join(', ')}`],
      ],
      reasonCode: [['boring', `Reason must be one of ${REPORT_REASONS.join(', ')}`]],
      suspension: [['x', 'Send a JSON object']],
    },
  },

  listWaitingGrants: {},
  releaseGrants: {
    invalidValues: {
      userIds: [
        [undefined, 'Accounts must be a list'],
        [[], 'Send at least one account'],
        [Array(101).fill('u'), 'Send at most 100 accounts'],
      ],
    },
  },

  listPersonNotes: {},
  addPersonNote: {
    invalidValues: {
      text: [
        [undefined, 'Note is required'],
        [' ', 'Note is required'],
        [7, 'Note must be text'],
        ['x'.repeat(2001), 'Note must be at most 2000 characters'],
      ],
    },
    differentRequest: () => ({ body: { text: 'Another one.' } }),
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

  listSessions: {},

  endOtherSessions: {
    tests: () => {
      test('signs out every other browser within a second, and names each by its words alone', async () => {
        const { stack } = fixture();
        const person = await stack.signUp('worker');
        const { email, password: given } = person;
        const headers = {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 secret-word',
        };
        const { idToken } = await stack.get('signIn', { body: { email, password: given }, headers });
        const other = await stack.get('jwt', { token: idToken, body: { email } });
        const listed = await stack.get('listSessions', { as: person });
        expect(listed).toMatchObject([{ browser: 'Firefox', system: 'Linux', isCurrent: false }, { isCurrent: true }]);
        expect(JSON.stringify(listed)).not.toContain('secret-word');
        expect(await stack.get('endOtherSessions', { as: person })).toEqual({ deletedCount: 1 });
        await eventually('the other session has ended', 1000, async () =>
          (await stack.ask('getUser', { as: other })).status === 401 ? true : undefined,
        );
        expect((await stack.ask('getUser', { as: person })).status).toBe(200);
      });
    },
  },

  endSession: {
    tests: () => {
      test("ends one of the caller's sessions, and no other's", async () => {
        const { stack } = fixture();
        const [one, other] = [await stack.signUp('worker'), await stack.signUp('worker')];
        const [session] = await stack.get('listSessions', { as: one });
        const params = { id: session?._id ?? '' };
        expect(await stack.get('endSession', { as: other, params })).toEqual({ deletedCount: 0 });
        expect(await stack.get('endSession', { as: one, params })).toEqual({ deletedCount: 1 });
        await eventually('the session has ended', 1000, async () =>
          (await stack.ask('getUser', { as: one })).status === 401 ? true : undefined,
        );
      });
    },
  },

  readFactors: {},

  challengeFactor: {},

  startPasskey: {},

  addPasskey: {
    invalidValues: {
      name: [[undefined, 'Name is required'], ...name],
      passkey: [[undefined, 'Send a JSON object'], ...passkey],
    },
  },

  startTotp: {},

  confirmTotp: {
    invalidValues: { factorCode: [[undefined, 'Code is required'], ...factorCode] },
    tests: () => {
      test('closes the account to the password alone, and opens it to a code and once to a recovery code', async () => {
        const { stack } = fixture();
        const person = await stack.signUp('worker');
        const { recoveryCodes = [] } = await addTotp(stack, person);
        expect(recoveryCodes).toHaveLength(10);
        const enter = (code?: string) => signIn(person, code);
        expect(outcome(await enter())).toBe('409 factor-required');
        expect(outcome(await enter('000000'))).toBe('400 wrong-factor');
        const [first = ''] = recoveryCodes;
        expect([outcome(await enter(first)), outcome(await enter(first))]).toEqual(['200', '400 wrong-factor']);
        expect(await stack.get('readFactors', { as: person })).toEqual({ totp: true, passkeys: [], recoveryCodes: 9 });
      });

      test('needs a code that was given minutes ago to change the factors and before acts of admins', async () => {
        const { stack } = fixture();
        const admin = await stack.signUp('admin');
        const { token } = await addTotp(stack, admin);
        const worker = await stack.newcomer('worker');
        const promote = (as: { token: string }) =>
          stack.ask('changeUser', { as, params: { id: worker.userId }, body: { userRole: 'buyer' } });
        // The token from before: it shows no factor.
        expect(outcome(await promote(admin))).toBe('409 factor-required');
        expect(outcome(await stack.ask('startTotp', { as: admin }))).toBe('409 factor-required');
        expect(outcome(await stack.ask('listParked', { as: admin }))).toBe('200');
        expect(outcome(await promote({ token }))).toBe('200');
        expect(outcome(await stack.ask('startTotp', { as: { token } }))).toBe('201');
      });
    },
  },

  makeRecoveryCodes: {
    tests: () => {
      test('is refused without a factor', async () => {
        const { stack } = fixture();
        const as = await stack.newcomer('worker');
        expect(outcome(await stack.ask('makeRecoveryCodes', { as }))).toBe('409 no-factor');
      });
    },
  },

  deleteFactor: {
    tests: () => {
      test('opens the account to the password alone, and ends the recovery codes', async () => {
        const { stack } = fixture();
        const person = await stack.signUp('worker');
        const { token } = await addTotp(stack, person);
        const remove = (id: string) => stack.ask('deleteFactor', { as: { token }, params: { id } });
        expect((await remove('unknown')).body).toEqual({ deletedCount: 0 });
        expect((await remove('totp')).body).toEqual({ deletedCount: 1 });
        expect((await remove('totp')).body).toEqual({ deletedCount: 0 });
        expect(outcome(await signIn(person))).toBe('200');
        expect(await stack.get('readFactors', { as: person })).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 });
      });
    },
  },

  listTestimonials: {},

  signUp: {
    invalidValues: {
      email,
      password: newPassword,
      displayName: [[undefined, 'Name is required'], ...name],
      photoURL: photo,
    },
  },

  signIn: { invalidValues: { email, password } },

  refreshIdentity: { invalidValues: { refreshToken } },

  signOut: { invalidValues: { refreshToken } },

  changePassword: { invalidValues: { old: password, new: newPassword } },

  requestPasswordReset: { invalidValues: { email } },

  resetPassword: { invalidValues: { token: linkToken, password: newPassword } },

  requestEmailConfirmation: {},

  confirmEmail: { invalidValues: { token: linkToken } },

  identityMe: {},

  googlePage: {},

  googleDecide: {},
});
