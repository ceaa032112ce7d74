import type { Settings } from '@piecework/config';
import type { OperationId } from '@piecework/contracts';
import { createInFlightLimiter, fail } from '@piecework/http';
import { type Answer, accountKeyOf, type Call } from '../call';

/** Concurrent calls per account. */
const MAX_CALLS_PER_ACCOUNT = 100;

const HASHES_PASSWORD: ReadonlySet<OperationId> = new Set(['signIn', 'signUp', 'changePassword', 'resetPassword']);

export const createConcurrencyLimits = (limits: Settings['rateLimits']) => {
  const accountCalls = createInFlightLimiter({ limit: MAX_CALLS_PER_ACCOUNT });
  const downloads = createInFlightLimiter({ limit: limits.accountDownloads, overall: limits.downloads });
  const anonymousCalls = createInFlightLimiter({ limit: limits.strangersAtOnce });
  const signInCalls = createInFlightLimiter({ limit: limits.signInsAtOnce });

  return {
    /** A slot lasts until the response is sent: a slow reader holds a connection to the service. */
    run: async (
      { operation, spec, who, connection }: Omit<Call, 'request' | 'correlationId'>,
      answer: () => Promise<Answer>,
    ): Promise<Answer> => {
      const key = accountKeyOf(who);
      const isHashing = HASHES_PASSWORD.has(operation);
      const ofAccount = spec.isDownload ? downloads : accountCalls;
      if (!connection) return key === undefined ? answer() : ofAccount.run(key, answer);
      if (key === undefined && spec.limit !== 'standard' && !isHashing) return answer();
      const limiter = isHashing ? signInCalls : key === undefined ? anonymousCalls : ofAccount;
      const release = limiter.tryAcquire(isHashing ? connection.network : (key ?? connection.network));
      if (!release) return fail('too-many-requests', { retryAfter: 1 });
      connection.whenClosed(release);
      return answer();
    },
    counters: {
      piecework_refused_strangers_total: {
        help: 'Calls without an account refused by the concurrency limit of their network',
        value: anonymousCalls.refused,
      },
      piecework_refused_sign_ins_total: {
        help: 'Sign-ins, sign-ups and password changes refused by the concurrency limit of their network',
        value: signInCalls.refused,
      },
      piecework_refused_downloads_total: {
        help: 'Downloads refused by the limit of their account or of all accounts',
        value: downloads.refused,
      },
      piecework_refused_accounts_total: {
        help: 'Calls refused by the concurrency limit of their account',
        value: accountCalls.refused,
      },
    },
  };
};
