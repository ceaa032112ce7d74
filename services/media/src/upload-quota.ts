import type { RateLimits } from '@piecework/config';
import { type Failure, fail } from '@piecework/http';

/** Pure rules of the daily byte quota. A day is a UTC day. */

const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 3600 * 1000;
/** What a picture counts at least, in bytes: a tiny one takes up a file and a record too. */
export const LEAST_CHARGE = 16 * 1024;

export const chargeOf = (bytes: number): number => Math.max(bytes, LEAST_CHARGE);

/** `YYYY-MM-DD`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

type Limits = Pick<
  RateLimits,
  'uploadMegabytesPerDay' | 'unregisteredUploadMegabytesPerDay' | 'allUnregisteredUploadMegabytesPerDay'
>;

export interface DailyLimit {
  /** Who shares it: an owner, or all identities that have not registered. */
  of: string;
  /** Bytes of a day. */
  bytes: number;
}

/** The quotas that all have to have room for what an owner stores. */
export const quotasOf = (owner: string, limits: Limits): DailyLimit[] =>
  owner.startsWith('identity:')
    ? [
        { of: owner, bytes: limits.unregisteredUploadMegabytesPerDay * MEGABYTE },
        { of: 'identities', bytes: limits.allUnregisteredUploadMegabytesPerDay * MEGABYTE },
      ]
    : [{ of: owner, bytes: limits.uploadMegabytesPerDay * MEGABYTE }];

export type QuotaRefusal = Failure<'too-many-requests'>;
export const quotaRefusal = (now: number): QuotaRefusal => {
  const retryAfter = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  return fail('too-many-requests', {
    retryAfter,
    message: `There is no room for more new pictures today. Nothing you typed is lost: please send this picture again in ${inWords(retryAfter)}.`,
  });
};

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
};
