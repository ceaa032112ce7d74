import { endOfUtcDay, utcDayOf } from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import { type Failure, fail, NETWORK_HEADER } from '@piecework/http';
import { type Call, expiry, type ServiceDeps } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';

interface DailyCount extends Document {
  /** `{day} {of} {network}`. */
  _id: string;
  n: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export const dailyCounts = collection<DailyCount>('daily-counts', [{ key: { expiresAt: 1 } }]);

export const dailyCountExpiry = expiry({ name: 'daily-counts', of: dailyCounts, deadline: 'expiresAt' });

/** What one network has only so many of per UTC day. An identity without a user record is no record. */
const LIMITS = {
  accounts: 'signUpsPerDay',
  records: 'signUpsPerDay',
  firstMails: 'firstMailsPerDay',
  grants: 'grantsPerDay',
} as const satisfies Record<string, keyof RateLimits>;
type Counted = keyof typeof LIMITS;

/** Unsigned header: for limits only. */
export const networkOf = ({ headers }: Pick<Call, 'headers'>): string => headers[NETWORK_HEADER] ?? 'unknown';

/** In the store, because replicas and gateways share the counts. */
export const createDailyQuota = ({ clock, settings }: Pick<ServiceDeps, 'clock' | 'settings'>) => {
  const read = async (tx: Transaction, of: Counted, network: string) => {
    const _id = `${utcDayOf(clock.now())} ${of} ${network}`;
    const counted = await tx.collection(dailyCounts).findOne({ _id });
    return { _id, isExhausted: (counted?.n ?? 0) >= settings.rateLimits[LIMITS[of]] };
  };
  /** Seconds to the next day. */
  const retryAfter = () => Math.ceil((endOfUtcDay(clock.now()) - clock.now()) / 1000);

  const take = async (tx: Transaction, of: Counted, network: string): Promise<boolean> => {
    const { _id, isExhausted } = await read(tx, of, network);
    if (isExhausted) return false;
    const update = { $inc: { n: 1 }, $set: { expiresAt: endOfUtcDay(clock.now()) } };
    await tx.collection(dailyCounts).updateOne({ _id }, update, { upsert: true });
    return true;
  };
  const tooManySignUps = (): Failure<'too-many-requests'> =>
    fail('too-many-requests', {
      retryAfter: retryAfter(),
      message:
        'Too many accounts have been created from your network today. Please try again tomorrow, or sign up from another network.',
    });

  return {
    retryAfter,
    /** Counts one more, in the transaction of its effect and before it; false when the day has had them all. */
    take,
    takeSignUp: async (tx: Transaction, of: Counted, network: string) =>
      (await take(tx, of, network)) ? null : tooManySignUps(),
    /** Counts nothing. */
    refuseSignUp: async (tx: Transaction, of: Counted, network: string) =>
      (await read(tx, of, network)).isExhausted ? tooManySignUps() : null,
  };
};
export type DailyQuota = ReturnType<typeof createDailyQuota>;
