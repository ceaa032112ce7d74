import {
  answer,
  type Call,
  fail,
  isFailure,
  noContent,
  type OperationHandlers,
  ok,
  type ServiceDeps,
  type Transaction,
} from '@piecework/service-kit';
import { isCurrent, parseRefreshToken, profileOf } from './identity';
import { type Accounts, newAccount } from './identity.accounts';
import type { Sessions } from './identity.sessions';
import { accounts, sessions } from './identity.store';
import type { Passwords } from './passwords';

interface Parts {
  passwords: Passwords;
  sessions: Sessions;
  accounts: Accounts;
}
type IdentityOperations = Pick<
  OperationHandlers<'user'>,
  'signUp' | 'signIn' | 'refreshIdentity' | 'signOut' | 'changePassword' | 'identityMe'
>;

export const createIdentityOperations = (deps: ServiceDeps, parts: Parts): IdentityOperations => ({
  signUp: signUp(deps, parts),
  signIn: signIn(parts),
  refreshIdentity: refreshIdentity(deps, parts),
  signOut: signOut(),
  changePassword: changePassword(deps, parts),
  identityMe: identityMe(deps),
});

const signUp = ({ ids }: ServiceDeps, parts: Parts) =>
  answer('signUp', [], async ({ body }, call) => {
    const { email, displayName, photoURL = '' } = body;
    const passwordHash = await parts.passwords.hash(body.password);
    const account = newAccount({
      uid: ids.next(),
      email,
      displayName,
      photoURL,
      provider: 'password',
      passwordHash,
    });
    const result = await call.transact((tx) => parts.accounts.make(tx, account));
    return isFailure(result) ? result : { status: 201, body: result };
  });

const signIn = (parts: Parts) =>
  answer('signIn', [], async ({ body }, call) => {
    const result = await parts.accounts.withPassword(
      (fn) => call.transact(fn),
      body.email,
      body.password,
      parts.sessions.begin,
    );
    return isFailure(result) ? result : ok(result);
  });

const refreshIdentity = ({ clock }: ServiceDeps, parts: Parts) =>
  answer('refreshIdentity', [], async ({ body }, call) => {
    const { sessionId, secretHash } = parseRefreshToken(body.refreshToken);
    const result = await call.transact(async (tx) => {
      const session = await tx.collection(sessions).findOne({ _id: sessionId });
      if (!session) return fail('invalid-refresh-token');
      const account = await tx.collection(accounts).findOne({ _id: session.accountId });
      if (account && isCurrent(session, secretHash, clock.now()))
        return parts.sessions.rotate(tx, account, sessionId);
      await tx.collection(sessions).deleteOne({ _id: sessionId });
      return fail('invalid-refresh-token');
    });
    return isFailure(result) ? result : ok(result);
  });

const signOut = () =>
  answer('signOut', [], async ({ body }, call) => {
    const { sessionId } = parseRefreshToken(body.refreshToken);
    await call.transact((tx) => tx.collection(sessions).deleteOne({ _id: sessionId }));
    return noContent();
  });

const accountOf = async (store: Transaction, { identity }: Pick<Call, 'identity'>) =>
  identity ? store.collection(accounts).findOne({ _id: identity.uid }) : null;

const changePassword = ({ store }: ServiceDeps, parts: Parts) =>
  answer('changePassword', [], async ({ body }, call) => {
    const account = await accountOf(store, call);
    if (!account) return fail('unauthenticated');
    if (account.passwordHash === null) return fail('no-password');
    const passwordHash = await parts.passwords.hash(body.new);
    const result = await parts.accounts.withPassword(
      (fn) => call.transact(fn),
      account.email,
      body.old,
      async (tx, current) => {
        await parts.accounts.setPassword(tx, current, passwordHash);
        return parts.sessions.begin(tx, current);
      },
    );
    return isFailure(result) ? result : ok(result);
  });

const identityMe = ({ store }: ServiceDeps) =>
  answer('identityMe', [], async (_input, call) => {
    const account = await accountOf(store, call);
    return account ? ok(profileOf(account)) : fail('unauthenticated');
  });
