import { endOfUtcDay } from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import { type Failure, fail } from '@piecework/http';

/** Daily byte quotas per UTC day. */

const MEGABYTE = 1024 * 1024;
/** Bytes; accounts for the file and record of a tiny picture. */
export const MIN_CHARGE = 16 * 1024;

export const chargeOf = (bytes: number): number => Math.max(bytes, MIN_CHARGE);

type Limits = Pick<
  RateLimits,
  'uploadMegabytesPerDay' | 'unregisteredUploadMegabytesPerDay' | 'allUnregisteredUploadMegabytesPerDay'
>;

export interface DailyLimit {
  /** An owner, or all unregistered identities. */
  of: string;
  bytes: number;
}

export const quotasOf = (owner: string, limits: Limits): DailyLimit[] =>
  owner.startsWith('identity:')
    ? [
        { of: owner, bytes: limits.unregisteredUploadMegabytesPerDay * MEGABYTE },
        { of: 'identities', bytes: limits.allUnregisteredUploadMegabytesPerDay * MEGABYTE },
      ]
    : [{ of: owner, bytes: limits.uploadMegabytesPerDay * MEGABYTE }];

export type QuotaRefusal = Failure<'too-many-requests'>;
export const quotaRefusal = (now: number): QuotaRefusal => {
  const retryAfter = Math.ceil((endOfUtcDay(now) - now) / 1000);
  return fail('too-many-requests', {
    retryAfter,
    message: `There’s no room for more new pictures today. Nothing you typed is lost. Please send this picture again in ${inWords(retryAfter)}.`,
  });
};

const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
};
