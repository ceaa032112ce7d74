import type { Person } from '@piecework/tests/support/people';
import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, type ResultRow, span } from './benchmark';
import { startLoad } from './load';
import type { Request } from './load-process';
import { as, repeat, withStack } from './test-stack';

/** The default limits, except those that the setup of so many people exceeds. */
const RATE_LIMITS =
  'identityPerMinute=1000000,signUpsPerDay=1000000,firstMailsPerDay=1000000,grantsPerDay=1000000,signInsAtOnce=1000,accountPerSecond=1000000,addressPerSecond=1000000';
/** Characters of three bytes in the longest texts: 30 KB a task. */
const LONG = '字'.repeat(5000);
const TASKS_OF_EACH = 30;
const PAUSE = 25;
const STREAMS = 500;
const STREAMS_OF_ACCOUNT = 5;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Attack {
  what: string;
  requests: readonly Request[];
  perSecond: number;
  burst: number;
}

export const flood: Benchmark = {
  name: 'flood',
  title: 'Latency during floods of lists and of edits',
  profiles: ['embedded'],
  run: ({ quick, print }, profile) =>
    withStack(
      { ...profile, withEngines: (work) => profile.withEngines((e) => work({ ...e, env: { ...e.env, RATE_LIMITS } })) },
      {},
      async (stack) => {
        const { people } = stack;
        const buyers = await Promise.all(['buyer', 'buyer', 'buyer'].map(() => people.newcomer('buyer')));
        const [first] = buyers as [Person, ...Person[]];
        const worker = await people.newcomer('worker');
        await stack.untilQuiet();
        const taskIds: string[] = [];
        for (const buyer of buyers) {
          const post = () =>
            people.post(buyer, { taskDetail: LONG, submissionInfo: LONG, requiredWorkers: 1, payableAmount: 1 });
          taskIds.push(await post());
          await repeat(TASKS_OF_EACH - 1, post);
        }
        await stack.untilQuiet();
        const readers: Person[] = [];
        for (let index = 0; index < (quick ? 2 : STREAMS / STREAMS_OF_ACCOUNT); index++)
          readers.push(await people.newcomer('worker'));
        const get = (path: string, of?: Person): Request => ({ method: 'GET', path, headers: of ? as(of) : {} });
        const edits = buyers.map((buyer, index): Request => {
          const body = JSON.stringify({ taskTitle: `Name the birds, ${index}` });
          return { method: 'PATCH', path: `/tasks/${taskIds[index]}`, body, headers: { ...as(buyer), ...JSON_TYPE } };
        });
        const attacks: Attack[] = [
          { what: '20 unpaged lists/s, bursts of 64', requests: [get('/tasks')], perSecond: 20, burst: 64 },
          ...[
            ['lists of limit=5000', '/tasks?limit=5000'],
            ['searches of one letter', '/tasks?limit=5000&q=a'],
            ['lists of changes', '/submissions?changedSince=2020-01-01T00:00:00Z'],
          ].map(([what, path = '']) => ({
            what: `20 concurrent ${what} of one account`,
            requests: [get(path, first)],
            perSecond: 20,
            burst: 20,
          })),
          {
            what: `150 edits/s of three buyers, ${readers.length * STREAMS_OF_ACCOUNT} open streams`,
            requests: edits,
            perSecond: 50,
            burst: 0,
          },
        ];
        const reader = startLoad();
        const streams = startLoad();
        const attackers = buyers.map(startLoad);
        const p99 = async (): Promise<number> => {
          const targets = [{ origin: stack.gateway, request: get('/statement', worker) }];
          const count = quick ? 100 : 400;
          const [times = []] = await reader.run({ kind: 'latency', targets, count, pauseMs: PAUSE });
          return quantile(times, 0.99);
        };
        const seconds = quick ? 5 : 16;
        const during = async ({ requests, perSecond, burst }: Attack): Promise<number> => {
          const running = requests.map((request, index) =>
            attackers[index]?.run({ kind: 'flood', origin: stack.gateway, request, perSecond, burst, seconds }),
          );
          for (const answers of running) answers?.catch(() => {});
          const measured = await p99();
          for (const answers of await Promise.all(running)) print(`answers: ${JSON.stringify(answers)}`);
          return measured;
        };
        try {
          const tokens = readers.flatMap(({ token }) => Array<string>(STREAMS_OF_ACCOUNT).fill(token));
          const open = streams.run({ kind: 'streams', origin: stack.gateway, path: '/live', tokens, seconds: 600 });
          open.catch(() => {});
          await p99();
          const rows: ResultRow[] = [];
          for (const attack of attacks) {
            const found = { idle: [] as number[], flooded: [] as number[] };
            for (let round = 0; round < (quick ? 1 : 3); round++) {
              found.idle.push(await p99());
              found.flooded.push(await during(attack));
            }
            rows.push({
              what: `/statement during ${attack.what}, p99`,
              measured: ms(median(found.flooded)),
              comparison: `idle ${ms(median(found.idle))}`,
              rounds: span(found.flooded, ms),
              budget: '≤ 3 × idle',
              within: median(found.flooded) <= 3 * median(found.idle),
            });
          }
          return rows;
        } finally {
          for (const load of [reader, streams, ...attackers]) load.stop();
        }
      },
    ),
};
