import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import { type AnyEvent, parseEvent } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, Subscribe, Subscription } from '@piecework/event-log';
import { type Account, type ApiKey, accountSchema } from './account';
import { readAccountSnapshot } from './account-snapshot';
import { type EndedSessions, LONGEST_TOKEN_MS } from './ended-sessions';

/** Milliseconds that a negative lookup is cached. */
export const UNKNOWN_TTL_MS = 250;
const MAX_UNKNOWN = 10_000;

const NOT_SUSPENDED = { isSuspended: false, suspensionVersion: 0 } as const;

/** The accounts and API keys after the events that it has been given. */
const createAccountDirectory = (sessions: Pick<EndedSessions, 'apply'>, onStored: (email: string) => void) => {
  const byId = new Map<string, Account>();
  const byEmail = new Map<string, Account>();
  /** Only from the snapshot and the events after it, in their order: a late `lookUp` must not bring back a revoked key. */
  const keys = new Map<string, ApiKey>();

  const store = (account: Account): Account => {
    byId.set(account.userId, account);
    byEmail.set(account.email, account);
    onStored(account.email);
    return account;
  };

  /** Role, name and suspension each have a version, of which the higher one wins; `closed` is final. */
  const put = (account: Account): Account => {
    const older = byId.get(account.userId);
    if (!older) return store(account);
    const isOldRole = older.closed || (!account.closed && older.roleVersion >= account.roleVersion);
    const isOldName = older.profileVersion >= account.profileVersion;
    const isOldSuspension = older.suspensionVersion >= account.suspensionVersion;
    if (isOldRole && isOldName && isOldSuspension) return older;
    const { name, profileVersion } = isOldName ? older : account;
    const { isSuspended, suspensionVersion } = isOldSuspension ? older : account;
    return store({ ...(isOldRole ? older : account), name, profileVersion, isSuspended, suspensionVersion });
  };

  const putKey = (key: ApiKey) => {
    keys.set(key.keyId, key);
  };

  const apply = (event: AnyEvent) => {
    if (event.type === 'user.registered') {
      const { userId, email, userName, role } = event.data;
      put({
        userId,
        email: email.toLowerCase(),
        name: userName,
        role,
        roleVersion: 0,
        profileVersion: 0,
        closed: false,
        ...NOT_SUSPENDED,
      });
    } else if (event.type === 'user.role-changed') {
      const user = byId.get(event.data.userId);
      // `lookUp` finds a user whose registration could not be parsed.
      if (user) put({ ...user, role: event.data.to, roleVersion: event.data.roleVersion });
    } else if (event.type === 'user.api-key-added') {
      putKey(event.data);
    } else if (event.type === 'user.api-key-revoked') {
      keys.delete(event.data.keyId);
    } else if (event.type === 'user.profile-changed') {
      const user = byId.get(event.data.userId);
      const { userName: name, profileVersion } = event.data;
      if (user) put({ ...user, name, profileVersion });
    } else if (event.type === 'user.suspension-changed') {
      const { userId, isSuspended, suspensionVersion } = event.data;
      const user = byId.get(userId);
      if (user) put({ ...user, isSuspended, suspensionVersion });
    } else if (event.type === 'user.closed') {
      const { userId, email, role, roleVersion } = event.data;
      const known = byId.get(userId) ?? { name: '', profileVersion: 0, ...NOT_SUSPENDED };
      put({ ...known, userId, email: email.toLowerCase(), role, roleVersion, closed: true });
    } else if (event.type === 'user.sessions-ended') sessions.apply(event);
  };
  return { byId, byEmail, keys, put, putKey, apply };
};

/** Single-flight look-ups of accounts without an event yet. A negative answer is cached. */
const createLookups = (deps: {
  userByEmail: (email: string) => Promise<unknown>;
  put: (account: Account) => Account;
  byEmail: ReadonlyMap<string, Account>;
  clock: Clock;
}) => {
  const { userByEmail, put, byEmail, clock } = deps;
  const unknownUntil = new Map<string, number>();
  const pendingLookups = new Map<string, Promise<Account | null>>();

  const cacheUnknown = (email: string) => {
    if (unknownUntil.size >= MAX_UNKNOWN) unknownUntil.clear();
    unknownUntil.set(email, clock.now() + UNKNOWN_TTL_MS);
  };

  /** `isCurrent` is false after `forget`: the reply may predate the registration. */
  const fetchAccount = async (email: string, isCurrent: () => boolean): Promise<Account | null> => {
    const account = accountSchema.nullable().parse(await userByEmail(email));
    if (account) return put(account);
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
    lookUp: async (email: string): Promise<Account | null> => {
      if ((unknownUntil.get(email) ?? 0) > clock.now()) return null;
      return pendingLookups.get(email) ?? startLookup(email);
    },
    forget: (email: string) => {
      unknownUntil.delete(email);
      pendingLookups.delete(email);
    },
  };
};

