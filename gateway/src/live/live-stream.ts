import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Log } from '@piecework/base';
import {
  type AnyEvent,
  LIVE_HEARTBEAT_MS,
  type Places,
  parseEvent,
  type TaskStatus,
  TOPICS,
  taskStatusOf,
} from '@piecework/contracts';
import type { EventBus, Subscription } from '@piecework/event-log';
import type { Account } from '../access/account';
import type { AccountProjection } from '../access/account-projection';
import type { EndedSessions, TokenHolder } from '../access/ended-sessions';

/** Per account. One more ends the oldest: dead connections must not lock an account out. */
export const MAX_STREAMS = 5;
export const LIVE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;
/** Between two writes to all streams: a write per event and stream would exhaust the CPU at 50 events per second. */
export const BROADCAST_MS = 100;
/** Between two notices of one task: every reader of it answers a notice by a request. */
export const NOTICE_MS = 1000;
/** Streams that are written in one turn of the event loop, which is about 1 ms: calls are answered between two turns. */
const STREAMS_A_TURN = 50;
/** Buffered bytes that disconnect a slow reader; it reconnects and refetches. */
const MAX_WAITING_BYTES = 64 * 1024;

type Kind =
  | 'balance'
  | 'submission'
  | 'decisions'
  | 'reservation'
  | 'withdrawal'
  | 'payment'
  | 'notification'
  | 'message'
  | 'role'
  | 'suspension'
  | 'profile';
interface Notice {
  kind: Kind;
  data: Record<string, unknown>;
  to: { users: readonly string[]; admins?: true };
}

/** For all streams. */
type TaskNotice = { kind: 'task'; to: 'all'; data: { id: string } } & {
  data:
    | { change: 'edited' | 'published' | 'closed' | 'deleted'; raised?: true }
    | { change: 'places'; open: number; status: TaskStatus; version: number };
};

const STATUS = {
  'submission.created': 'pending',
  'submission.approved': 'approved',
  'submission.rejected': 'reject',
  'withdrawal.requested': 'pending',
  'withdrawal.approved': 'approved',
  'withdrawal.canceled': 'canceled',
  'withdrawal.held': 'pending',
  'withdrawal.released': 'pending',
  'withdrawal.paid': 'approved',
  'withdrawal.payout-failed': 'approved',
  'payment.recorded': 'recorded',
  'payment.credited': 'credited',
  'payment.reversed': 'reversed',
} as const;

const REVIEW = {
  'submission.revision-requested': { status: 'pending', change: 'sent-back' },
  'submission.resubmitted': { status: 'pending', change: 'resubmitted' },
  'appeal.filed': { status: 'reject', change: 'appealed' },
  'appeal.dismissed': { status: 'reject', change: 'appeal-dismissed' },
  'submission.rejection-reversed': { status: 'approved', change: 'appeal-upheld' },
} as const;

const taskNotice = (
  id: string,
  change: 'edited' | 'published' | 'closed' | 'deleted',
  more: { raised?: true } = {},
): TaskNotice => ({ kind: 'task', data: { id, change, ...more }, to: 'all' });

const placesNotice = (taskId: string, places: Places): TaskNotice => ({
  kind: 'task',
  data: { id: taskId, change: 'places', open: places.open, status: taskStatusOf(places), version: places.version },
  to: 'all',
});

const textOf = ({ kind, data }: Notice | TaskNotice): string => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** A reader of a later one needs none of the earlier ones. */
const RANKS = { places: 0, edited: 1, published: 2, closed: 3, deleted: 4 } as const;

const merged = (waiting: TaskNotice | undefined, next: TaskNotice): TaskNotice => {
  if (!waiting) return next;
  const [before, after] = [waiting.data, next.data];
  if (before.change === 'edited' && after.change === 'edited') return before.raised ? waiting : next;
  if (before.change !== 'places' || after.change !== 'places')
    return RANKS[before.change] > RANKS[after.change] ? waiting : next;
  // Events of different submissions to a task come in any order.
  return before.version > after.version ? waiting : next;
};

