import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createIds, silentLog } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { loadSettings, type Settings } from '@piecework/config';
import { type EmittedData, EVENTS, type EventType } from '@piecework/contracts';
import { type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { median } from '@piecework/tests/support/statistics';
import { accounts, transfers } from '@piecework/wallet/stores';
import { type Benchmark, perSecond, type ResultRow, span } from './benchmark';
import { productionOnSqlite } from './profile';
import { withFolder } from './test-stack';

const REPLICAS = [1, 2, 3] as const;
/** With at most 32 events in a transaction a replica settles at most 128 approvals per second, far below what its CPU could. */
const TRANSACTION_DELAY_MS = 250;
const TASKS = 30;
const WORKERS = 200;
const SETTLED_WITHIN_MS = 120_000;
/** After the last member has joined: the group has assigned its partitions. */
const REBALANCED_AFTER_MS = 4_000;
/** Of the rate of one replica, times their number. */
const LINEAR = 0.8;

const ids = createIds();
const recordOf = <T extends EventType>(type: T, aggregateId: string, data: EmittedData<T>): EventRecord =>
  toRecord(EVENTS[type].topic, {
    ...{
      eventId: ids.next(),
      type,
      version: EVENTS[type].emits.version,
      occurredAt: new Date().toISOString(),
    },
    ...{ aggregateId, correlationId: aggregateId, causationId: null, actor: null, data },
  });

/** An approval as the submission service emits it. */
const approvalOf = (taskId: string, buyerId: string, index: number): EventRecord => {
  const submissionId = ids.next();
  const places = { version: index + 1, open: 1, pending: 0, approved: index };
  return recordOf('submission.approved', submissionId, {
    ...{ submissionId, taskId, taskTitle: 'Name the birds in ten pictures', buyerId, places },
    ...{ workerId: `worker-${index % WORKERS}`, payable: 1 },
  });
};

const startReplica = async (env: Readonly<Record<string, string>>) => {
  const child = fork('scripts/run.mjs', ['bench/src/wallet-replica.ts'], { env: { ...process.env, ...env } });
  const stopNow = () => child.kill('SIGKILL');
  process.once('exit', stopNow);
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('A wallet has ended'))),
  ]);
  return async () => {
    child.disconnect();
    await ended;
    process.off('exit', stopNow);
  };
};

const withReplicas = async <R>(
  count: number,
  env: Readonly<Record<string, string>>,
  work: () => Promise<R>,
): Promise<R> => {
  const stops = await Promise.all(Array.from({ length: count }, () => startReplica(env)));
  try {
    await pause(REBALANCED_AFTER_MS);
    return await work();
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
};

/** A buyer with funded tasks, and the approvals of their places. */
const createMarket = async (settings: Settings, bus: EventBus) => {
  const store = await openStore(settings, 'wallet');
  await store.prepare([accounts, transfers]);
  const buyerId = ids.next();
  const coins = 10_000_000;
  const facts = { opened: true, closed: false, role: 'buyer', roleVersion: 0, change: null };
  await store.collection(accounts).insertOne({
    ...{ _id: `user:${buyerId}`, kind: 'user', balance: coins, version: 0, earned: 0 },
    ...{ ...facts, settledRoleVersion: 0, clearedRoleVersion: 0, conflictCounter: 0 },
  });
  const taskIds = Array.from({ length: TASKS }, () => ids.next());
  await bus.publish(
    taskIds.map((taskId) =>
      recordOf('task.funding-requested', taskId, {
        ...{ taskId, buyerId, buyerRoleVersion: 0, title: 'Name the birds in ten pictures', imageUrl: '' },
        ...{ places: 100_000, payable: 1, cost: 100_000 },
      }),
    ),
  );
  const until = async (kind: 'fund' | 'settle', count: number) => {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    while ((await store.collection(transfers).countDocuments({ kind })) < count) {
      if (performance.now() > deadline) throw new Error(`Fewer than ${count} transfers '${kind}'`);
      await pause(20);
    }
  };
  let approved = 0;
  return {
    untilFunded: () => until('fund', TASKS),
    /** Approvals per second until the last one is settled. */
    settle: async (approvals: number): Promise<number> => {
      const records = Array.from({ length: approvals }, (_, index) =>
        approvalOf(taskIds[index % TASKS] as string, buyerId, approved + index),
      );
      approved += approvals;
      const began = performance.now();
      await bus.publish(records);
      await until('settle', approved);
      return (approvals / (performance.now() - began)) * 1000;
    },
    close: () => store.close(),
  };
};

const rowOf = (replicas: number, rates: readonly number[], ofOne: number): ResultRow => ({
  what: `settled approvals, wallet × ${replicas}, ${TRANSACTION_DELAY_MS} ms per transaction`,
  measured: perSecond(median(rates)),
  comparison: replicas === 1 ? '' : `${(median(rates) / ofOne).toFixed(2)} × the rate of one`,
  rounds: span(rates, perSecond),
  budget: replicas === 1 ? '' : `≥ ${(LINEAR * replicas).toFixed(1)} × one`,
  within: replicas === 1 ? null : median(rates) >= LINEAR * replicas * ofOne,
});

/** On SQLite, whose own time is small: only the delay limits a replica. Real locks of one account are not simulated. */
export const walletReplicas: Benchmark = {
  name: 'wallet-replicas',
  title: 'Replicas of the wallet over the partitions of Kafka',
  profiles: ['production'],
  run: ({ quick, print }) =>
    productionOnSqlite.withEngines((engines) =>
      withFolder(async (folder) => {
        const env = { ...engines.env, DATA_DIR: folder, TRANSACTION_DELAY_MS: String(TRANSACTION_DELAY_MS) };
        const settings = loadSettings(env);
        const bus = await openBus(settings, silentLog);
        const market = await createMarket(settings, bus);
        try {
          const rates: number[][] = [];
          for (const replicas of REPLICAS) {
            print(`  wallet × ${replicas} …`);
            const measured = await withReplicas(replicas, env, async () => {
              await market.untilFunded();
              const found: number[] = [];
              for (let round = 0; round < (quick ? 1 : 3); round++)
                found.push(await market.settle((quick ? 100 : 1_000) * replicas));
              return found;
            });
            rates.push(measured);
          }
          return REPLICAS.map((replicas, index) =>
            rowOf(replicas, rates[index] ?? [], median(rates[0] ?? [])),
          );
        } finally {
          await market.close();
          await bus.close();
        }
      }),
    ),
};