/** Accounts and API keys from a snapshot of the user service and the events since (docs/adr/0052). */
export const createAccountProjection = (deps: {
  bus: Pick<EventBus, 'subscribe'>;
  /** Rejects when the user service is unavailable. */
  userByEmail: (email: string) => Promise<unknown>;
  /** A page of all accounts, by user id. Rejects when the user service is unavailable. */
  accountsAfter: (userId: string) => Promise<unknown>;
  /** Shares this subscription, so ended sessions are known as soon as accounts are. */
  sessions: Pick<EndedSessions, 'apply'>;
  clock: Clock;
  log: Log;
}) => {
  const { bus, userByEmail, accountsAfter, sessions, clock, log } = deps;
  const { byId, byEmail, keys, put, putKey, apply } = createAccountDirectory(sessions, (email) => forget(email));
  const { lookUp, forget } = createLookups({ userByEmail, put, byEmail, clock });
  const stopping = new AbortController();
  let subscription: Promise<Subscription> | undefined;
  let isCaughtUp = false;
  let onCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    onCaughtUp = resolve;
  });

  const handler = async ({ value, position }: DeliveredRecord) => {
    const parsed = parseEvent(value);
    if (parsed.ok) apply(parsed.event);
    else log.error({ position, reason: parsed.reason }, 'unreadable user event skipped');
  };

  const subscribe = (options: Pick<Subscribe, 'from' | 'handler'>): Promise<Subscription> =>
    bus.subscribe({ group: null, topics: ['user'], ...options });

  const subscribeToWholeLog = async (): Promise<Subscription> => {
    for (let failures = 1; ; failures++) {
      try {
        return await subscribe({ from: 'beginning', handler });
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        log.warn({ err: error, failures }, 'event log cannot be read, will be retried');
      }
      await sleep(clock, exponentialBackoff(failures), stopping.signal);
    }
  };

  /**
   * Subscribed before the snapshot is read, so that each change is in one of them. Its events wait for the snapshot: a
   * change of role needs the account. They begin with those that end sessions with unexpired tokens.
   */
  const subscribeSinceLongestToken = async () => {
    let onRead: (isComplete: boolean) => void = () => {};
    const snapshotRead = new Promise<boolean>((resolve) => {
      onRead = resolve;
    });
    const recent = await subscribe({
      from: { since: clock.now() - LONGEST_TOKEN_MS },
      handler: async (record) => {
        if (await snapshotRead) await handler(record);
      },
    });
    return { recent, onRead };
  };

  const load = async ({ recent, onRead }: Awaited<ReturnType<typeof subscribeSinceLongestToken>>) => {
    try {
      await readAccountSnapshot({ accountsAfter, clock, signal: stopping.signal, put, putKey });
      onRead(true);
    } catch (error) {
      onRead(false);
      if (stopping.signal.aborted) return;
      log.warn({ err: error }, 'no snapshot of the accounts: they are read from the whole event log');
      subscription = recent.stop().then(subscribeToWholeLog);
    }
    await (await subscription)?.caughtUp;
    isCaughtUp = true;
    onCaughtUp();
  };

  return {
    /** Does not wait for the accounts: see `caughtUp`. */
    start: async () => {
      const since = await subscribeSinceLongestToken();
      subscription = Promise.resolve(since.recent);
      load(since).catch((error) => log.debug({ err: error }, 'stopped before the accounts were read'));
    },
    stop: async () => {
      stopping.abort();
      await subscription?.then(
        (current) => current.stop(),
        () => {},
      );
    },
    /** Until then roles may be outdated, so no call is admitted. */
    isCaughtUp: () => isCaughtUp,
    caughtUp: () => caughtUp,
    size: () => byId.size,
    byId: (userId: string): Account | undefined => byId.get(userId),
    byEmail: (email: string): Account | undefined => byEmail.get(email),
    /** API keys that are not revoked, also of owners who are closed or have left their role. */
    keyById: (keyId: string): ApiKey | undefined => keys.get(keyId),
    /** For an email without an event yet. Single-flight. */
    lookUp,
    forget,
  };
};
export type AccountProjection = ReturnType<typeof createAccountProjection>;