/** The first notice is written at once, those of the next {@link BROADCAST_MS} together; those of one task merge for {@link NOTICE_MS}. */
const createBroadcast = (clock: Clock, writeToAll: (text: Buffer) => void) => {
  const waiting = new Map<string, TaskNotice>();
  /** Task → when its last notice was written. */
  const written = new Map<string, number>();
  let cancelFlush: (() => void) | undefined;

  const flush = () => {
    cancelFlush = undefined;
    const now = clock.now();
    for (const [id, at] of written) if (now - at >= NOTICE_MS) written.delete(id);
    const due = [...waiting.values()].filter(({ data: { id } }) => !written.has(id));
    for (const { data } of due) {
      waiting.delete(data.id);
      written.set(data.id, now);
    }
    if (due.length > 0) writeToAll(Buffer.from(due.map(textOf).join('')));
    if (due.length > 0 || waiting.size > 0) cancelFlush = clock.after(BROADCAST_MS, flush);
  };

  return {
    add: (notice: TaskNotice) => {
      const { id } = notice.data;
      const next = merged(waiting.get(id), notice);
      waiting.delete(id);
      waiting.set(id, next);
      if (!cancelFlush) flush();
    },
    stop: () => cancelFlush?.(),
  };
};

/** Only what the recipients may read anyway. */
const noticesOf = (event: AnyEvent): (Notice | TaskNotice)[] => {
  switch (event.type) {
    case 'wallet.balance-changed': {
      const { userId, balance, version, change } = event.data;
      return [{ kind: 'balance', data: { balance, version, change }, to: { users: [userId] } }];
    }
    case 'user.role-changed': {
      const { userId, to, roleVersion } = event.data;
      return [{ kind: 'role', data: { role: to, roleVersion }, to: { users: [userId] } }];
    }
    case 'user.profile-changed': {
      const { userId, profileVersion } = event.data;
      return [{ kind: 'profile', data: { profileVersion }, to: { users: [userId] } }];
    }
    case 'user.suspension-changed':
    case 'user.suspension-kept':
      return [{ kind: 'suspension', data: {}, to: { users: [event.data.userId] } }];
    case 'user.email-confirmed':
    case 'user.closing-changed':
      return [{ kind: 'profile', data: {}, to: { users: [event.data.userId] } }];
    case 'task.published':
      // Only its owner and admins see it yet.
      return event.data.inReview ? [] : [taskNotice(event.data.taskId, 'published')];
    case 'task.approved':
      return event.data.isFirst ? [taskNotice(event.data.taskId, 'published')] : [];
    case 'task.edited':
    case 'task.places-added':
    case 'task.pause-changed':
    case 'task.pilot-ended':
      return [taskNotice(event.data.taskId, 'edited')];
    // Hidden while the refund is pending.
    case 'task.deletion-requested':
    case 'task.deleted':
      return [taskNotice(event.data.taskId, 'deleted')];
    case 'task.closing-requested':
    case 'task.closed':
    case 'appeal.place-returned':
      return [taskNotice(event.data.taskId, 'closed')];
    case 'submission.created':
    case 'submission.approved':
    case 'submission.rejected': {
      const { submissionId, taskId, taskTitle, workerId, buyerId, payable, places } = event.data;
      const data = { id: submissionId, taskId, taskTitle, payable, status: STATUS[event.type] };
      const notice: Notice = { kind: 'submission', data, to: { users: [workerId, buyerId] } };
      // A deleted task: no list shows its places.
      const isGone = event.type === 'submission.rejected' && !event.data.placeReturned;
      return isGone ? [notice] : [notice, placesNotice(taskId, places)];
    }
    case 'decisions.advanced': {
      const { runId: id, taskId, buyerId, done, total, isFinished } = event.data;
      return [{ kind: 'decisions', data: { id, taskId, done, total, isFinished }, to: { users: [buyerId] } }];
    }
    case 'submission.revision-requested':
    case 'submission.resubmitted':
    case 'appeal.filed':
    case 'appeal.dismissed': {
      const { submissionId, taskId, taskTitle, workerId, buyerId, payable } = event.data;
      const data = { id: submissionId, taskId, taskTitle, payable, ...REVIEW[event.type] };
      const isAppeal = event.type.startsWith('appeal.');
      const to = { users: [workerId, buyerId], ...(isAppeal && { admins: true as const }) };
      return [{ kind: 'submission', data, to }];
    }
    case 'submission.rejection-reversed': {
      const { submissionId, taskId, taskTitle, workerId, buyerId, payable, places, paidBy } = event.data;
      const change = event.data.by === 'buyer' ? { status: 'approved' } : REVIEW[event.type];
      const data = { id: submissionId, taskId, taskTitle, payable, ...change };
      const notice: Notice = { kind: 'submission', data, to: { users: [workerId, buyerId], admins: true } };
      return paidBy === 'escrow' ? [notice, placesNotice(taskId, places)] : [notice];
    }
    case 'submission.bonus-noted': {
      const { submissionId, taskId, taskTitle, workerId, buyerId, payable, coins } = event.data;
      const data = { id: submissionId, taskId, taskTitle, payable, status: 'approved', bonus: coins };
      return [{ kind: 'submission', data, to: { users: [workerId, buyerId] } }];
    }
    case 'place.reserved':
    case 'place.released': {
      const { reservationId, taskId, taskTitle, workerId, expiresAt, places } = event.data;
      const end = event.type === 'place.released' ? { ended: event.data.why } : {};
      const data = { id: reservationId, taskId, taskTitle, expiresAt, ...end };
      const notice: Notice = { kind: 'reservation', data, to: { users: [workerId] } };
      const isGone = event.type === 'place.released' && !event.data.placeReturned;
      return isGone ? [notice] : [notice, placesNotice(taskId, places)];
    }
    case 'task.raise-applied':
      return [taskNotice(event.data.taskId, 'edited', { raised: true })];
    case 'task.places-opened':
      return [placesNotice(event.data.taskId, event.data.places)];
    case 'withdrawal.requested':
    case 'withdrawal.approved':
    case 'withdrawal.canceled':
    case 'withdrawal.held':
    case 'withdrawal.released':
    case 'withdrawal.paid':
    case 'withdrawal.payout-failed': {
      const { withdrawalId, workerId, coins } = event.data;
      const data = { id: withdrawalId, coins, status: STATUS[event.type] };
      return [{ kind: 'withdrawal', data, to: { users: [workerId], admins: true } }];
    }
    case 'withdrawal.number-changed': {
      const { withdrawalId, workerId, coins, status } = event.data;
      return [
        { kind: 'withdrawal', data: { id: withdrawalId, coins, status }, to: { users: [workerId], admins: true } },
      ];
    }
    case 'payment.recorded':
    case 'payment.credited':
    case 'payment.reversed': {
      const { paymentId, userId, coins } = event.data;
      const data = { id: paymentId, coins, state: STATUS[event.type] };
      return [{ kind: 'payment', data, to: { users: [userId], admins: true } }];
    }
    case 'message.sent': {
      const { threadId, number, workerId, buyerId, by } = event.data;
      return [{ kind: 'message', data: { threadId, number, by }, to: { users: [workerId, buyerId] } }];
    }
    // Other tabs of the reader.
    case 'thread.read':
      return [{ kind: 'message', data: { threadId: event.data.threadId }, to: { users: [event.data.userId] } }];
    case 'notification.changed': {
      const { userId, unread, version } = event.data;
      return [{ kind: 'notification', data: { unread, version }, to: { users: [userId] } }];
    }
    default:
      return [];
  }
};

