import type { Clock } from '@piecework/base';
import type { EventData, EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { taskService } from '../src';

export const TODAY = '2026-11-21';

export const POSTING = {
  taskTitle: 'Label ten pictures',
  taskDetail: 'Say what each of them shows.',
  requiredWorkers: 3,
  payableAmount: 7,
  completionDate: '2026-12-31',
  submissionInfo: 'A list of ten words',
  taskImageURL: 'https://pictures.example/ten.webp',
};

/** Runs in real time, so waiting calls resolve; `speed` shortens long waits. */
const runningClock = (speed: number): Clock => {
  const [start, real] = [Date.UTC(2026, 10, 21, 9), Date.now()];
  return {
    now: () => start + Math.floor((Date.now() - real) * speed),
    after: (ms, fn) => {
      const timer = setTimeout(fn, ms / speed);
      return () => clearTimeout(timer);
    },
  };
};

export const startTask = ({ speed = 1, env = {} }: { speed?: number; env?: Record<string, string> } = {}) =>
  startHarness(taskService, { clock: runningClock(speed), env });

export const requested = (service: Harness) => service.events('task.funding-requested');

/** Posts a task and publishes the wallet's `outcome`. */
export const post = async (
  service: Harness,
  as: Actor,
  {
    body = {},
    outcome = 'funded',
    key,
    headers,
  }: {
    body?: object;
    outcome?: 'funded' | EventData<'task.funding-declined'>['reason'];
    key?: string;
    headers?: Record<string, string>;
  } = {},
) => {
  const before = (await requested(service)).length;
  const answered = service.call('createTask', {
    as,
    body: { ...POSTING, ...body },
    ...(key && { key }),
    ...(headers && { headers }),
  });
  const { taskId, buyerId, cost } = await lastRequest(service, before);
  if (outcome === 'funded') await service.given('task.funded', taskId, { taskId, buyerId, cost });
  else await service.given('task.funding-declined', taskId, { taskId, buyerId, cost, reason: outcome });
  return { taskId, answer: await answered };
};

/** Waits for the request after the first `before`. */
export const lastRequest = async (service: Harness, before: number) => {
  for (;;) {
    const request = (await requested(service))[before];
    if (request) return request.data;
  }
};

/** Stands for submission and wallet service in a deletion. */
export const endDeletion = async (service: Harness, taskId: string, buyerId: string, coins = 0) => {
  await service.given('task.refunded', taskId, { taskId, buyerId, coins });
};

export const dataOf = async <T extends EventType>(service: Harness, type: T) =>
  (await service.events(type)).map(({ data }) => data as EventData<T>);

export const untilEvents = async <T extends EventType>(service: Harness, type: T, count: number) => {
  for (;;) {
    const found = await dataOf(service, type);
    if (found.length >= count) return found;
  }
};

export const parked = async (service: Harness) => (await service.runtime.gauges.piecework_events_parked?.value()) ?? 0;
