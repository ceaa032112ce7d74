import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, type ResultRow, span } from './benchmark';
import { startLoad } from './load';
import type { Request } from './load-process';
import { as, repeat, withStack } from './test-stack';

const UNPAGED: Request = { method: 'GET', path: '/tasks', headers: {} };
/** The default limits, except those that the setup of so many people exceeds. */
const RATE_LIMITS = 'identityPerMinute=1000000,accountPerSecond=1000000,addressPerSecond=1000000';
/** Characters of three bytes in the longest texts: 30 KB a task. */
const LONG = '字'.repeat(5000);
const TASKS_OF_EACH = 45;
const PAUSE = 25;

export const flood: Benchmark = {
  name: 'flood',
  title: 'Latency during a flood of unpaged lists',
  profiles: ['embedded'],
  run: ({ quick, print }, profile) =>
    withStack(
      {
        ...profile,
        withEngines: (work) => profile.withEngines((e) => work({ ...e, env: { ...e.env, RATE_LIMITS } })),
      },
      {},
      async (stack) => {
        const { people } = stack;
        const buyers = await Promise.all([people.newcomer('buyer'), people.newcomer('buyer')]);
        const worker = await people.newcomer('worker');
        await stack.untilQuiet();
        for (const buyer of buyers)
          await repeat(TASKS_OF_EACH, () =>
            people.post(buyer, {
              taskDetail: LONG,
              submissionInfo: LONG,
              requiredWorkers: 1,
              payableAmount: 1,
            }),
          );
        await stack.untilQuiet();
        const statement: Request = { method: 'GET', path: '/statement', headers: as(worker) };
        const reader = startLoad();
        const attacker = startLoad();
        const found = { idle: [] as number[], flooded: [] as number[] };
        const p99 = async (): Promise<number> => {
          const targets = [{ origin: stack.gateway, request: statement }];
          const [times = []] = await reader.run({
            kind: 'latency',
            targets,
            count: quick ? 100 : 400,
            pauseMs: PAUSE,
          });
          return quantile(times, 0.99);
        };
        try {
          await p99();
          for (let round = 0; round < (quick ? 1 : 3); round++) {
            found.idle.push(await p99());
            const attack = attacker.run({
              kind: 'flood',
              origin: stack.gateway,
              request: UNPAGED,
              perSecond: 20,
              burst: 64,
              seconds: quick ? 5 : 16,
            });
            found.flooded.push(await p99());
            print(`answers to the flood: ${JSON.stringify(await attack)}`);
          }
        } finally {
          reader.stop();
          attacker.stop();
        }
        const ratio = median(found.flooded) / median(found.idle);
        const row: ResultRow = {
          what: '/statement during 20 unpaged lists/s and bursts of 64, p99',
          measured: ms(median(found.flooded)),
          comparison: `idle ${ms(median(found.idle))}`,
          rounds: span(found.flooded, ms),
          budget: '≤ 3 × idle',
          within: ratio <= 3,
        };
        return [row];
      },
    ),
};
