import { systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { createTokens } from '@piecework/identity';
import { memoryOf } from '@piecework/tests/compose/containers';
import { type ComposeStack, prepareComposeStack } from '@piecework/tests/compose/stack';
import { createClient } from '@piecework/tests/support/client';
import { createPeople, type Person } from '@piecework/tests/support/people';
import { sum } from '@piecework/tests/support/statistics';
import type { Benchmark, ResultRow, RunOptions } from './benchmark';
import { startLoad } from './load';
import { as, repeat } from './test-stack';

/** The first two digits of the ports: they avoid the default stack and those of the tests. */
const PORT_PREFIX = 47;
const PROJECT = `piecework-compose-${PORT_PREFIX}`;
const WORKERS = 20;
/** Each spends the starting coins on one task. */
const BUYERS = 10;
const SECONDS = 15;

const UNITS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
/** Docker's `55.2MiB`, converted to MB. */
const megabytes = (text: string): number => {
  const [, number, unit] = /^([\d.]+)([KMG]?i?B)$/.exec(text.trim()) ?? [];
  if (number === undefined || unit === undefined) throw new Error(`Docker says '${text}' of memory`);
  return (Number(number) * (UNITS[unit] ?? Number.NaN)) / 2 ** 20;
};

interface Use {
  used: number;
  limit: number;
}

const useNow = async ({ compose }: ComposeStack): Promise<Map<string, Use>> => {
  const names = (await compose('ps', '--format', '{{.Name}}')).trim().split('\n');
  return new Map(
    [...memoryOf(names)].map(([name, use]) => {
      const [used = '', limit = ''] = use.split('/');
      const part = name.replace(`${PROJECT}-`, '').replace(/-\d+$/, '');
      return [part, { used: megabytes(used), limit: megabytes(limit) }];
    }),
  );
};

/** Load on every service: tasks, submissions, approvals and their consequences, with concurrent lists. */
const work = async ({ gateway, jwtSecret }: ComposeStack, seconds: number): Promise<void> => {
  const client = createClient(gateway, () => {});
  const people = createPeople({
    client,
    tokens: createTokens({ clock: systemClock, secret: jwtSecret }),
    // This benchmark creates no admin.
    internal: () => Promise.reject(new Error('The services are not published')),
    settle: async () => {},
  });
  const load = startLoad();
  try {
    const workers = await people.crowd('worker', WORKERS);
    const buyers = await people.crowd('buyer', BUYERS);
    const request = { method: 'GET', path: '/tasks?open=1&limit=12', headers: as(buyers[0] as Person) } as const;
    const lists = load.run({ kind: 'rate', origin: gateway, request, connections: 8, seconds, perSecond: 100 });
    for (const buyer of buyers) {
      const taskId = await people.post(buyer, { requiredWorkers: WORKERS, payableAmount: 2 });
      const ids = await repeat(WORKERS, (index) => people.submit(workers[index] as Person, taskId));
      await repeat(WORKERS, (index) => people.decide(buyer, ids[index] as string, 'approved'));
    }
    await lists;
  } finally {
    load.stop();
    await client.close();
  }
};

const mb = (value: number) => `${value.toFixed(0)} MB`;

const rowsOf = (idle: ReadonlyMap<string, Use>, busy: ReadonlyMap<string, Use>): ResultRow[] => {
  const row = { rounds: '', budget: '', within: null };
  const total = (uses: ReadonlyMap<string, Use>) => sum([...uses.values()].map(({ used }) => used));
  return [
    {
      ...row,
      what: `memory of all ${busy.size} containers`,
      measured: mb(total(busy)),
      comparison: `idle ${mb(total(idle))}`,
    },
    ...[...busy].map(
      ([part, { used, limit }]): ResultRow => ({
        ...row,
        what: `memory of ${part}`,
        measured: mb(used),
        comparison: `idle ${mb(idle.get(part)?.used ?? Number.NaN)}, limit ${mb(limit)}`,
      }),
    ),
  ];
};

const measure = async (stack: ComposeStack, { quick, print }: RunOptions): Promise<ResultRow[]> => {
  print('  Images that are not there are built first, which takes some minutes.');
  await stack.compose('up', '--detach', '--wait');
  await pause(quick ? 0 : 10_000);
  const idle = await useNow(stack);
  await work(stack, quick ? 2 : SECONDS);
  return rowsOf(idle, await useNow(stack));
};

export const containers: Benchmark = {
  name: 'containers',
  title: 'Memory of the containers after load',
  profiles: ['production'],
  run: async (options) => {
    const stack = prepareComposeStack(PORT_PREFIX);
    try {
      return await measure(stack, options);
    } finally {
      await stack.remove();
    }
  },
};
