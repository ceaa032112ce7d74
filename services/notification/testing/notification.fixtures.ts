import type { Clock } from '@piecework/base';
import { type AnyEvent, EVENTS, type EventData, type EventType } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { notificationService } from '../src';
import { type Inbox, inboxes, type NotificationDocument, notifications } from '../src/notification/notification.store';

export const worker = actor('worker');
export const buyer = actor('buyer');
export const admin = actor('admin');

export const startNotificationHarness = (
  options: { clock?: Clock; env?: Record<string, string> } = {},
): Promise<Harness> => startHarness(notificationService, options);

const PLACES = { version: 1, open: 1, pending: 0, approved: 0 };

/** Facts of each event of a submission. */
export const work = (submissionId: string, taskId = 'task-1') => ({
  submissionId,
  taskId,
  taskTitle: `Title of ${taskId}`,
  payable: 5,
  places: PLACES,
  workerId: worker.userId,
  buyerId: buyer.userId,
  decidedBy: 'buyer' as const,
  waitedMs: 0,
});

let events = 0;

/** With a time of its own, to be published in any order. */
export const eventAt = <T extends EventType>(
  type: T,
  at: number,
  data: EventData<T>,
  actorId: string | null = null,
): AnyEvent =>
  ({
    eventId: `event-${++events}`,
    type,
    version: EVENTS[type].version,
    occurredAt: new Date(at).toISOString(),
    aggregateId: Object.values(data)[0],
    correlationId: 'request-1',
    causationId: null,
    actor: actorId,
    data,
  }) as unknown as AnyEvent;

export const roleChange = (userId: string, to: 'worker' | 'buyer' | 'admin', roleVersion = 1) => ({
  userId,
  to,
  roleVersion,
  from: 'worker' as const,
});

export const rowsOf = (harness: Harness, userId: string): Promise<NotificationDocument[]> =>
  harness.store.collection(notifications).find({ userId }, { sort: { at: -1 } });

export const inboxOf = (harness: Harness, userId: string): Promise<Inbox | null> =>
  harness.store.collection(inboxes).findOne({ _id: userId });
