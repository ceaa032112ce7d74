import { OPERATIONS, type OperationId } from '@piecework/contracts';
import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// So small that every list of these tests is split into pages.
const stack = useStack({ RATE_LIMITS: 'listKilobytes=1,pendingWithdrawals=1000' });
const ROWS = 5;

interface ListPage {
  rows: { _id?: string; seq?: number }[];
  total: number;
  bytes: number;
}

/** Reads the whole list by following `Link` headers. */
const readThrough = async (operation: OperationId, as: Person | undefined, query = ''): Promise<ListPage[]> => {
  const pages: ListPage[] = [];
  let address: string | undefined = `${stack().url}${OPERATIONS[operation].path}${query}`;
  while (address) {
    const answer: Response = await fetch(address, { headers: as ? { authorization: `Bearer ${as.token}` } : {} });
    const text = await answer.text();
    pages.push({
      rows: JSON.parse(text),
      total: Number(answer.headers.get('x-total-count')),
      bytes: Buffer.byteLength(text),
    });
    const [, next] = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
    address = next === undefined ? undefined : new URL(next, address).href;
  }
  return pages;
};

test('every list is split into pages of limited bytes, and its links lead through all rows', async () => {
  const { newcomer, enrich, post, submit, decide, insert, pay, settle } = stack();
  const [admin, buyer, worker] = [await newcomer('admin'), await newcomer('buyer'), await newcomer('worker')];
  await enrich(buyer, admin, 2000);
  for (let i = 0; i < ROWS; i++) {
    const task = await post(buyer, { taskDetail: 'word '.repeat(80), requiredWorkers: 1, payableAmount: 200 });
    await decide(buyer, await submit(worker, task, 'word '.repeat(80)), 'approved');
    await post(buyer, { taskDetail: 'word '.repeat(80), requiredWorkers: 1, payableAmount: 1 });
    await pay(buyer, 1);
  }
  await settle();
  for (let i = 0; i < ROWS; i++)
    await insert('createWithdrawal', { as: worker, body: { withdrawalCoin: 200, paymentSystem: 'bkash' } });
  await settle();

  const lists: [OperationId, Person | undefined, string, least: number][] = [
    ['listTasks', undefined, '', 2 * ROWS],
    ['listTasks', worker, '?limit=5000&q=word', 2 * ROWS],
    ['listSubmissions', buyer, '', ROWS],
    ['listSubmissions', worker, '?start=1', ROWS],
    ['statement', worker, '', ROWS],
    ['listWithdrawals', worker, '', ROWS],
    ['listWithdrawals', admin, '?sort=oldest', ROWS],
    ['listPayments', admin, '', ROWS],
    ['listUsers', admin, '', 3],
  ];
  for (const [operation, as, query, least] of lists) {
    const pages = await readThrough(operation, as, query);
    const ids = pages.flatMap(({ rows }) => rows.map((row) => row._id ?? row.seq));
    const { total = 0 } = pages[0] ?? {};
    const skipped = query === '?start=1' ? 1 : 0;
    expect([operation, ids.length, new Set(ids).size]).toEqual([operation, total - skipped, total - skipped]);
    expect(total).toBeGreaterThanOrEqual(least);
    if (operation !== 'listUsers') expect([operation, pages.length > 1]).toEqual([operation, true]);
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2 * 1024);
  }
  // A requested page size is kept.
  const [page] = await readThrough('listTasks', worker, '?limit=1');
  expect(page?.rows).toHaveLength(1);
});
