import { createIds, silentLog } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { STARTING_COINS } from '@piecework/contracts';
import { toRecord } from '@piecework/event-log';
import { openBus } from '@piecework/service-runtime/run';
import { gaugeOf, scrape } from '@piecework/tests/support/metrics';
import type { Person } from '@piecework/tests/support/people';
import { median } from '@piecework/tests/support/statistics';
import type { Benchmark, ResultRow, RunOptions } from './benchmark';
import { residentMb } from './process-tree';
import { type BenchStack, type BenchUsers, createUsers, repeat, withStack } from './test-stack';

const WORKERS = 50;
const PLACES = 1000;
const QUARTERS = 4;
const BUDGET_MB = 350;
/** Tolerated ratio of the second half to the first: garbage collection is noisy. */
const FLAT = 1.15;
const SAMPLE_EVERY = 500;
/** Events published ahead of the handled ones. */
const AHEAD = 4000;
const BATCH = 500;

interface Job {
  taskId: string;
  buyer: Person;
  worker: Person;
  approved: number;
}

/** The approval of one more place, as the submission service emits it. */
const approvalOf = (ids: ReturnType<typeof createIds>, { taskId, buyer, worker, approved }: Job) => {
  const submissionId = ids.next();
  return toRecord('submission', {
    eventId: ids.next(),
    type: 'submission.approved',
    version: 1,
    occurredAt: new Date().toISOString(),
    aggregateId: submissionId,
    correlationId: submissionId,
    causationId: null,
    actor: buyer.userId,
    data: {
      submissionId,
      taskId,
      taskTitle: 'Name the birds in ten pictures',
      workerId: worker.userId,
      buyerId: buyer.userId,
      payable: 1,
      places: { version: approved + 1, open: PLACES - approved, pending: 0, approved },
    },
  });
};

/**
 * Real transfers with the least overhead: each task is posted and funded through the gateway, and its approvals are published directly on the event
 * log. The wallet settles each out of escrow; the user and task services and the gateway consume the resulting events.
 */
const createTransfers = async (stack: BenchStack, { buyer, workers }: BenchUsers, total: number) => {
  const bus = await openBus(stack.settings, silentLog);
  const ids = createIds();
  const fields = { requiredWorkers: PLACES, payableAmount: 1 };
  const taskIds = await repeat(total / PLACES, () => stack.people.post(buyer, fields));
  await stack.untilQuiet();
  let sent = 0;
  const lag = async () =>
    Math.max(
      ...(await Promise.all(
        (['wallet', 'user', 'task'] as const).map(
          async (name) => gaugeOf(await scrape(stack.metrics[name]), 'piecework_consumer_lag') ?? 0,
        ),
      )),
    );

  const publish = (count: number) =>
    bus.publish(
      Array.from({ length: count }, () => {
        const index = sent++;
        const worker = workers[index % workers.length] as Person;
        const taskId = taskIds[Math.floor(index / PLACES)] as string;
        return approvalOf(ids, { taskId, buyer, worker, approved: (index % PLACES) + 1 });
      }),
    );
  return {
    /** Continues until this many transfers exist. */
    upTo: async (goal: number) => {
      while (sent < goal) {
        await publish(Math.min(BATCH, goal - sent));
        while ((await lag()) > AHEAD) await pause(100);
      }
      await stack.untilQuiet();
    },
    close: () => bus.close(),
  };
};

const checkBalances = async (stack: BenchStack, { workers }: BenchUsers, total: number) => {
  for (const worker of workers) {
    const { userAvailableCoin } = await stack.client.get('getUser', { as: worker });
    if (userAvailableCoin !== STARTING_COINS.worker + total / WORKERS)
      throw new Error(`After ${total} transfers ${worker.name} has ${userAvailableCoin} coins`);
  }
};

/** Samples memory from now on; each call returns the samples since the previous one. */
const startSampling = (pid: number) => {
  let samples: number[] = [];
  const timer = setInterval(() => samples.push(residentMb(pid)), SAMPLE_EVERY);
  return {
    take: () => {
      const taken = [...samples, residentMb(pid)];
      samples = [];
      return taken;
    },
    stop: () => clearInterval(timer),
  };
};

const measure = async (stack: BenchStack, { quick, print }: RunOptions): Promise<ResultRow[]> => {
  // The memory of the start has been freed by then.
  await pause(quick ? 500 : 5000);
  const idle = residentMb(stack.pid);
  const total = quick ? 2000 : 100_000;
  const users = await createUsers(stack, total + 1000, WORKERS);
  const transfers = await createTransfers(stack, users, total);
  const quarters: number[][] = [];
  const sampling = startSampling(stack.pid);
  const began = performance.now();
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    await transfers.upTo((total * quarter) / QUARTERS);
    const samples = sampling.take();
    quarters.push(samples);
    print(`  ${(total * quarter) / QUARTERS} transfers: ${median(samples).toFixed(0)} MB`);
  }
  const seconds = (performance.now() - began) / 1000;
  sampling.stop();
  await transfers.close();
  await checkBalances(stack, users, total);

  return rowsOf(idle, quarters, total, seconds);
};

const rowsOf = (idle: number, quarters: readonly number[][], total: number, seconds: number): ResultRow[] => {
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const half = QUARTERS / 2;
  const first = median(quarters.slice(0, half).flat());
  const second = median(quarters.slice(half).flat());
  const last = median(quarters.at(-1) ?? []);
  const highest = Math.max(...quarters.flat());
  const growth = `${((second / first - 1) * 100).toFixed(0)} %`;
  const row = { rounds: '', budget: `${BUDGET_MB} MB` };
  return [
    {
      ...row,
      what: 'memory of the whole stack, idle',
      measured: mb(idle),
      comparison: `at work ${mb(second)}`,
      within: idle <= BUDGET_MB,
    },
    {
      ...row,
      what: `memory after ${total} transfers`,
      measured: mb(last),
      comparison: `highest ${mb(highest)}; a transfer each ${((seconds / total) * 1000).toFixed(2)} ms`,
      rounds: `quarters ${quarters.map((samples) => median(samples).toFixed(0)).join(', ')}`,
      within: highest <= BUDGET_MB,
    },
    {
      ...row,
      what: 'growth from the first half to the second',
      measured: growth,
      comparison: `${mb(first)}, then ${mb(second)}`,
      budget: `flat: ≤ ${Math.round((FLAT - 1) * 100)} %`,
      within: second / first <= FLAT,
    },
  ];
};

export const memory: Benchmark = {
  name: 'memory',
  title: 'Memory',
  profiles: ['embedded'],
  run: (options, profile) => {
    if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has');
    return withStack(profile, {}, (stack) => measure(stack, options));
  },
};
