import type { QueuedCaller } from '@piecework/base';
import type { Identity } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import type { Call, ServiceDeps, Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Grants } from '../grant/grant.store';
import { noteConfirmedEmail } from '../user/user.confirmation';
import { noteSecurityChange } from '../user/user.security';
import { users } from '../user/user.store';
import { type Account, isConfirmed } from './identity';
import type { MailLinks } from './identity.mail-links';
import { isClosed, type Sessions } from './identity.sessions';
import type { GuessCounts, SignInLimit } from './identity.sign-in-limit';
import { accounts } from './identity.store';
import type { Passwords } from './passwords';

type RunTransaction<T extends Transaction> = <R>(fn: (tx: T) => Promise<R>) => Promise<R>;
type WrongPassword = Failure<'too-many-requests' | 'invalid-credential'>;

interface Guess {
  email: string;
  password: string;
  counts: GuessCounts;
  caller: QueuedCaller;
}

export const createAccounts = (
  { store }: Pick<ServiceDeps, 'store'>,
  parts: { passwords: Passwords; sessions: Sessions; guesses: SignInLimit; links: MailLinks; grants: Grants },
) => {
  const { passwords, sessions, guesses, links, grants } = parts;

  return {
    create: async (
      tx: Unit<'user.security-changed'>,
      account: Account,
      from: Pick<Call, 'headers'>,
      refuse: () => Promise<Failure<'too-many-requests'> | null> = async () => null,
    ): Promise<Identity | Failure<'account-closed' | 'email-in-use' | 'too-many-requests'>> => {
      if (await isClosed(tx, account)) return fail('account-closed');
      if (await tx.collection(accounts).findOne({ email: account.email })) return fail('email-in-use');
      const refused = await refuse();
      if (refused) return refused;
      await tx.collection(accounts).insertOne(account);
      return sessions.begin(tx, account, from);
    },

    /** Hashes outside the transaction and checks the limit inside it, so concurrent guesses cannot exceed the limit. */
    withPassword: async <T extends Transaction, R>(
      transact: RunTransaction<T>,
      { email, password, counts, caller }: Guess,
      then: (tx: T, account: Account) => Promise<R>,
    ): Promise<R | WrongPassword> => {
      const refused = await guesses.refusal(store, counts);
      if (refused) return refused;
      const account = await store.collection(accounts).findOne({ email });
      const right = await passwords.verify(password, account?.passwordHash ?? null, caller);
      return transact(async (tx) => {
        const tooLate = await guesses.refusal(tx, counts);
        if (tooLate) return tooLate;
        const current = right && account ? await tx.collection(accounts).findOne({ _id: account._id }) : null;
        if (!current || current.passwordHash !== account?.passwordHash) {
          await guesses.countFailure(tx, counts);
          return fail('invalid-credential');
        }
        await guesses.resetFailures(tx, counts);
        return then(tx, current);
      });
    },

    setPassword: async (
      tx: Unit<'user.sessions-ended' | 'user.security-changed'>,
      account: Account,
      passwordHash: string,
    ): Promise<void> => {
      await tx.collection(accounts).updateOne({ _id: account._id }, { $set: { passwordHash } });
      await guesses.forget(tx, account.email);
      await links.dropResets(tx, account._id);
      await sessions.endAll(tx, account);
      await noteSecurityChange(tx, account, 'password');
    },

    /** The person has opened a mailed link. */
    confirm: async (tx: Unit<'user.email-confirmed' | 'user.grant-released'>, account: Account): Promise<void> => {
      await tx.collection(accounts).updateOne({ _id: account._id }, { $set: { emailConfirmed: true } });
      await noteConfirmedEmail(tx, await tx.collection(users).findOne({ email: account.email }), grants);
    },
    isConfirmed: async (tx: Transaction, uid: string): Promise<boolean> => {
      const account = await tx.collection(accounts).findOne({ _id: uid });
      return account !== null && isConfirmed(account);
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
