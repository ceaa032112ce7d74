import { DAY_MS } from '@piecework/base';
import { EXCERPT_LENGTH, MAX_UNANSWERED, THREAD_DAYS, type ThreadEnd, type ThreadSide } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Pictures } from '../submission/submission.pictures';

/** Of one worker with the buyer of one task. Times are in milliseconds since 1970. */
export interface Thread {
  taskId: string;
  taskTitle: string;
  workerId: string;
  workerName: string;
  buyerId: string;
  buyerName: string;
  /** Messages; the last one has this number. */
  count: number;
  /** Of the last message. */
  lastAt: number;
  lastBy: ThreadSide;
  excerpt: string;
  /** Numbers of the last message that each side has read. */
  read: Record<ThreadSide, number>;
  /** Messages of the other side that each one has not read. */
  unread: Record<ThreadSide, number>;
}

export interface Message {
  threadId: string;
  /** From 1 on, without gaps. */
  number: number;
  by: ThreadSide;
  authorId: string;
  readerId: string;
  text: string;
  attachments?: Pictures;
  /** Milliseconds since 1970. */
  at: number;
}

/** The work of the worker in the task, as far as it decides whether both can write. */
export interface Standing {
  /** A place is held, or work waits for a decision. */
  isUndecided: boolean;
  /** Latest change of decided work, or end of an unused hold, in milliseconds since 1970. */
  changedAt: number;
}

export const OTHER_SIDE: Readonly<Record<ThreadSide, ThreadSide>> = { worker: 'buyer', buyer: 'worker' };

export const personOf = (thread: Pick<Thread, 'workerId' | 'buyerId'>, side: ThreadSide): string =>
  side === 'worker' ? thread.workerId : thread.buyerId;

/** Undefined: the thread is not the caller's. A change of role hides it, as it hides submissions. */
export const sideOf = (
  thread: Pick<Thread, 'workerId' | 'buyerId'>,
  { role, userId }: Pick<Actor, 'role' | 'userId'>,
): ThreadSide | undefined => (role !== 'admin' && personOf(thread, role) === userId ? role : undefined);

/** Milliseconds since 1970. Undefined: there is no end. */
export const openUntil = ({ isUndecided, changedAt }: Standing): number | undefined =>
  isUndecided ? undefined : changedAt + THREAD_DAYS * DAY_MS;

/** `closed` does not say why: a suspension and a block are not the other person's to know. */
export const endOf = (
  standing: Standing,
  { isOtherReachable, now }: { isOtherReachable: boolean; now: number },
): ThreadEnd | undefined => {
  if (!isOtherReachable) return 'closed';
  const until = openUntil(standing);
  return until !== undefined && now >= until ? 'over' : undefined;
};

/** @param latest the newest messages of the thread, at least `MAX_UNANSWERED` of them if there are so many */
export const refuseUnanswered = (
  latest: readonly Pick<Message, 'by' | 'at'>[],
  by: ThreadSide,
  now: number,
): Failure<'too-many-unanswered'> | null => {
  const row = latest.slice(0, MAX_UNANSWERED);
  const oldest = row[MAX_UNANSWERED - 1];
  if (!oldest || row.some((message) => message.by !== by)) return null;
  const waitMs = oldest.at + DAY_MS - now;
  return waitMs > 0 ? fail('too-many-unanswered', { retryAfter: Math.ceil(waitMs / 1000) }) : null;
};

/** Whole characters: no half of a surrogate pair. */
const excerptOf = (text: string): string => [...text.replace(/\s+/g, ' ')].slice(0, EXCERPT_LENGTH).join('');

/** A thread with one more message. */
export const withMessage = (
  thread: Thread,
  { number, by, text, at }: Pick<Message, 'number' | 'by' | 'text' | 'at'>,
): Thread => {
  const other = OTHER_SIDE[by];
  return {
    ...thread,
    count: number,
    lastAt: at,
    lastBy: by,
    excerpt: excerptOf(text),
    unread: { ...thread.unread, [other]: thread.unread[other] + 1 },
  };
};
