import type { Clock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { accountKeyOf, type Call } from '../call';
import { createRateLimiter } from './rate-limiter';

/** @returns the seconds until the caller may call; 0 for now */
export const createAccountRates = (limits: Settings['rateLimits'], clock: Clock) => {
  const calls = createRateLimiter({ clock, limit: limits.accountPerSecond, windowMs: 1000 });
  // A burst of a whole minute's edits would slow down the readers of the tasks.
  const edits = createRateLimiter({ clock, limit: Math.ceil(limits.editsPerMinute / 6), windowMs: 10_000 });

  return ({ spec, who }: Pick<Call, 'spec' | 'who'>): number => {
    const key = accountKeyOf(who);
    if (key === undefined || spec.limit !== 'standard') return 0;
    return calls.take(key) || (spec.isEdit ? edits.take(key) : 0);
  };
};
