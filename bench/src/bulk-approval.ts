import { MAX_DECISIONS, STARTING_COINS } from '@piecework/contracts';
import { median } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, span } from './benchmark';
import { startLoad } from './load';
import type { Request } from './load-process';
import { approve, approveTogether, createUsers, now, preparePending, untilBalances, withStack } from './test-stack';

const ROUNDS = { embedded: 5, production: 3 };
/** Concurrency of the single calls: a client that waits for each response, and one that does not. */
const CONCURRENCY = [1, 16];

export const bulk: Benchmark = {
  name: 'bulk',
  title: `Approval of ${MAX_DECISIONS} submissions in one call`,
  profiles: ['embedded', 'production'],
  run: ({ quick }, profile) =>
    withStack(profile, {}, async (stack) => {
      const rounds = quick ? 1 : ROUNDS[profile.name];
      const variants = [undefined, ...CONCURRENCY];
      const users = await createUsers(stack, MAX_DECISIONS * variants.length * (rounds + 1) + 100, MAX_DECISIONS);
      const load = startLoad();
      let coins: number = STARTING_COINS.worker;
      /** Milliseconds until the response to the last call, and until the last coin is settled. */
      const run = async (atOnce: number | undefined) => {
        const ids = (await preparePending(stack, users, 1)).map(({ submissionId }) => submissionId);
        const requests: Request[] =
          atOnce === undefined ? [approveTogether(users.buyer, ids)] : ids.map((id) => approve(users.buyer, id));
        const { began, ended, answers } = await load.run({
          kind: 'burst',
          origin: stack.gateway,
          requests,
          atOnce: atOnce ?? 1,
        });
        const modified = answers.flatMap(({ body }) => body.match(/"modifiedCount":1/g) ?? []).length;
        if (modified !== ids.length) throw new Error(`Only ${modified} of ${ids.length} were approved`);
        coins += 1;
        await untilBalances(stack, users, coins);
        return { answered: ended - began, settled: now() - began };
      };
      const found = variants.map(() => ({ answered: [] as number[], settled: [] as number[] }));
      try {
        for (let round = 0; round <= rounds; round++)
          for (const [index, atOnce] of variants.entries()) {
            const { answered, settled } = await run(atOnce);
            // Warm-up round.
            if (round === 0) continue;
            found[index]?.answered.push(answered);
            found[index]?.settled.push(settled);
          }
      } finally {
        load.stop();
      }
      const [together, ...singles] = found as [(typeof found)[number], ...typeof found];
      const rowOf = (what: string, of: 'answered' | 'settled') => ({
        what: `${MAX_DECISIONS} approvals in one call, until ${what}`,
        measured: ms(median(together[of])),
        comparison: singles
          .map((single, index) => `${MAX_DECISIONS} calls, ${CONCURRENCY[index]} at once ${ms(median(single[of]))}`)
          .join(', '),
        rounds: span(together[of], ms),
        budget: 'less than the calls',
        within: singles.every((single) => median(together[of]) < median(single[of])),
      });
      return [rowOf('the response', 'answered'), rowOf('every coin is settled', 'settled')];
    }),
};
