import { createHmac } from 'node:crypto';
import type { Identity } from '@piecework/contracts';
import { deriveKey } from '@piecework/domain';
import { type Failure, fail } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import type { Call, ServiceDeps, Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { noteSecurityChange } from '../user/user.security';
import { users } from '../user/user.store';
import { networkOf } from './daily-quota.store';
import { type Device, deviceOf } from './device';
import { type Account, claimsOf, identityOf, PLACE_MS, refreshTokenOf, type Session, sessionFields } from './identity';
import { accounts, sessions, signInPlaces } from './identity.store';

type Ending = Unit<'user.sessions-ended'>;

type Notifying = Unit<'user.security-changed'>;
/** Of the call that signs in. */
type From = Pick<Call, 'headers'>;

export const createSessions = ({
  ids,
  clock,
  tokens,
  settings,
}: Pick<ServiceDeps, 'ids' | 'clock' | 'tokens' | 'settings'>) => {
  const placeKey = deriveKey(settings.jwtSecret ?? '', 'places');
  /** Whether the account has not signed in from there lately; keeps that it has now. */
  const isNewPlace = async (tx: Transaction, account: Account, device: Device, network: string): Promise<boolean> => {
    const place = JSON.stringify([device.browser, device.system, network]);
    // Keyed: all networks can be tried.
    const _id = `${account._id} ${createHmac('sha256', placeKey).update(place).digest('base64url')}`;
    const known = await tx.collection(signInPlaces).findOne({ _id });
    const $set = { expiresAt: clock.now() + PLACE_MS };
    await tx.collection(signInPlaces).updateOne({ _id }, { $set }, { upsert: true });
    return known === null || known.expiresAt <= clock.now();
  };
  const answerFor = (account: Account, session: Pick<Session, '_id' | 'number'>, secret: string): Identity =>
    identityOf(account, tokens.signIdentity(claimsOf(account, session)), refreshTokenOf(session._id, secret));

  return {
    /** `account` must be read in `unit`. */
    begin: async (unit: Notifying, account: Account, from: From): Promise<Identity | Failure<'account-closed'>> => {
      if (await isClosed(unit, account)) return fail('account-closed');
      const now = clock.now();
      const device = deviceOf(from.headers['user-agent']);
      const isNew = await isNewPlace(unit, account, device, networkOf(from));
      const session = { _id: ids.secret(), number: account.sessionsBegun + 1 };
      const secret = ids.secret();
      await unit.collection(accounts).updateOne({ _id: account._id }, { $inc: { sessionsBegun: 1 } });
      await unit.collection(sessions).insertOne({ ...session, ...device, ...sessionFields(account._id, secret, now) });
      if (isNew && account.sessionsBegun > 0) await noteSecurityChange(unit, account, 'sign-in');
      return answerFor(account, session, secret);
    },
    rotate: async (
      tx: Transaction,
      account: Account,
      session: Session,
    ): Promise<Identity | Failure<'account-closed'>> => {
      if (await isClosed(tx, account)) return fail('account-closed');
      const secret = ids.secret();
      const $set = sessionFields(account._id, secret, clock.now());
      await tx.collection(sessions).updateOne({ _id: session._id }, { $set });
      return answerFor(account, session, secret);
    },
    end: async (unit: Ending, { _id, accountId }: Session): Promise<void> => {
      await unit.collection(sessions).deleteOne({ _id });
      unit.emit('user.sessions-ended', accountId, { uid: accountId, ended: { sid: _id } });
    },
    /** `account` must be read in `unit`. */
    endAll: async (unit: Ending, { _id, sessionsBegun }: Account): Promise<void> => {
      await unit.collection(sessions).deleteMany({ accountId: _id });
      unit.emit('user.sessions-ended', _id, { uid: _id, ended: { through: sessionsBegun } });
    },
  };
};
export type Sessions = ReturnType<typeof createSessions>;

export const isClosed = async (tx: Transaction, { email }: Pick<Account, 'email'>): Promise<boolean> =>
  (await tx.collection(users).findOne({ email }))?.closed === true;

/** When the session last gave a second factor; undefined: never, or the identity is of an external provider. */
export const factorGivenAt = async (
  tx: Transaction,
  { uid, session }: Pick<IdentityClaims, 'uid' | 'session'>,
): Promise<number | undefined> => {
  const stored = session && (await tx.collection(sessions).findOne({ _id: session.sid }));
  return stored?.accountId === uid ? stored.factorAt : undefined;
};

export const noteFactorGiven = async (
  tx: Transaction,
  { uid, session }: Pick<IdentityClaims, 'uid' | 'session'>,
  factorAt: number,
): Promise<void> => {
  if (session) await tx.collection(sessions).updateOne({ _id: session.sid, accountId: uid }, { $set: { factorAt } });
};

/** A token without a session claim counts as signed in. */
export const isSignedIn = async (
  store: Transaction,
  { uid, session }: Pick<IdentityClaims, 'uid' | 'session'>,
): Promise<boolean> => {
  if (!session) return true;
  const storedSession = await store.collection(sessions).findOne({ _id: session.sid });
  return storedSession?.accountId === uid;
};
