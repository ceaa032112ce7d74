import { isoTime } from '@piecework/base';
import type { Message as MessageView, OpenThread, ThreadSide, Thread as ThreadView } from '@piecework/contracts';
import { picturesOf, type Shown } from '../submission/submission.views';
import { type endOf, openUntil, type Standing, type Thread } from './thread';
import { type MessageDocument, threadId } from './thread.store';

export const toView = (thread: Thread, side: ThreadSide): ThreadView => ({
  _id: threadId(thread),
  taskId: thread.taskId,
  taskTitle: thread.taskTitle,
  side,
  otherName: side === 'worker' ? thread.buyerName : thread.workerName,
  messages: thread.count,
  unread: thread.unread[side],
  ...(thread.count > 0 && {
    last: { isOwn: thread.lastBy === side, text: thread.excerpt, time: isoTime(thread.lastAt) },
  }),
});

export const toOpenView = (
  thread: Thread,
  side: ThreadSide,
  standing: Standing,
  end: ReturnType<typeof endOf>,
): OpenThread => {
  const until = end ? undefined : openUntil(standing);
  return { ...toView(thread, side), ...(end && { end }), ...(until !== undefined && { openUntil: isoTime(until) }) };
};

export const toMessageView =
  (userId: string, settings: Shown) =>
  (message: MessageDocument): MessageView => ({
    _id: message._id,
    number: message.number,
    isOwn: message.authorId === userId,
    text: message.text,
    ...picturesOf(message, settings),
    time: isoTime(message.at),
  });
