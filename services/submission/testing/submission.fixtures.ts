import type { EventData, EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { submissionService } from '../src';
import { taskPlaces } from '../src/places/places.store';
import type { Decision, Submission } from '../src/submission/submission';
import { submissions } from '../src/submission/submission.store';

export const startSubmission = (options?: Parameters<typeof startHarness>[1]) =>
  startHarness(submissionService, options);

export const BUYER = actor('buyer');

export const publish = (
  service: Harness,
  taskId: string,
  places: number,
  changes: Partial<EventData<'task.published'>> = {},
) =>
  service.given('task.published', taskId, {
    taskId,
    buyerId: BUYER.userId,
    buyerEmail: BUYER.email,
    buyerName: BUYER.name,
    title: `Task ${taskId}`,
    places,
    payable: 7,
    autoApproveHours: 0,
    reserveMinutes: 0,
    ...changes,
  });

export const requestDeletion = (service: Harness, taskId: string, reason: 'deleted' | 'owner-left' = 'deleted') =>
  service.given('task.deletion-requested', taskId, { taskId, buyerId: BUYER.userId, reason });

export const changeRole = (service: Harness, { userId, role }: Actor, to: Actor['role'], roleVersion = 1) =>
  service.given('user.role-changed', userId, { userId, from: role, to, roleVersion });

export const closeAccount = (service: Harness, { userId, email, role }: Actor, roleVersion = 1) =>
  service.given('user.closed', userId, { userId, email, role, roleVersion });

export const submitTo = (service: Harness, taskId: string, as: Actor, key?: string) =>
  service.call('createSubmission', {
    as,
    body: { taskId, submissionDetails: `Work of ${as.name}` },
    ...(key && { key }),
  });

/** Throws when refused; resolves to the submission's id. */
export const submitted = async (service: Harness, taskId: string, as: Actor): Promise<string> => {
  const { status, body } = await submitTo(service, taskId, as);
  if (status !== 201) throw new Error(`not submitted: ${JSON.stringify(body)}`);
  return body.insertedId;
};

export const decideOn = (service: Harness, id: string, status: 'approved' | 'reject', as: Actor = BUYER) =>
  service.call('decideSubmission', { as, params: { id }, body: { status } });

export const dataOf = async <T extends EventType>(service: Harness, type: T) =>
  (await service.events(type)).map(({ data }) => data as EventData<T>);

export const placesOf = async (service: Harness, taskId: string) =>
  (await service.store.collection(taskPlaces).findOne({ _id: taskId }))?.places;

export const statusOf = async (service: Harness, id: string) =>
  (await service.store.collection(submissions).findOne({ _id: id }))?.status;

export const parked = async (service: Harness) => (await service.runtime.gauges.piecework_events_parked?.value()) ?? 0;

export const workers = (count: number) => Array.from({ length: count }, (_, i) => actor('worker', `worker-${i}`));

/** Work of `actor('worker')` for `BUYER`, as the rules see it. */
export const pendingWork = (changes: Partial<Submission> = {}): Submission => {
  const worker = actor('worker');
  return {
    taskId: 't',
    taskTitle: 'Task t',
    payable: 7,
    buyerId: BUYER.userId,
    buyerEmail: BUYER.email,
    buyerName: BUYER.name,
    workerId: worker.userId,
    workerEmail: worker.email,
    workerName: worker.name,
    details: 'Work',
    status: 'pending',
    live: true,
    createdAt: 0,
    ...changes,
  };
};

/** Decided by the buyer. */
export const decidedWork = (status: Decision, changes: Partial<Submission> = {}): Submission =>
  pendingWork({ status, live: status === 'approved', decidedAt: 0, decidedBy: 'buyer', ...changes });
