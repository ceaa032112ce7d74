import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { collection } from '@piecework/store';
import { openSqliteStore } from '@piecework/store/sqlite';
import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, perSecond, type ResultRow } from './benchmark';
import { startLoad } from './load';
import { withFolder } from './test-stack';

const PAGE = Buffer.alloc(4096, 1);
const rows = collection<{ _id: string; value: string }>('rows', []);
const VALUE = 'x'.repeat(400);

const timesOf = async (count: number, work: (index: number) => unknown): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await work(index);
    times.push(performance.now() - began);
  }
  return times;
};

/** Durations of a sync: on a shared disk they can be a hundred times those of an idle one. */
export const syncTimes = (folder: string, count: number): Promise<number[]> => {
  const file = openSync(join(folder, 'page'), 'w');
  return timesOf(count, () => {
    writeSync(file, PAGE);
    fsyncSync(file);
  }).finally(() => closeSync(file));
};

const insertTimes = async (folder: string, synchronous: 'FULL' | 'OFF', count: number): Promise<number[]> => {
  const store = await openSqliteStore({ file: join(folder, `insert-${synchronous}.sqlite`), synchronous });
  await store.prepare([rows]);
  const times = await timesOf(count, (index) =>
    store.collection(rows).insertOne({ _id: String(index), value: VALUE }),
  );
  await store.close();
  return times;
};

/** Transactions per second with 64 waiting at any time. */
const groupRate = async (folder: string, maxGroup: number, count: number): Promise<number> => {
  const store = await openSqliteStore({ file: join(folder, `group-${maxGroup}.sqlite`), maxGroup });
  await store.prepare([rows]);
  let next = 0;
  const began = performance.now();
  const runner = async () => {
    while (next < count) {
      const _id = String(next++);
      await store.transaction((tx) => tx.collection(rows).insertOne({ _id, value: VALUE }));
    }
  };
  await Promise.all(Array.from({ length: 64 }, runner));
  const rate = (count / (performance.now() - began)) * 1000;
  await store.close();
  return rate;
};

const httpTimes = async (count: number): Promise<number[]> => {
  const server = createServer((_request, response) => response.end(JSON.stringify({ value: VALUE })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const load = startLoad();
  try {
    const request = { method: 'GET', path: '/', headers: {} } as const;
    const [times = []] = await load.run({ kind: 'latency', targets: [{ origin, request }], count });
    return times;
  } finally {
    load.stop();
    server.close();
  }
};

const jsonTimes = (count: number): Promise<number[]> => {
  const event = {
    eventId: 'e'.repeat(26),
    type: 'submission.approved',
    data: { list: [1, 2, 3], text: VALUE },
  };
  return timesOf(count, () => JSON.parse(JSON.stringify(event)));
};

const row = (what: string, times: readonly number[], comparison: string): ResultRow => ({
  what,
  measured: `p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`,
  comparison,
  rounds: '',
  budget: '',
  within: null,
});

export const raw: Benchmark = {
  name: 'raw',
  title: 'Baseline of the machine',
  profiles: ['embedded'],
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const count = quick ? 100 : 1000;
      const sync = await syncTimes(folder, count);
      const full = await insertTimes(folder, 'FULL', count);
      const off = await insertTimes(folder, 'OFF', count);
      const groups: Record<1 | 64, number[]> = { 1: [], 64: [] };
      for (let round = 0; round < (quick ? 1 : 3); round++) {
        await withFolder(async (own) => {
          for (const size of [1, 64] as const) groups[size].push(await groupRate(own, size, count * 4));
        });
      }
      return [
        row('4 KB written and synced', sync, ''),
        row('one insert, synchronous=FULL', full, `synchronous=OFF p50 ${ms(quantile(off, 0.5))}`),
        {
          what: 'inserts with 64 waiting, one sync for many',
          measured: perSecond(median(groups[64])),
          comparison: `a sync for each ${perSecond(median(groups[1]))}`,
          rounds: '',
          budget: '',
          within: null,
        },
        row('bare node:http over loopback, 1 connection', await httpTimes(count), ''),
        row('an event to JSON and back', await jsonTimes(count), ''),
      ];
    }),
};
