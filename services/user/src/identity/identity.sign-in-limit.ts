import { HOUR_MS, MINUTE_MS } from '@piecework/base';
import { type Failure, fail } from '@piecework/http';
import type { ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { type Account, type GuessLimit, secondsUntilGuess, withFailure } from './identity';
import { signInFailures } from './identity.store';

interface Count extends GuessLimit {
  _id: string;
}

/** Counters of one guess (docs/adr/0032). */
export interface GuessCounts {
  email: string;
  /** Per caller; reset by a right guess. */
  own: Count;
  /** Over all callers; not reset by a right guess. */
  shared?: Count;
  /** @default 'passwords for this email' */
  what?: string;
}

const countsIn = ({ own, shared }: GuessCounts): Count[] => (shared ? [own, shared] : [own]);

/** In the store, because replicas share the counts. */
export const createSignInLimit = ({ clock, settings }: Pick<ServiceDeps, 'clock' | 'settings'>) => {
  const {
    signInFailures: perNetwork,
    signInFailuresPerEmail,
    passwordChangeFailures,
    factorFailures,
  } = settings.rateLimits;

  return {
    ofSignIn: (email: string, network: string): GuessCounts => ({
      email,
      own: { _id: JSON.stringify([email, network]), limit: perNetwork, windowMs: 15 * MINUTE_MS },
      shared: { _id: email, limit: signInFailuresPerEmail, windowMs: HOUR_MS },
    }),
    /** Separate from sign-ins, whose limit anonymous callers can exhaust. */
    ofPasswordChange: ({ _id, email }: Pick<Account, '_id' | 'email'>): GuessCounts => ({
      email,
      own: { _id: `change:${_id}`, limit: passwordChangeFailures, windowMs: HOUR_MS },
    }),

    /** A new password does not reset it: who reads the mailbox could guess for ever. */
    ofFactor: (userId: string): GuessCounts => ({
      email: `factor:${userId}`,
      own: { _id: `factor:${userId}`, limit: factorFailures, windowMs: 15 * MINUTE_MS },
      what: 'codes',
    }),

    refusal: async (tx: Transaction, counts: GuessCounts): Promise<Failure<'too-many-requests'> | null> => {
      const { what = 'passwords for this email' } = counts;
      const now = clock.now();
      const waits: number[] = [];
      for (const count of countsIn(counts)) {
        const failures = await tx.collection(signInFailures).findOne({ _id: count._id });
        waits.push(secondsUntilGuess(failures, count, now));
      }
      const seconds = Math.max(...waits);
      if (seconds === 0) return null;
      return fail('too-many-requests', {
        retryAfter: seconds,
        message: `Too many wrong ${what}. Please try again in ${inMinutes(seconds)}.`,
      });
    },
    countFailure: async (tx: Transaction, counts: GuessCounts): Promise<void> => {
      const now = clock.now();
      const failures = tx.collection(signInFailures);
      for (const count of countsIn(counts)) {
        const stored = await failures.findOne({ _id: count._id });
        const fields = { email: counts.email, ...withFailure(stored, count, now) };
        await failures.updateOne({ _id: count._id }, { $set: fields }, { upsert: true });
      }
    },
    resetFailures: async (tx: Transaction, { own }: GuessCounts): Promise<void> => {
      const stored = await tx.collection(signInFailures).findOne({ _id: own._id });
      if (stored) await tx.collection(signInFailures).deleteOne({ _id: own._id });
    },
    forget: async (tx: Transaction, email: string): Promise<void> => {
      await tx.collection(signInFailures).deleteMany({ email });
    },
  };
};
export type SignInLimit = ReturnType<typeof createSignInLimit>;

const inMinutes = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};
