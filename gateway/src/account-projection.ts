import type { Clock, Log } from '@piecework/base';
import { type AnyEvent, parseEvent, ROLES, type Role } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, Subscription } from '@piecework/event-log';
import { z } from 'zod';
import type { EndedSessions } from './ended-sessions';

/** What the gateway knows of a registered user. Never changed in place: whoever holds one may cache by it. */
export interface Account {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly roleVersion: number;
  readonly closed: boolean;
}

/** What the user service's internal `userByEmail` answers: an account, closed ones too, or null. */
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

/** Milliseconds for which "there is no such user" is believed. */
export const UNKNOWN_TTL = 250;
const MAX_UNKNOWN = 10_000;

export interface AccountsDeps {
  bus: Pick<EventBus, 'subscribe'>;
  /** Asks the user service; rejects when it does not answer. */
  userByEmail: (email: string) => Promise<unknown>;
  /** Reads along: what was ended while the gateway was down is known when the accounts are. */
  sessions: Pick<EndedSessions, 'apply'>;
  clock: Clock;
  log: Log;
}

/** The gateway's own projection of the user events, in memory: who somebody is costs no call. */
export const createAccounts = ({ bus, userByEmail, sessions, clock, log }: AccountsDeps) => {
  const byId = new Map<string, Account>();
  const byEmail = new Map<string, Account>();
  const unknownUntil = new Map<string, number>();
  const asking = new Map<string, Promise<Account | null>>();
  let subscription: Subscription | undefined;
  let isCaughtUp = false;

  const forgetUnknown = (email: string) => {
    unknownUntil.delete(email);
    asking.delete(email);
  };

  /** The higher role version wins, and closed is for ever. */
  const put = (account: Account): Account => {
    const known = byId.get(account.userId);
    if (known && (known.closed || (!account.closed && known.roleVersion >= account.roleVersion)))
      return known;
    byId.set(account.userId, account);
    byEmail.set(account.email, account);
    forgetUnknown(account.email);
    return account;
  };

  const apply = (event: AnyEvent) => {
    if (event.type === 'user.registered') {
      const { userId, email, userName, role } = event.data;
      put({ userId, email: email.toLowerCase(), name: userName, role, roleVersion: 0, closed: false });
    } else if (event.type === 'user.role-changed') {
      const known = byId.get(event.data.userId);
      // Someone whose registration could not be read is found by `lookUp`.
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
    else log.error({ position, reason: parsed.reason }, 'a user event cannot be read and is left out');
  };

  const rememberUnknown = (email: string) => {
    if (unknownUntil.size >= MAX_UNKNOWN) unknownUntil.clear();
    unknownUntil.set(email, clock.now() + UNKNOWN_TTL);
  };

  /** `isCurrent`: no, when `forget` came in between, because the answer may be older than what that told. */
  const answerOf = async (email: string, isCurrent: () => boolean): Promise<Account | null> => {
    const found = foundSchema.parse(await userByEmail(email));
    if (found) {
      const { userName, ...rest } = found;
      return put({ ...rest, email: found.email.toLowerCase(), name: userName });
    }
    if (isCurrent()) rememberUnknown(email);
    return byEmail.get(email) ?? null;
  };

  const ask = (email: string): Promise<Account | null> => {
    const isCurrent = () => asking.get(email) === question;
    const question = answerOf(email, isCurrent).finally(() => {
      if (isCurrent()) asking.delete(email);
    });
    asking.set(email, question);
    return question;
  };

  return {
    start: async () => {
      subscription = await bus.subscribe({ group: null, topics: ['user'], from: 'beginning', handler });
      void subscription.caughtUp.then(() => {
        isCaughtUp = true;
      });
    },
    stop: async () => subscription?.stop(),
    /** Until then a role may be an old one: nobody is let in by it. */
    isCaughtUp: () => isCaughtUp,
    caughtUp: async () => subscription?.caughtUp,
    size: () => byId.size,
    byId: (userId: string): Account | undefined => byId.get(userId),
    /** The hot path: no promise, no call. */
    byEmail: (email: string): Account | undefined => byEmail.get(email),
    /** Asks the user service about an email that no event has told of yet; many at once ask once. */
    lookUp: async (email: string): Promise<Account | null> => {
      if ((unknownUntil.get(email) ?? 0) > clock.now()) return null;
      return asking.get(email) ?? ask(email);
    },
    /** This email may have been registered just now: believe no earlier "unknown". */
    forget: forgetUnknown,
  };
};
export type Accounts = ReturnType<typeof createAccounts>;
