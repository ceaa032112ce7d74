// Runs on MongoDB and Kafka too: ranges of time within one task.
import { createLeapingClock } from '@piecework/base/testing';
import { LINKED_TIMING } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { BUYER, decideOn, publish, startSubmission, submitted, workers } from '../../testing/submission.fixtures';

const ADMIN = actor('admin');
const [ann, bob, eve] = workers(3);
if (!ann || !bob || !eve) throw new Error('three workers');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(() => service.stop());

/** Ann and Bob submit to each task, Bob so many milliseconds later. */
const workTogether = async (tasks: number, ms: number) => {
  for (let n = 0; n < tasks; n++) {
    await publish(service, `t${n}`, 20);
    await submitted(service, `t${n}`, ann);
    clock.leap(ms);
    await submitted(service, `t${n}`, bob);
    clock.leap(600_000);
  }
};
const linked = (userId: string) => service.internal('linkedPeople', { userId });

describe('close timing', () => {
  test('links workers of many of the same tasks, in both directions', async () => {
    await workTogether(LINKED_TIMING.tasks, 50_000);
    await submitted(service, 't0', eve);
    expect(await linked(ann.userId)).toEqual([{ userId: bob.userId, count: LINKED_TIMING.tasks }]);
    expect(await linked(bob.userId)).toEqual([{ userId: ann.userId, count: LINKED_TIMING.tasks }]);
    expect(await linked(eve.userId)).toEqual([]);
  });

  test('needs the same minute, and more than a few tasks', async () => {
    await workTogether(LINKED_TIMING.tasks - 1, 50_000);
    expect(await linked(ann.userId)).toEqual([]);
  });

  test('of work that came minutes apart says nothing', async () => {
    await workTogether(LINKED_TIMING.tasks, 120_000);
    expect(await linked(ann.userId)).toEqual([]);
  });

  test('in a crowd says nothing', async () => {
    const crowd = workers(10).slice(3);
    for (let n = 0; n < LINKED_TIMING.tasks; n++) {
      await publish(service, `t${n}`, 20);
      for (const worker of [ann, bob, ...crowd]) await submitted(service, `t${n}`, worker);
      clock.leap(600_000);
    }
    expect(await linked(ann.userId)).toEqual([]);
  });
});

describe('a search', () => {
  test('finds a submission by id, title and emails, the newest first', async () => {
    await publish(service, 't', 5, { title: 'Name the birds' });
    const [first, second] = [await submitted(service, 't', ann), await submitted(service, 't', bob)];
    const found = async (q: string) =>
      (await service.internal('search', { q })).submissions.map(({ _id }: { _id: string }) => _id);
    expect(await found(first)).toEqual([first]);
    expect(await found('name THE birds')).toEqual([second, first]);
    expect(await found(ann.email)).toEqual([first]);
    expect(await found('crows')).toEqual([]);
    const { submissions } = await service.internal('search', { q: first });
    expect(submissions).toEqual([
      {
        _id: first,
        title: 'Name the birds',
        taskId: 't',
        status: 'pending',
        personId: ann.userId,
        personEmail: ann.email,
      },
    ]);
  });
});

describe('lists of one person', () => {
  test('are narrowed for admins only, with their totals', async () => {
    await publish(service, 't', 5);
    const [own, other] = [await submitted(service, 't', ann), await submitted(service, 't', bob)];
    await decideOn(service, own, 'reject');
    await service.call('fileAppeal', {
      as: ann,
      params: { id: own },
      body: { text: 'The sheet has all ten receipts, please look.' },
    });
    const list = async (
      operation: 'listSubmissions' | 'listAppeals',
      as: typeof ann,
      query: Record<string, string>,
    ) => {
      const { body, headers } = await service.call(operation, { as, query });
      return [headers['x-total-count'], ...body.map(({ _id }: { _id: string }) => _id)];
    };
    expect(await list('listSubmissions', ADMIN, { worker: ann.userId })).toEqual(['1', own]);
    expect(await list('listSubmissions', ADMIN, { buyer: BUYER.userId })).toEqual(['2', other, own]);
    expect(await list('listSubmissions', ADMIN, { worker: bob.userId, buyer: 'unknown' })).toEqual(['0']);
    expect(await list('listSubmissions', ann, { worker: bob.userId })).toEqual(['1', own]);
    expect(await list('listAppeals', ADMIN, { worker: ann.userId })).toEqual(['1', own]);
    expect(await list('listAppeals', ADMIN, { worker: bob.userId })).toEqual(['0']);
    expect(await list('listAppeals', bob, { worker: ann.userId })).toEqual(['0']);
  });

  test('name the held places of a worker to an admin', async () => {
    await publish(service, 't', 5, { reserveMinutes: 30 });
    await service.call('reservePlace', { as: ann, params: { id: 't' } });
    const held = async (as: typeof ann, worker?: string) =>
      (await service.call('listReservations', { as, query: worker ? { worker } : {} })).body.length;
    expect([await held(ADMIN, ann.userId), await held(ADMIN), await held(bob, ann.userId)]).toEqual([1, 0, 0]);
  });
});
