import type { Clock } from '@piecework/base';
import type { EventEnvelope } from '@piecework/contracts';
import { ACCESS_TOKEN_SECONDS, IDENTITY_TOKEN_SECONDS, type IdentityClaims } from '@piecework/identity';

export type TokenHolder = Pick<IdentityClaims, 'uid' | 'session'>;

const CLOCK_SKEW_MS = 60_000;
/** Milliseconds until every token of an ended session has expired. */
export const LONGEST_TOKEN_MS = Math.max(ACCESS_TOKEN_SECONDS, IDENTITY_TOKEN_SECONDS) * 1000 + CLOCK_SKEW_MS;

interface Ended {
  /** All sessions up to this number. */
  through: number;
  /** Milliseconds since 1970: expiry of their last token. */
  until: number;
}

/** Projection of `user.sessions-ended`, for sessions with unexpired tokens. Idempotent. */
export const createEndedSessions = ({ clock }: { clock: Pick<Clock, 'now'> }) => {
  const bySid = new Map<string, Pick<Ended, 'until'>>();
  const byUid = new Map<string, Ended>();

  const put = <E extends Pick<Ended, 'until'>>(known: Map<string, E>, key: string, ended: E) => {
    known.delete(key);
    known.set(key, ended);
    for (const [oldest, { until }] of known) {
      if (until > clock.now()) break;
      known.delete(oldest);
    }
  };

  return {
    apply: ({ occurredAt, data: { uid, ended } }: EventEnvelope<'user.sessions-ended'>) => {
      const until = Date.parse(occurredAt) + LONGEST_TOKEN_MS;
      if (until <= clock.now()) return;
      if ('sid' in ended) return put(bySid, ended.sid, { until });
      const before = byUid.get(uid);
      put(byUid, uid, {
        through: Math.max(ended.through, before?.through ?? 0),
        until: Math.max(until, before?.until ?? 0),
      });
    },
    /** A token without a session counts as the oldest. */
    hasEnded: ({ uid, session }: TokenHolder): boolean =>
      (session !== undefined && bySid.has(session.sid)) || (session?.number ?? 0) <= (byUid.get(uid)?.through ?? -1),
    size: () => bySid.size + byUid.size,
  };
};
export type EndedSessions = ReturnType<typeof createEndedSessions>;
