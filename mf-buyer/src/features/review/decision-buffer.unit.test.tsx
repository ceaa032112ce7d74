import { ApiError } from '@piecework/web-kit';
import { aSubmission } from '@piecework/web-kit/testing';
import { createDecisionBuffer, HOLD_MS, type Result, type Row } from './decision-buffer';

const APPROVED = { status: 'approved' } as const;
const REJECTED = { status: 'reject', reasonCode: 'other', reasonText: 'Not what I asked for.' } as const;
const some = (count: number, prefix = 's') =>
  Array.from({ length: count }, (_, at) => aSubmission({ _id: `${prefix}${at}` }));

const open = (answer: (rows: readonly Row[]) => readonly Result[] | Promise<never> = asWished) => {
  const sent: { rows: readonly Row[]; isLeaving: boolean }[] = [];
  const settled = jest.fn();
  const buffer = createDecisionBuffer(async (rows, isLeaving) => {
    sent.push({ rows, isLeaving });
    return answer(rows);
  }, settled);
  return { buffer, sent, settled };
};
const asWished = (rows: readonly Row[]): Result[] => rows.map(({ id }) => ({ id }));
const idsOf = (rows: readonly Row[] | undefined) => rows?.map(({ id }) => id);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('decisions are sent together, ten seconds after the last one', async () => {
  const { buffer, sent } = open();
  buffer.hold(some(1, 'a'), APPROVED);
  await wait(HOLD_MS - 1);
  buffer.hold(some(1, 'b'), REJECTED);
  await wait(HOLD_MS - 100);
  expect(sent).toEqual([]);
  await wait(100);
  expect(sent).toEqual([
    {
      rows: [
        { id: 'a0', ...APPROVED },
        { id: 'b0', ...REJECTED },
      ],
      isLeaving: false,
    },
  ]);
  expect(buffer.read().done).toEqual(
    new Map([
      ['a0', 'approved'],
      ['b0', 'reject'],
    ]),
  );
});

test('a steady stream of decisions is sent after a minute, but for those that can still be undone', async () => {
  const { buffer, sent } = open();
  for (let at = 0; at < 15; at++) {
    buffer.hold([aSubmission({ _id: `s${at}` })], APPROVED);
    await wait(5_000);
  }
  expect(sent).toHaveLength(1);
  // Decided at 0, 5, …, 50 s.
  expect(idsOf(sent[0]?.rows)).toHaveLength(11);
  await wait(HOLD_MS);
  expect(sent).toHaveLength(2);
});

test('undo takes back the last decision, and sends nothing', async () => {
  const { buffer, sent } = open();
  const [first, group] = [some(1, 'a'), some(3, 'b')];
  buffer.hold(first, APPROVED);
  buffer.hold(group, REJECTED);
  expect(buffer.undo()).toEqual(group);
  expect(buffer.undo()).toEqual(first);
  expect(buffer.undo()).toEqual([]);
  await wait(10 * HOLD_MS);
  expect(sent).toEqual([]);
});

test('a decision is taken once', async () => {
  const { buffer, sent } = open();
  const [one] = some(1);
  if (!one) throw new Error('There is one');
  buffer.hold([one], APPROVED);
  buffer.hold([one], REJECTED);
  buffer.flush();
  buffer.hold([one], REJECTED);
  await wait(0);
  buffer.hold([one], REJECTED);
  await wait(HOLD_MS);
  expect(sent.map(({ rows }) => rows)).toEqual([[{ id: 's0', ...APPROVED }]]);
});

test('a call has at most 100 rows, and 60 KB', async () => {
  const { buffer, sent } = open();
  buffer.hold(some(101), APPROVED);
  buffer.flush();
  expect(sent.map(({ rows }) => rows.length)).toEqual([100, 1]);
  // Three bytes a letter.
  buffer.hold(some(100, 'b'), { status: 'reject', reasonCode: 'other', reasonText: 'ক'.repeat(500) });
  buffer.flush({ isLeaving: true });
  const bulky = sent.slice(2);
  expect(bulky.flatMap(({ rows }) => rows)).toHaveLength(100);
  for (const { rows, isLeaving } of bulky) {
    expect(isLeaving).toBe(true);
    expect(new TextEncoder().encode(JSON.stringify({ decisions: rows })).length).toBeLessThan(61_000);
  }
});

test('rows that fail return with their message and what was typed; others are done', async () => {
  const { buffer, settled } = open(() => [
    { id: 's0' },
    { id: 's1', code: 'awaiting-revision' },
    { id: 's2', code: 'already-decided' },
    { id: 's3', code: 'not-found' },
  ]);
  buffer.hold(some(5), REJECTED);
  buffer.flush();
  await wait(0);
  const { done, returned, sending, held } = buffer.read();
  expect(Object.fromEntries(done)).toEqual({ s0: 'reject', s2: 'elsewhere', s3: 'elsewhere' });
  expect(returned.get('s1')).toEqual({
    verdict: REJECTED,
    message: expect.stringMatching(/sent this submission back/),
  });
  expect(returned.get('s4')?.message).toMatch(/wasn’t saved/);
  expect([sending.size, held.length]).toEqual([0, 0]);
  expect(settled).toHaveBeenCalledWith([expect.anything(), expect.anything(), expect.anything(), expect.anything()]);
});

test('a call that fails returns all of its rows, which can be decided again', async () => {
  let isDown = true;
  const { buffer, sent } = open((rows) =>
    isDown ? Promise.reject(new ApiError(0, 'network', 'Not reached.')) : asWished(rows),
  );
  buffer.hold(some(2), REJECTED);
  await wait(HOLD_MS);
  expect([...buffer.read().returned.values()]).toEqual([
    { verdict: REJECTED, message: 'Not reached.' },
    { verdict: REJECTED, message: 'Not reached.' },
  ]);
  isDown = false;
  buffer.hold(some(2), REJECTED);
  expect(buffer.read().returned.size).toBe(0);
  await wait(HOLD_MS);
  expect(sent).toHaveLength(2);
  expect(buffer.read().done.size).toBe(2);
});
