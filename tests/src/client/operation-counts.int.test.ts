import { pause } from '@piecework/base/testing';
import { SERVICES } from '@piecework/contracts';
import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// Statements are counted, not timed. `npm run bench -- --only counts` prints them for more operations, on both profiles.
const stack = useStack();

const APPROVALS = 10;
/** Milliseconds in which the events of an approval are handled. */
const HANDLED_AFTER = 60;

const statements = (): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const service of SERVICES)
    for (const [name, count] of stack().storeOf(service).commands)
      sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
};

const difference = async (work: () => Promise<unknown>): Promise<(name: string) => number> => {
  const before = statements();
  await work();
  const after = statements();
  return (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
};

/** Per approval, without what the services do in the same time anyway. */
const countsOf = async (work: () => Promise<unknown>): Promise<(name: string) => number> => {
  const began = performance.now();
  const busy = await difference(work);
  const took = performance.now() - began;
  const idle = await difference(() => pause(took));
  return (name) => (busy(name) - idle(name)) / APPROVALS;
};

const pendingOnes = async (buyer: Person): Promise<string[]> => {
  const workers = await stack().crowd('worker', APPROVALS);
  const taskId = await stack().post(buyer, { requiredWorkers: APPROVALS, payableAmount: 1 });
  await stack().settle();
  const ids: string[] = [];
  for (const worker of workers) ids.push(await stack().submit(worker, taskId));
  await stack().settle();
  return ids;
};

it('an approval of one caller costs few statements and four transactions', async () => {
  const buyer = await stack().newcomer('buyer');
  const ids = await pendingOnes(buyer);
  const count = await countsOf(async () => {
    for (const id of ids) {
      await stack().decide(buyer, id, 'approved');
      await pause(HANDLED_AFTER);
    }
  });
  expect(count('insert') + count('update')).toBeLessThanOrEqual(16.5);
  expect(count('select')).toBeLessThanOrEqual(14);
  // Published rows are removed in a transaction of their own, several at a time.
  expect(count('begin') - count('delete')).toBeLessThanOrEqual(4.1);
  expect(count('savepoint')).toBeLessThanOrEqual(0.2);
});
