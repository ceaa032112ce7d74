// Runs on MongoDB and Kafka too: the order of an index, and transactions that are still open.

import { HOUR_MS, isoTime } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { CHANGES_LAG_MS } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, sweepOnce } from '@piecework/service-runtime/testing';
import {
  BUYER,
  changeRole,
  decideOn,
  publish,
  startSubmission,
  submitted,
  workers,
} from '../../testing/submission.fixtures';
import { submissions } from './submission.store';
import { autoApproval } from './submission.timers';

const worker = actor('worker');
const admin = actor('admin');
const otherBuyer = actor('buyer', 'other-buyer');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock, env: { RATE_LIMITS: 'listKilobytes=1' } });
});
afterEach(() => service.stop());

interface Change {
  _id: string;
  status: string;
  changedAt: string;
}
const ask = (query: Record<string, string>, as: Actor = BUYER) => service.call('listSubmissions', { as, query });
const START = '1970-01-01T00:00:00.000Z';
const settleLag = async () => {
  clock.leap(CHANGES_LAG_MS);
  await service.settle();
};
const behind = ({ _id, changedAt }: Change) => ({ changedSince: changedAt, after: _id });
/** Whatever is behind `from`, as a program reads it, with pages of `limit` rows; at most 20 pages. */
const readOn = async (from: Record<string, string>, limit: number): Promise<Change[]> => {
  const rows: Change[] = [];
  for (let [at, pages] = [from, 0]; pages < 20; pages += 1) {
    const { body } = await ask({ ...at, limit: String(limit) });
    rows.push(...body);
    const last: Change | undefined = body.at(-1);
    if (!last) break;
    at = behind(last);
  }
  return rows;
};
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
const setChangedAt = (id: string, changedAt: number) =>
  service.store.collection(submissions).updateOne({ _id: id }, { $set: { changedAt } });

it('list every kind of change once, oldest first', async () => {
  await publish(service, 't', 9, { autoApproveHours: 1 });
  await publish(service, 'u', 9);
  const [first, second] = [await submitted(service, 't', worker), await submitted(service, 'u', worker)];
  let position: Record<string, string> = { changedSince: START };
  const changed = async () => {
    await settleLag();
    const rows = await readOn(position, 1);
    const last = rows.at(-1);
    if (last) position = behind(last);
    return rows.map(({ _id, status }) => [_id, status]);
  };
  expect(await changed()).toEqual([
    [first, 'pending'],
    [second, 'pending'],
  ]);
  expect(await changed()).toEqual([]);

  const call = (operation: 'requestRevision' | 'resubmit' | 'fileAppeal' | 'decideAppeal', as: Actor, body: object) =>
    service.call(operation, { as, params: { id: first }, body });
  const steps: [what: () => Promise<unknown>, id: string, status: string][] = [
    [() => call('requestRevision', BUYER, { note: 'Please name the last bird too.' }), first, 'pending'],
    [() => call('resubmit', worker, { submissionDetails: 'A better work' }), first, 'pending'],
    [() => decideOn(service, first, 'reject'), first, 'reject'],
    [() => call('fileAppeal', worker, { text: 'The last bird is a rook, I am sure.' }), first, 'reject'],
    [() => call('decideAppeal', admin, { outcome: 'dismissed', note: 'It is a crow.' }), first, 'reject'],
    [() => changeRole(service, BUYER, 'worker'), second, 'approved'],
  ];
  for (const [step, id, status] of steps) {
    await step();
    expect(await changed()).toEqual([[id, status]]);
    expect(await changed()).toEqual([]);
  }
});

it('include an upheld appeal, a deadline, and not what has changed nothing', async () => {
  await publish(service, 't', 9, { autoApproveHours: 1 });
  const first = await submitted(service, 't', worker);
  const second = await submitted(service, 't', actor('worker', 'other'));
  await decideOn(service, first, 'reject');
  const body = { text: 'The last bird is a rook, I am sure.' };
  await service.call('fileAppeal', { as: worker, params: { id: first }, body });
  await settleLag();
  const last = (await readOn({ changedSince: START }, 9)).at(-1) as Change;
  const uphold = { as: admin, params: { id: first }, body: { outcome: 'upheld', note: 'All are named.' } };
  await service.call('decideAppeal', uphold);
  await settleLag();
  const [upheld, ...more] = (await readOn(behind(last), 9)) as [Change, ...Change[]];
  expect([upheld._id, upheld.status, more]).toEqual([first, 'approved', []]);
  await service.call('decideAppeal', uphold);
  await decideOn(service, first, 'approved');
  clock.leap(HOUR_MS);
  await sweepOnce(autoApproval, service, { clock });
  await settleLag();
  expect(await readOn(behind(upheld), 9)).toMatchObject([{ _id: second, status: 'approved', decidedBy: 'deadline' }]);
});

