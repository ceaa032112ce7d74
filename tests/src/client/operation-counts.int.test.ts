import { pause } from '@piecework/base/testing';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// Statements are counted, not timed. `npm run bench -- --only counts` prints them for more operations, on both profiles.
const stack = useStack();

const APPROVALS = 10;
/** Milliseconds in which the events of an approval are handled. */
const HANDLED_AFTER = 60;

/** The services that decide, and the one that only tells people afterwards. */
const DECIDING: readonly ServiceName[] = SERVICES.filter((name) => name !== 'notification');
const TELLING: readonly ServiceName[] = ['notification'];

const statements = (services: readonly ServiceName[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const service of services)
    for (const [name, count] of stack().storeOf(service).commands) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
};

type Count = (name: string, services?: readonly ServiceName[]) => number;

const difference = async (work: () => Promise<unknown>): Promise<Count> => {
  const read = () => new Map([DECIDING, TELLING].map((services) => [services, statements(services)]));
  const before = read();
  await work();
  const after = read();
  return (name, services = DECIDING) => (after.get(services)?.get(name) ?? 0) - (before.get(services)?.get(name) ?? 0);
};

/** Per approval, without what the services do in the same time anyway. */
const countsOf = async (work: () => Promise<unknown>): Promise<Count> => {
  const began = performance.now();
  const busy = await difference(work);
  const took = performance.now() - began;
  const idle = await difference(() => pause(took));
  return (name, services) => (busy(name, services) - idle(name, services)) / APPROVALS;
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

it('an approval of one caller costs few statements and four transactions, and telling the worker one more', async () => {
  const buyer = await stack().newcomer('buyer');
  const approve = async (): Promise<Count> => {
    const ids = await pendingOnes(buyer);
    return countsOf(async () => {
      for (const id of ids) {
        await stack().decide(buyer, id, 'approved');
        await pause(HANDLED_AFTER);
      }
    });
  };
  // A busy machine delays work of the background into some of the rounds.
  const rounds = [await approve(), await approve(), await approve(), await approve()];
  const count: Count = (...about) => Math.min(...rounds.map((counted) => counted(...about)));
  // Two of them, and one read, note the work for the record of its buyer (P-3.11).
  // One counts the earnings of the worker's day (P-2.9), one its decided work (P-4.30), one the dollars of the day (P-13.1).
  expect(count('insert') + count('update')).toBeLessThanOrEqual(21.5);
  expect(count('select')).toBeLessThanOrEqual(15);
  // Published rows are removed in a transaction of their own, several at a time.
  expect(count('begin') - count('delete')).toBeLessThanOrEqual(4.1);
  expect(count('savepoint')).toBeLessThanOrEqual(0.2);
  expect(count('insert', TELLING) + count('update', TELLING)).toBeLessThanOrEqual(7);
  expect(count('select', TELLING)).toBeLessThanOrEqual(4);
  expect(count('begin', TELLING) - count('delete', TELLING)).toBeLessThanOrEqual(1.1);
});
