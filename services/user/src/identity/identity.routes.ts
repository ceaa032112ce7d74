import type { QueuedCaller } from '@piecework/base';
import { type Failure, fail, failField, isFailure, noContent, ok } from '@piecework/http';
import { answer, answerInTransaction, type Call, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { hasFactor } from '../factor/factor';
import { createFactorCheck, factors } from '../factor/factor.store';
import { isReservedName, RESERVED_NAME } from '../user/reserved-names';
import { users } from '../user/user.store';
import { type DailyQuota, networkOf } from './daily-quota.store';
import { type Account, isCurrent, parseRefreshToken, profileOf } from './identity';
import { type Accounts, newAccount } from './identity.accounts';
import type { MailLinks } from './identity.mail-links';
import { isClosed, isSignedIn, type Sessions } from './identity.sessions';
import type { SignInLimit } from './identity.sign-in-limit';
import { accounts, sessions } from './identity.store';
import type { Passwords } from './passwords';

interface Parts {
  passwords: Passwords;
  guesses: SignInLimit;
  sessions: Sessions;
  links: MailLinks;
  accounts: Accounts;
  quota: DailyQuota;
}

export const createIdentityOperations = (deps: ServiceDeps, parts: Parts) => ({
  ...signUp(deps, parts),
  ...signIn(parts),
  ...refreshIdentity(deps, parts),
  ...signOut(parts),
  ...changePassword(deps, parts),
  ...identityMe(deps),
});

export const queuedCallerOf = (call: Pick<Call, 'headers' | 'whenGone'>): QueuedCaller => ({
  key: networkOf(call),
  whenGone: call.whenGone,
});

const signUp = ({ ids, store }: ServiceDeps, parts: Parts) =>
  answer('signUp', ['user.mail-link-requested', 'user.security-changed'], async ({ body }, call) => {
    const { email, displayName, photoURL = '' } = body;
    if (isReservedName(displayName)) return failField('displayName', RESERVED_NAME);
    const network = networkOf(call);
    // A refused sign-up costs no hash.
    const refused = await parts.quota.refuseSignUp(store, 'accounts', network);
    if (refused) return refused;
    const passwordHash = await parts.passwords.hash(body.password, queuedCallerOf(call));
    const account = newAccount({ uid: ids.next(), email, displayName, photoURL, provider: 'password', passwordHash });
    const result = await call.transact(async (unit) => {
      const signedUp = await parts.accounts.create(unit, account, call, () =>
        parts.quota.takeSignUp(unit, 'accounts', network),
      );
      if (isFailure(signedUp)) return signedUp;
      // Without a mail the account works: its owner can request the link later.
      if (parts.links.isOn) await parts.links.request(unit, 'email-confirmation', { email, network }, account);
      return signedUp;
    });
    return isFailure(result) ? result : { status: 201, body: result };
  });

const signIn = (parts: Parts) =>
  answer('signIn', ['user.security-changed'], async ({ body }, call) => {
    const result = await parts.accounts.withPassword(
      call.transact,
      { ...body, counts: parts.guesses.ofSignIn(body.email, networkOf(call)), caller: queuedCallerOf(call) },
      (unit, account) => parts.sessions.begin(unit, account, call),
    );
    return isFailure(result) ? result : ok(result);
  });

const refreshIdentity = ({ clock }: ServiceDeps, parts: Parts) =>
  answerInTransaction('refreshIdentity', ['user.sessions-ended'], async (unit, { body }) => {
    const { sessionId, secretHash } = parseRefreshToken(body.refreshToken);
    const session = await unit.collection(sessions).findOne({ _id: sessionId });
    if (!session) return fail('invalid-refresh-token');
    const account = await unit.collection(accounts).findOne({ _id: session.accountId });
    if (account && isCurrent(session, secretHash, clock.now())) {
      const rotated = await parts.sessions.rotate(unit, account, session);
      return isFailure(rotated) ? rotated : ok(rotated);
    }
    await parts.sessions.end(unit, session);
    return fail('invalid-refresh-token');
  });

const signOut = (parts: Parts) =>
  answerInTransaction('signOut', ['user.sessions-ended'], async (unit, { body }) => {
    const { sessionId } = parseRefreshToken(body.refreshToken);
    const session = await unit.collection(sessions).findOne({ _id: sessionId });
    if (session) await parts.sessions.end(unit, session);
    return noContent();
  });

export const accountOf = async (
  store: Transaction,
  { identity }: Pick<Call, 'identity'>,
): Promise<Account | Failure<'unauthenticated' | 'token-expired' | 'account-closed'>> => {
  if (!identity) return fail('unauthenticated');
  const account = await store.collection(accounts).findOne({ _id: identity.uid });
  if (!account) return fail('unauthenticated');
  if (!(await isSignedIn(store, identity))) return fail('token-expired');
  return (await isClosed(store, account)) ? fail('account-closed') : account;
};

const changePassword = (deps: ServiceDeps, parts: Parts) => {
  const { store } = deps;
  const factorCheck = createFactorCheck(deps);
  return answer('changePassword', ['user.sessions-ended', 'user.security-changed'], async ({ body }, call) => {
    const account = await accountOf(store, call);
    if (isFailure(account)) return account;
    if (account.passwordHash === null) return fail('no-password');
    const user = await store.collection(users).findOne({ email: account.email });
    const present = user && (await store.collection(factors).findOne({ _id: user._id }));
    if (hasFactor(present) && call.identity && (await factorCheck.givenAt(store, present, call.identity)) === undefined)
      return fail('factor-required');
    const counts = parts.guesses.ofPasswordChange(account);
    const caller = queuedCallerOf(call);
    // Before the password check, so that the response time does not reveal a right guess.
    const refused = await parts.guesses.refusal(store, counts);
    if (refused) return refused;
    const passwordHash = await parts.passwords.hash(body.new, caller);
    const result = await parts.accounts.withPassword(
      call.transact,
      { email: account.email, password: body.old, counts, caller },
      async (tx, current) => {
        await parts.accounts.setPassword(tx, current, passwordHash);
        return parts.sessions.begin(tx, current, call);
      },
    );
    return isFailure(result) ? result : ok(result);
  });
};

const identityMe = ({ store }: ServiceDeps) =>
  answer('identityMe', [], async (_input, call) => {
    const account = await accountOf(store, call);
    return isFailure(account) ? account : ok(profileOf(account));
  });
