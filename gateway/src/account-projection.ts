import type { Clock, Log } from '@piecework/base';
import { type AnyEvent, parseEvent, ROLES, type Role } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, Subscription } from '@piecework/event-log';
import { z } from 'zod';
import type { EndedSessions } from './ended-sessions';

/** Immutable: callers cache by object identity. */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly roleVersion: number;
  readonly closed: boolean;
}

const foundSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    userName: z.string(),
    role: z.enum(ROLES),
    roleVersion: z.int(),
    closed: z.boolean(),
  })
  .nullable();

/** Milliseconds that a negative lookup is cached. */
export const UNKNOWN_TTL_MS = 250;
const MAX_UNKNOWN = 10_000;

export interface AccountProjectionDeps {
  bus: Pick<EventBus, 'subscribe'>;
  /** Rejects when the user service is unavailable. */
  userByEmail: (email: string) => Promise<unknown>;
  /** Shares this subscription, so ended sessions are known as soon as accounts are. */
  sessions: Pick<EndedSessions, 'apply'>;
  clock: Clock;
  log: Log;
}

export const createAccountProjection = ({
  bus,
  userByEmail,
  sessions,
  clock,
  log,
}: AccountProjectionDeps) => {
  const byId = new Map<string, Account>();
  const byEmail = new Map<string, Account>();
  const unknownUntil = new Map<string, number>();
  const pendingLookups = new Map<string, Promise<Account | null>>();
  let subscription: Subscription | undefined;
  let isCaughtUp = false;

  const clearUnknown = (email: string) => {
    unknownUntil.delete(email);
    pendingLookups.delete(email);
  };

  /** The higher role version wins; `closed` is final. */
  const put = (account: Account): Account => {
    const known = byId.get(account.userId);
    if (known && (known.closed || (!account.closed && known.roleVersion >= account.roleVersion)))
      return known;
    byId.set(account.userId, account);
    byEmail.set(account.email, account);
    clearUnknown(account.email);
    return account;
  };

  const apply = (event: AnyEvent) => {
    if (event.type === 'user.registered') {
      const { userId, email, userName, role } = event.data;
      put({ userId, email: email.toLowerCase(), name: userName, role, roleVersion: 0, closed: false });
    } else if (event.type === 'user.role-changed') {
      const known = byId.get(event.data.userId);
      // `lookUp` finds a user whose registration could not be parsed.
      if (known) put({ ...known, role: event.data.to, roleVersion: event.data.roleVersion });
    } else if (event.type === 'user.closed') {
      const { userId, email, role, roleVersion } = event.data;
      put({
        userId,
        email: email.toLowerCase(),
        name: byId.get(userId)?.name ?? '',
        role,
        roleVersion,
        closed: true,
      });
    } else if (event.type === 'user.sessions-ended') sessions.apply(event);
  };

  const handler = async ({ value, position }: DeliveredRecord) => {
    const parsed = parseEvent(value);
    if (parsed.ok) apply(parsed.event);
    else log.error({ position, reason: parsed.reason }, 'unreadable user event skipped');
  };

  const cacheUnknown = (email: string) => {
    if (unknownUntil.size >= MAX_UNKNOWN) unknownUntil.clear();
    unknownUntil.set(email, clock.now() + UNKNOWN_TTL_MS);
  };

  /** `isCurrent` is false after `forget`: the reply may predate the registration. */
  const fetchAccount = async (email: string, isCurrent: () => boolean): Promise<Account | null> => {
    const found = foundSchema.parse(await userByEmail(email));
    if (found) {
      const { userName, ...rest } = found;
      return put({ ...rest, email: found.email.toLowerCase(), name: userName });
    }
    if (isCurrent()) cacheUnknown(email);
    return byEmail.get(email) ?? null;
  };

  const startLookup = (email: string): Promise<Account | null> => {
    const isCurrent = () => pendingLookups.get(email) === lookup;
    const lookup = fetchAccount(email, isCurrent).finally(() => {
      if (isCurrent()) pendingLookups.delete(email);
    });
    pendingLookups.set(email, lookup);
    return lookup;
  };

  return {
    start: async () => {
      subscription = await bus.subscribe({ group: null, topics: ['user'], from: 'beginning', handler });
      void subscription.caughtUp.then(() => {
        isCaughtUp = true;
      });
    },
    stop: async () => subscription?.stop(),
    /** Until then roles may be outdated, so no call is admitted. */
    isCaughtUp: () => isCaughtUp,
    caughtUp: async () => subscription?.caughtUp,
    size: () => byId.size,
    byId: (userId: string): Account | undefined => byId.get(userId),
    byEmail: (email: string): Account | undefined => byEmail.get(email),
    /** For an email without an event yet. Single-flight. */
    lookUp: async (email: string): Promise<Account | null> => {
      if ((unknownUntil.get(email) ?? 0) > clock.now()) return null;
      return pendingLookups.get(email) ?? startLookup(email);
    },
    forget: clearUnknown,
  };
};
export type AccountProjection = ReturnType<typeof createAccountProjection>;