const isActingAdmin = (account: Account | undefined): boolean => account?.role === 'admin' && !account.isSuspended;

interface Stream {
  userId: string;
  holder: TokenHolder;
  readable: Readable;
  until: number;
}

export const createLiveStreams = (deps: {
  bus: Pick<EventBus, 'subscribe'>;
  accounts: Pick<AccountProjection, 'byId'>;
  sessions: Pick<EndedSessions, 'apply' | 'hasEnded'>;
  clock: Clock;
  log: Log;
  onEvent: (event: AnyEvent) => void;
}) => {
  const { bus, accounts, sessions, clock, log, onEvent } = deps;
  const byUser = new Map<string, Set<Stream>>();
  const streams = new Set<Stream>();
  let subscription: Subscription | undefined;
  let cancelHeartbeat = () => {};

  const drop = (stream: Stream) => {
    if (!streams.delete(stream)) return;
    const userStreams = byUser.get(stream.userId);
    userStreams?.delete(stream);
    if (userStreams?.size === 0) byUser.delete(stream.userId);
    if (streams.size === 0) cancelHeartbeat();
  };

  const end = (stream: Stream, last?: string) => {
    if (!streams.has(stream)) return;
    drop(stream);
    if (last) stream.readable.push(last);
    stream.readable.push(null);
  };

  const write = (stream: Stream, text: Buffer | string) => {
    if (!streams.has(stream)) return;
    stream.readable.push(text);
    if (stream.readable.readableLength <= MAX_WAITING_BYTES) return;
    log.warn({ userId: stream.userId }, 'live stream closed: its reader is too slow');
    drop(stream);
    stream.readable.destroy();
  };

  const isAllowed = ({ userId, holder, until }: Stream) =>
    until > clock.now() && accounts.byId(userId)?.closed !== true && !sessions.hasEnded(holder);

  const sendHeartbeats = () => {
    cancelHeartbeat = clock.after(LIVE_HEARTBEAT_MS, sendHeartbeats);
    for (const stream of streams) {
      if (isAllowed(stream)) write(stream, ':\n\n');
      else end(stream);
    }
  };

  const writeTo = (readers: Iterable<Stream>, text: Buffer) => {
    for (const stream of readers) if (stream.until > clock.now()) write(stream, text);
  };
  let broadcasts = Promise.resolve();
  const broadcast = createBroadcast(clock, (text) => {
    const readers = [...streams];
    const writeSome = () => writeTo(readers.splice(0, STREAMS_A_TURN), text);
    // One after the other: each stream gets them in their order.
    broadcasts = broadcasts.then(async () => {
      for (writeSome(); readers.length > 0; writeSome()) await nextTurn();
    });
  });

  const send = (notice: Notice | TaskNotice) => {
    if (streams.size === 0) return;
    if (notice.to === 'all') return broadcast.add(notice);
    const { to } = notice;
    const ofUsers = to.users.flatMap((userId) => [...(byUser.get(userId) ?? [])]);
    const isOtherAdmin = ({ userId }: Stream) => isActingAdmin(accounts.byId(userId)) && !to.users.includes(userId);
    const readers = to.admins ? [...ofUsers, ...[...streams].filter(isOtherAdmin)] : ofUsers;
    writeTo(readers, Buffer.from(textOf(notice)));
  };

  const handle = (event: AnyEvent) => {
    onEvent(event);
    for (const notice of noticesOf(event)) send(notice);
    if (event.type === 'user.closed') for (const stream of byUser.get(event.data.userId) ?? []) end(stream);
    if (event.type === 'user.sessions-ended') {
      // The accounts' subscription may lag behind this one and would admit a new stream.
      sessions.apply(event);
      for (const stream of streams) if (sessions.hasEnded(stream.holder)) end(stream);
    }
  };

  return {
    start: async () => {
      const handler = async ({ value }: { value: string }) => {
        const parsed = parseEvent(value);
        if (parsed.ok) handle(parsed.event);
      };
      subscription = await bus.subscribe({ group: null, topics: TOPICS, from: 'end', handler });
    },
    stop: async () => {
      broadcast.stop();
      for (const stream of streams) end(stream);
      await subscription?.stop();
    },
    count: () => streams.size,
    /** Sends nothing after the token's expiry; the next heartbeat ends the stream. */
    open: ({ userId }: Account, holder: TokenHolder, until: number): Readable => {
      const readable = new Readable({ read: () => {}, highWaterMark: MAX_WAITING_BYTES });
      const stream: Stream = { userId, holder, readable, until };
      const userStreams = byUser.get(userId) ?? new Set();
      // Its reader must not reconnect at once and evict the next stream.
      if (userStreams.size >= MAX_STREAMS) end(userStreams.values().next().value as Stream, 'retry: 60000\n\n');
      byUser.set(userId, userStreams.add(stream));
      if (streams.size === 0) cancelHeartbeat = clock.after(LIVE_HEARTBEAT_MS, sendHeartbeats);
      streams.add(stream);
      readable.once('close', () => drop(stream));
      write(stream, 'retry: 2000\n\n');
      return readable;
    },
  };
};
export type LiveStreams = ReturnType<typeof createLiveStreams>;
