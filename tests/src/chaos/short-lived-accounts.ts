import type { Role } from '@piecework/contracts';
import { createAuthenticator } from '@piecework/user/testing';
import type { Calls } from '../journey/checked-calls';
import { PASSWORD } from '../journey/context';
import type { Random } from '../simulation/random';
import { totpCode } from '../support/factors';
import { picture } from '../support/samples';

/** The expected state of an account. */
export interface Account {
  email: string;
  password: string;
  role: Role;
  closed: boolean;
  /** Its password alone may not sign in. */
  mayHaveFactor?: true;
}

/** Number of the latest accounts whose sign-in is checked: a sign-in hashes a password, which is slow. */
const SIGN_INS_CHECKED = 4;

export const NEW_PASSWORD = 'Piecework2!';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Visitors who register, change their account and may be removed: they call every operation of the contract that the people of the journey
 * never call.
 */
export const createShortLivedAccounts = (deps: {
  calls: Calls;
  /** Part of the email addresses, which keeps them unique. */
  run: string;
  random: Random;
  admin: { token: string };
  /** An origin that may open the sign-in popup. */
  origin: string;
}) => {
  const { calls, run, random, admin, origin } = deps;
  const accounts: Account[] = [];
  let count = 0;

  /** Refusals of a retry whose first try took effect although its answer was lost. */
  const ifRepeated = (...refusals: number[]) => (calls.mayLoseAnswers ? refusals : []);

  const signIn = ({ email, password }: Account) => calls.get('signIn', { body: { email, password } });

  const callPublicOperations = async () => {
    await calls.get('config');
    await calls.get('listTestimonials');
    await calls.get('listUsers');
    await calls.get('listTasks', { query: { limit: 6, sort: 'newest' } });
    await calls.ask('googlePage', { query: { origin }, refusals: [404] });
  };

  /** By the simulated provider, which does not exist in production. */
  const signInWithGoogle = async (email: string) => {
    const fields = { origin, decision: 'approve', account: 'new', email, name: 'Gus' };
    const raw = new URLSearchParams(fields).toString();
    await calls.ask('googleDecide', { raw, headers: FORM, refusals: [404] });
  };

  const register = async (account: Account) => {
    const { email, password } = account;
    const asked = { email, password, displayName: 'Vera' };
    await calls.ask('signUp', { body: asked, refusals: ifRepeated(409) });
    const identity = await signIn(account);
    await calls.get('identityMe', { token: identity.idToken });
    const { data } = await calls.get('uploadImage', { token: identity.idToken, ...picture() });
    const path = new URL(data.display_url).pathname;
    await calls.get('getImage', { params: { name: path.replace('/images/', '') } });
    const { token } = await calls.get('jwt', { token: identity.idToken, body: { email } });
    await calls.get('createUser', { token, body: { userName: 'Vera', userPhotoURL: path, userRole: account.role } });
    const { version: termsVersion } = await calls.get('getLegalText', { params: { document: 'terms' } });
    await calls.get('acceptTerms', { token, body: { termsVersion } });
    const waiting = await calls.get('listWaitingGrants', { as: admin, query: { limit: 100 } });
    const userIds = waiting.map(({ userId }) => userId);
    if (userIds.length > 0) await calls.get('releaseGrants', { as: admin, body: { userIds } });
    accounts.push(account);
    return { ...identity, token };
  };

  const accountOf = (role: Account['role']): Account => {
    // One mailbox for all, so that all but the first wait for their starting coins.
    const email = `visitor-${run}+${++count}@gmail.com`;
    return { email, password: PASSWORD, role, closed: false };
  };

  /** An account that stays. */
  const newcomer = async (role: 'worker' | 'buyer') => {
    const account = accountOf(role);
    return { ...(await register(account)), account };
  };

  /** If the answer with the new token was lost, the old one is used up: signs in again. */
  const refresh = async (account: Account, refreshToken: string) =>
    (await calls.ask('refreshIdentity', { body: { refreshToken }, refusals: ifRepeated(400) })) ??
    (await signIn(account));

  const changePassword = async (account: Account, idToken: string) => {
    const body = { old: account.password, new: NEW_PASSWORD };
    await calls.ask('changePassword', { token: idToken, body, refusals: ifRepeated(400) });
    account.password = NEW_PASSWORD;
    const { refreshToken } = await signIn(account);
    await calls.get('signOut', { body: { refreshToken } });
  };

  /** Adds second factors and removes them. A retry whose first try took effect needs a code or a challenge that has been used. */
  const useFactors = async (account: Account, { token, idToken }: { token: string; idToken: string }) => {
    const as = { token };
    account.mayHaveFactor = true;
    const { secret } = await calls.get('startTotp', { as });
    const body = { factorCode: totpCode(secret) };
    const added = await calls.ask('confirmTotp', { as, body, refusals: ifRepeated(400, 409) });
    if (!added) return;
    const { options } = await calls.get('startPasskey', { as: added });
    const passkey = createAuthenticator(origin, new URL(origin).hostname).create(options);
    await calls.ask('addPasskey', { as: added, body: { name: 'Phone', passkey }, refusals: ifRepeated(400) });
    await calls.get('challengeFactor', { token: idToken });
    for (const { _id: id, isCurrent } of await calls.get('listSessions', { as: added }))
      if (!isCurrent) await calls.get('endSession', { as: added, params: { id } });
    await calls.get('endOtherSessions', { as: added });
    await calls.get('makeRecoveryCodes', { as: added });
    const { passkeys } = await calls.get('readFactors', { as: added });
    for (const id of ['totp', ...passkeys.map(({ _id }) => _id)])
      await calls.get('deleteFactor', { as: added, params: { id } });
    delete account.mayHaveFactor;
  };

  /** Far shorter than the day of a closing, so the account stays. */
  const closeAndKeep = async (account: Account, token: string) => {
    const { coins } = await calls.get('getClosing', { token });
    await calls.get('requestClosing', { token, body: { userEmail: account.email, coins } });
    await calls.get('keepAccount', { token });
  };

  /** The admin who suspends does not decide the appeal. */
  const suspend = async (account: Account, token: string) => {
    const found = await calls.get('getUser', { as: admin, query: { email: account.email } });
    const params = { id: found._id ?? '' };
    const body = { reasonCode: 'security', text: 'We look at this account.' };
    await calls.ask('suspendUser', { as: admin, params, body, refusals: ifRepeated(409) });
    const appeal = { text: 'This was a misunderstanding.' };
    await calls.ask('appealSuspension', { token, body: appeal, refusals: ifRepeated(409) });
    const [suspension] = await calls.get('listSuspensions', { as: admin, query: { user: params.id } });
    const decision = { outcome: 'kept', note: 'We look once more.' };
    await calls.ask('decideSuspension', {
      as: admin,
      params: { id: suspension?._id ?? '' },
      body: decision,
      refusals: [409],
    });
    await calls.get('liftSuspension', { as: admin, params });
  };

  const changeRoleOrClose = async (account: Account) => {
    const found = await calls.get('getUser', { as: admin, query: { email: account.email } });
    const params = { id: found._id ?? '' };
    if (random.chance(0.5)) {
      const userRole = account.role === 'worker' ? 'buyer' : 'worker';
      const body = { userRole };
      await calls.ask('changeUser', { as: admin, params, body, refusals: ifRepeated(409) });
      account.role = userRole;
    } else {
      await calls.ask('deleteUser', { as: admin, params, refusals: ifRepeated(404) });
      account.closed = true;
    }
  };

  const visit = async () => {
    const account = accountOf(random.pick(['worker', 'buyer'] as const));
    await callPublicOperations();
    if (random.chance(0.2)) await signInWithGoogle(`google-${account.email}`);
    const { refreshToken, token } = await register(account);
    if (random.chance(0.2)) return suspend(account, token);
    if (random.chance(0.5)) await closeAndKeep(account, token);
    const { idToken } = await refresh(account, refreshToken);
    if (random.chance(0.5)) await changePassword(account, idToken);
    else await useFactors(account, { token, idToken });
    await calls.ask('retryParked', { as: admin, params: { id: 'task:nothing' }, refusals: [404] });
    // The simulated processor sends no webhooks: there is nothing at this address.
    await calls.ask('stripeWebhook', { raw: '{}', headers: { 'content-type': 'application/json' }, refusals: [404] });
    if (random.chance(0.6)) await changeRoleOrClose(account);
  };

  const missing = async (): Promise<string[]> => {
    const users = await calls.get('listUsers', { as: admin, query: { limit: 5000, q: run } });
    const roles = new Map(users.map((user) => ['userEmail' in user ? user.userEmail : '', user.userRole]));
    const wrong = accounts.flatMap(({ email, role, closed }) => {
      const is = roles.get(email);
      const expected = closed ? undefined : role;
      return is === expected ? [] : [`${email} was acknowledged as ${expected ?? 'closed'} and is ${is}`];
    });
    const byPassword = accounts.filter(({ mayHaveFactor }) => !mayHaveFactor);
    for (const { email, password, closed } of byPassword.slice(-SIGN_INS_CHECKED)) {
      const identity = await calls.ask('signIn', { body: { email, password }, refusals: [400, 403] });
      const token = identity?.idToken;
      const entry = token && (await calls.ask('jwt', { token, body: { email }, refusals: [403] }));
      if (Boolean(entry) === closed) wrong.push(`${email} ${closed ? 'is closed and can' : 'cannot'} sign in`);
    }
    return wrong;
  };

  return { visit, newcomer, missing };
};
export type ShortLivedAccounts = ReturnType<typeof createShortLivedAccounts>;