it('page through equal times without gaps or repeats, also where pages are cut by their bytes', async () => {
  await publish(service, 't', 50);
  const made: string[] = [];
  for (const as of workers(9)) made.push(await submitted(service, 't', as));
  const [same, later] = [clock.now() - HOUR_MS, clock.now() - HOUR_MS + 1];
  const [lateOnes, others] = [made.slice(0, 2), made.slice(2)];
  for (const id of others) await setChangedAt(id, same);
  for (const id of lateOnes) await setChangedAt(id, later);
  const inOrder = [...others.toSorted(), ...lateOnes.toSorted()];
  for (const limit of [1, 2, 3, 7, 9]) {
    const rows = await readOn({ changedSince: START }, limit);
    expect(idsOf(rows)).toEqual(inOrder);
  }
  // From the moment itself, and without `after` again.
  expect(idsOf(await readOn({ changedSince: isoTime(later) }, 9))).toEqual(inOrder.slice(7));

  // The list of a call without `limit` is cut, and its links lead through all.
  const linked: string[] = [];
  for (let query: Record<string, string> | undefined = { changedSince: START }; query && linked.length < 20; ) {
    const { body, headers } = await ask(query);
    linked.push(...idsOf(body));
    const [, next] = /^<\?(.*)>; rel="next"$/.exec(headers.link ?? '') ?? [];
    query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next));
  }
  expect(linked).toEqual(inOrder);
  expect((await ask({ changedSince: START })).body.length).toBeLessThan(made.length);
  expect((await ask({ changedSince: START, limit: '2' })).headers['x-total-count']).toBe('9');
});

it('go on behind a row that has changed again since it was read', async () => {
  await publish(service, 't', 9);
  const [first, second, third] = [
    await submitted(service, 't', worker),
    await submitted(service, 't', actor('worker', 'b')),
    await submitted(service, 't', actor('worker', 'c')),
  ];
  await settleLag();
  const read = (await ask({ changedSince: START, limit: '2' })).body;
  expect(idsOf(read)).toEqual([first, second]);
  await decideOn(service, second, 'approved');
  await settleLag();
  expect(idsOf(await readOn(behind(read[1]), 1))).toEqual([third, second]);
});

it('hold back what another transaction may still precede', async () => {
  await publish(service, 't', 9);
  const [early, late] = [await submitted(service, 't', worker), await submitted(service, 't', actor('worker', 'b'))];
  const now = clock.now();
  await setChangedAt(early, now - CHANGES_LAG_MS);
  await setChangedAt(late, now);
  expect(idsOf((await ask({ changedSince: START })).body)).toEqual([early]);
});

it("are a buyer's own, of one task if asked", async () => {
  await publish(service, 't', 5);
  await publish(service, 'u', 5, { buyerId: otherBuyer.userId, buyerEmail: otherBuyer.email });
  await publish(service, 'v', 5);
  const first = await submitted(service, 't', worker);
  await submitted(service, 'u', worker);
  const third = await submitted(service, 'v', worker);
  await settleLag();
  expect(idsOf(await readOn({ changedSince: START }, 9))).toEqual([first, third]);
  expect(idsOf(await readOn({ changedSince: START, taskId: 'v' }, 9))).toEqual([third]);
  expect(idsOf(await readOn({ changedSince: START, taskId: 'u' }, 9))).toEqual([]);
  for (const as of [worker, admin])
    expect(await ask({ changedSince: START }, as)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

it.each([
  [{ changedSince: 'yesterday' }, 'changedSince'],
  [{ changedSince: '2026-11-22' }, 'changedSince'],
  [{ changedSince: '2026-02-30T10:00:00Z' }, 'changedSince'],
  [{ changedSince: START, sort: 'pay' }, 'changedSince'],
  [{ changedSince: START, status: 'pending' }, 'changedSince'],
  [{ changedSince: START, q: 'bird' }, 'changedSince'],
  [{ changedSince: START, offset: '1' }, 'changedSince'],
  [{ changedSince: START, start: '1' }, 'changedSince'],
  [{ after: 'an-id' }, 'after'],
])('refuse %j', async (query, field) => {
  expect(await ask(query as unknown as Record<string, string>)).toMatchObject({
    status: 400,
    body: { code: 'validation', errors: [{ field }] },
  });
});
