import type { ThreadSide } from '@piecework/contracts';
import { actAsNamed } from '@piecework/domain';
import { created, type Failure, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import type { Filter, Transaction } from '@piecework/store';
import { picturesIn } from '../submission/submission.pictures';
import {
  endOf,
  type Message,
  OTHER_SIDE,
  personOf,
  refuseUnanswered,
  sideOf,
  type Thread,
  withMessage,
} from './thread';
import {
  findThread,
  isReachable,
  latestMessages,
  messageId,
  messages,
  newThread,
  type ThreadDocument,
  threadId,
  threads,
  workIn,
} from './thread.store';
import { toMessageView, toOpenView, toView } from './thread.views';

export const createThreadOperations = (deps: ServiceDeps) => ({
  ...listThreads(deps),
  ...getThread(deps),
  ...listMessages(deps),
  ...sendMessage(deps),
  ...readThread,
});

const NO_WORK = { isUndecided: false, changedAt: 0 };

const listThreads = ({ store, settings }: ServiceDeps) =>
  answer('listThreads', [], async ({ query: { unread, limit, offset } }, call) => {
    const { role, userId } = actorOf(call);
    const rows = store.collection(threads);
    const [own, ownUnread]: Filter<ThreadDocument>[] =
      role === 'worker'
        ? [{ workerId: userId }, { workerId: userId, 'unread.worker': { $gt: 0 } }]
        : [{ buyerId: userId }, { buyerId: userId, 'unread.buyer': { $gt: 0 } }];
    const side = role === 'worker' ? 'worker' : 'buyer';
    const range = { sort: { lastAt: -1 }, settings, offset, limit } as const;
    const [reply, unreadCount] = await Promise.all([
      listRows(rows, (unread ? ownUnread : own) ?? {}, range, (found) => found.map((thread) => toView(thread, side))),
      rows.countDocuments(ownUnread ?? {}),
    ]);
    return { ...reply, headers: { ...reply.headers, 'x-unread-count': String(unreadCount) } };
  });

/** What the caller may see at the id, with the work that it is about. */
const readOwn = async (tx: Transaction, id: string, actor: Actor) => {
  const [taskId = '', workerId = ''] = id.split(':');
  const of = { taskId, workerId };
  // Two ids of one thread would be two threads.
  if (threadId(of) !== id) return fail('not-found');
  const known = await findThread(tx, of);
  const work = await workIn(tx, of);
  const ownName = actor.role === 'worker' && actor.userId === workerId ? actor.name : undefined;
  const thread = known ?? (work && (await newThread(tx, of, work, ownName)));
  const side = thread && sideOf(thread, actor);
  return thread && side ? { thread, side, standing: work ?? NO_WORK } : fail('not-found');
};

const getThread = ({ store, clock }: ServiceDeps) =>
  answer('getThread', [], async ({ params: { id } }, call) => {
    const own = await readOwn(store, id, actorOf(call));
    if (isFailure(own)) return own;
    const { thread, side, standing } = own;
    const isOtherReachable = await isReachable(store, thread, OTHER_SIDE[side]);
    return ok(toOpenView(thread, side, standing, endOf(standing, { isOtherReachable, now: clock.now() })));
  });

const listMessages = ({ store, settings }: ServiceDeps) =>
  answer('listMessages', [], async ({ params: { id }, query: { limit, offset } }, call) => {
    const actor = actorOf(call);
    const own = await readOwn(store, id, actor);
    if (isFailure(own)) return own;
    const { count } = own.thread;
    const range = { sort: { number: -1 }, settings, offset, limit, total: async () => count } as const;
    const view = toMessageView(actor.userId, settings);
    return listRows(store.collection(messages), { threadId: id }, range, (found) => found.map(view));
  });

const ENDS = { over: 'thread-over', closed: 'thread-closed' } as const;

const refuse = async (
  tx: Transaction,
  { thread, side, standing }: { thread: Thread; side: ThreadSide; standing: Parameters<typeof endOf>[0] },
  now: number,
): Promise<Failure<'thread-over' | 'thread-closed' | 'too-many-unanswered'> | null> => {
  const end = endOf(standing, { isOtherReachable: await isReachable(tx, thread, OTHER_SIDE[side]), now });
  if (end) return fail(ENDS[end]);
  return refuseUnanswered(await latestMessages(tx, threadId(thread)), side, now);
};

const sendMessage = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answer('sendMessage', EMITS, async ({ params: { id }, body: { text, attachments } }, call) => {
    const author = actorOf(call);
    const sent = await call.transact(async (unit) => {
      const admitted = await actAsNamed(unit, author, author.role);
      if (isFailure(admitted)) return admitted;
      const own = await readOwn(unit, id, { ...author, name: admitted.name });
      if (isFailure(own)) return own;
      const { thread, side } = own;
      const now = clock.now();
      const refused = await refuse(unit, own, now);
      if (refused) return refused;
      const message: Message = {
        threadId: id,
        number: thread.count + 1,
        by: side,
        authorId: author.userId,
        readerId: personOf(thread, OTHER_SIDE[side]),
        text,
        ...picturesIn(attachments),
        at: now,
      };
      await insertMessage(unit, thread, message);
      return message;
    });
    return isFailure(sent) ? sent : created(messageId(sent));
  });

const EMITS = ['message.sent', 'message.pictures-attached'] as const;

const insertMessage = async (unit: Unit<(typeof EMITS)[number]>, thread: Thread, message: Message) => {
  const _id = messageId(message);
  const { threadId: key, number, by, authorId, attachments = [] } = message;
  const { taskId, taskTitle, workerId, buyerId } = thread;
  await unit.collection(messages).insertOne({ ...message, _id });
  unit.emit('message.sent', key, { threadId: key, number, taskId, taskTitle, workerId, buyerId, by });
  if (attachments.length > 0)
    unit.emit('message.pictures-attached', key, { messageId: _id, authorId, pictures: [...attachments] });
  // Last: both people of the thread contend for this document.
  const { _id: _, ...$set } = withMessage(thread, message) as ThreadDocument;
  await unit.collection(threads).updateOne({ _id: key }, { $set }, { upsert: true });
};

const readThread = answerInTransaction('readThread', ['thread.read'], async (unit, { params: { id }, body }, call) => {
  const reader = actorOf(call);
  const thread = await unit.collection(threads).findOne({ _id: id });
  const side = thread && sideOf(thread, reader);
  if (!side) return fail('not-found');
  const number = Math.min(body.read, thread.count);
  if (number <= thread.read[side]) return ok({ modifiedCount: 0 });
  const behind = { threadId: id, number: { $gt: number }, by: OTHER_SIDE[side] } as const;
  const unread = await unit.collection(messages).countDocuments(behind);
  const $set = side === 'worker' ? workerRead(number, unread) : buyerRead(number, unread);
  await unit.collection(threads).updateOne({ _id: id }, { $set });
  unit.emit('thread.read', id, { threadId: id, userId: reader.userId, number, unread });
  return ok({ modifiedCount: 1 });
});

const workerRead = (number: number, unread: number) => ({ 'read.worker': number, 'unread.worker': unread });
const buyerRead = (number: number, unread: number) => ({ 'read.buyer': number, 'unread.buyer': unread });
