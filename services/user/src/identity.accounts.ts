import type { Identity } from '@piecework/contracts';
import {
  type Failure,
  fail,
  type IdentityClaims,
  type ServiceDeps,
  type Transaction,
  type Unit,
} from '@piecework/service-kit';
import { type Account, refuseAfterFailures, withFailure } from './identity';
import { isClosed, type Sessions } from './identity.sessions';
import { accounts, signInFailures } from './identity.store';
import type { Passwords } from './passwords';

type RunTransaction<T extends Transaction> = <R>(fn: (tx: T) => Promise<R>) => Promise<R>;
type Wrong = Failure<'too-many-requests' | 'invalid-credential'>;

/** What is asked of embedded accounts, whatever the page: making one, and checking a password. */
export const createAccounts = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'settings'>,
  passwords: Passwords,
  sessions: Sessions,
) => {
  const { store, clock } = deps;
  const limit = deps.settings.rateLimits.signInFailures;

  const countFailure = async (tx: Transaction, email: string, now: number): Promise<void> => {
    const failures = tx.collection(signInFailures);
    const known = await failures.findOne({ _id: email });
    await failures.deleteMany({ expiresAt: { $lte: now } });
    await failures.updateOne({ _id: email }, { $set: withFailure(known, limit, now) }, { upsert: true });
  };

  return {
    /** A new account with its first session. The email of a closed user or of another account is refused. */
    make: async (
      tx: Transaction,
      account: Account,
    ): Promise<Identity | Failure<'account-closed' | 'email-in-use'>> => {
      if (await isClosed(tx, account)) return fail('account-closed');
      if (await tx.collection(accounts).findOne({ email: account.email })) return fail('email-in-use');
      await tx.collection(accounts).insertOne(account);
      return sessions.begin(tx, account);
    },

    /**
     * Runs `then` when the password is right, with the account as it is in the transaction.
     *
     * Hashing takes its time outside of the transaction, so what counts is settled inside: of any number of guesses that were made at once, only
     * the first `limit` wrong ones are told so, and a right one after them is not told at all.
     */
    withPassword: async <T extends Transaction, R>(
      transact: RunTransaction<T>,
      email: string,
      password: string,
      then: (tx: T, account: Account) => Promise<R>,
    ): Promise<R | Wrong> => {
      const refused = refuseAfterFailures(
        await store.collection(signInFailures).findOne({ _id: email }),
        limit,
        clock.now(),
      );
      if (refused) return refused;
      const account = await store.collection(accounts).findOne({ email });
      const right = await passwords.verify(password, account?.passwordHash ?? null);
      return transact(async (tx) => {
        const now = clock.now();
        const failures = await tx.collection(signInFailures).findOne({ _id: email });
        const tooLate = refuseAfterFailures(failures, limit, now);
        if (tooLate) return tooLate;
        const current = right && account ? await tx.collection(accounts).findOne({ _id: account._id }) : null;
        if (!current || current.passwordHash !== account?.passwordHash) {
          await countFailure(tx, email, now);
          return fail('invalid-credential');
        }
        if (failures) await tx.collection(signInFailures).deleteOne({ _id: email });
        return then(tx, current);
      });
    },

    /** Replaces the password and ends every session. */
    setPassword: async (
      tx: Unit<'user.sessions-ended'>,
      account: Account,
      passwordHash: string,
    ): Promise<void> => {
      await tx.collection(accounts).updateOne({ _id: account._id }, { $set: { passwordHash } });
      await tx.collection(signInFailures).deleteOne({ _id: account.email });
      await sessions.endAll(tx, account);
    },
  };
};
export type Accounts = ReturnType<typeof createAccounts>;

export const newAccount = (fields: {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string;
  provider: IdentityClaims['provider'];
  passwordHash: string | null;
}): Account => {
  const { uid, ...rest } = fields;
  return { _id: uid, ...rest, sessionsBegun: 0 };
};
