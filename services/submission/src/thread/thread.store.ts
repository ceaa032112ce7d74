import { MAX_UNANSWERED, RESERVATION_ENDS, type ThreadSide } from '@piecework/contracts';
import { people } from '@piecework/domain';
import { collection, type Document, type Transaction } from '@piecework/store';
import { isBlockedPair } from '../block/block.store';
import { taskPlaces } from '../places/places.store';
import { reservations } from '../reservation/reservation.store';
import { submissions } from '../submission/submission.store';
import { type Message, personOf, type Standing, type Thread } from './thread';

/** From the first message on. `_id`: {@link threadId}. */
export interface ThreadDocument extends Document, Thread {}

export const threads = collection<ThreadDocument>('threads', [
  { key: { workerId: 1, lastAt: -1 } },
  { key: { buyerId: 1, lastAt: -1 } },
  { key: { workerId: 1, lastAt: -1, 'unread.worker': 1 }, partialFilterExpression: { 'unread.worker': { $gt: 0 } } },
  { key: { buyerId: 1, lastAt: -1, 'unread.buyer': 1 }, partialFilterExpression: { 'unread.buyer': { $gt: 0 } } },
]);

/** `_id`: `{thread}:{number}`. */
export interface MessageDocument extends Document, Message {}

export const messages = collection<MessageDocument>('messages', [
  { key: { threadId: 1, number: -1 } },
  { key: { authorId: 1, at: 1 } },
  { key: { readerId: 1, at: 1 } },
]);

export const threadId = ({ taskId, workerId }: { taskId: string; workerId: string }): string => `${taskId}:${workerId}`;
export const messageId = ({ threadId, number }: Pick<Message, 'threadId' | 'number'>): string =>
  `${threadId}:${number}`;

interface Work extends Standing {
  /** Absent: its worker has only held a place. */
  workerName?: string;
  buyerId: string;
  taskTitle: string;
}

/** Null: the worker has neither held a place of the task nor submitted to it. */
export const workIn = async (tx: Transaction, of: { taskId: string; workerId: string }): Promise<Work | null> => {
  const rows = tx.collection(submissions);
  const held = await tx.collection(reservations).findOne({ ...of, state: 'held' });
  const pending = await rows.findOne({ ...of, status: 'pending' });
  // Under appeal, or being reversed.
  const disputed = await rows.findOne({ ...of, status: 'reject', live: true });
  const newest = { sort: { changedAt: -1 } } as const;
  const approved = await rows.findOne({ ...of, status: 'approved' }, newest);
  const rejected = await rows.findOne({ ...of, status: 'reject' }, newest);
  const unused = await tx
    .collection(reservations)
    .findOne({ ...of, state: { $in: [...RESERVATION_ENDS] } }, { sort: { endedAt: -1 } });
  const submitted = pending ?? disputed ?? approved ?? rejected;
  const any = submitted ?? held ?? unused;
  if (!any) return null;
  return {
    buyerId: any.buyerId,
    taskTitle: any.taskTitle,
    ...(submitted && { workerName: submitted.workerName }),
    isUndecided: (held ?? pending ?? disputed) !== null,
    changedAt: Math.max(approved?.changedAt ?? 0, rejected?.changedAt ?? 0, unused?.endedAt ?? 0),
  };
};

export const findThread = (tx: Transaction, of: { taskId: string; workerId: string }): Promise<ThreadDocument | null> =>
  tx.collection(threads).findOne({ _id: threadId(of) });

/** The thread before its first message. Null: of a worker who has submitted nothing yet, whom the buyer does not know, only that worker begins it. */
export const newThread = async (
  tx: Transaction,
  of: { taskId: string; workerId: string },
  work: Work,
  ownName: string | undefined,
): Promise<Thread | null> => {
  const workerName = work.workerName ?? ownName;
  const task = await tx.collection(taskPlaces).findOne({ _id: of.taskId });
  if (workerName === undefined || !task) return null;
  return {
    ...of,
    taskTitle: work.taskTitle,
    workerName,
    buyerId: work.buyerId,
    buyerName: task.buyerName,
    count: 0,
    lastAt: 0,
    lastBy: 'worker',
    excerpt: '',
    read: { worker: 0, buyer: 0 },
    unread: { worker: 0, buyer: 0 },
  };
};

/** Whether the person of the side still has its role, and an open account that is not suspended, and neither person blocks the other. */
export const isReachable = async (tx: Transaction, thread: Thread, side: ThreadSide): Promise<boolean> => {
  const person = await tx.collection(people).findOne({ _id: personOf(thread, side) });
  if (person && (person.role !== side || person.closed || person.isSuspended)) return false;
  return !(await isBlockedPair(tx, thread));
};

/** As many as the limit of unanswered messages looks at. */
export const latestMessages = (tx: Transaction, id: string): Promise<MessageDocument[]> =>
  tx.collection(messages).find({ threadId: id }, { sort: { number: -1 }, limit: MAX_UNANSWERED });

/** All threads show the present names, closed ones too. */
export const renameInThreads = async (
  tx: Transaction,
  { userId, userName }: { userId: string; userName: string },
): Promise<void> => {
  await tx.collection(threads).updateMany({ workerId: userId }, { $set: { workerName: userName } });
  await tx.collection(threads).updateMany({ buyerId: userId }, { $set: { buyerName: userName } });
};
