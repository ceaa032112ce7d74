import type { Person } from '@piecework/tests/support/people';
import { median } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, span } from './benchmark';
import { startLoad } from './load';
import type { Burst, Request } from './load-process';
import { createUsers, repeat, submitWork, withStack } from './test-stack';

const ALL = 200;
const ROUNDS = { embedded: 5, production: 3 };

const winnersOf = ({ answers }: Burst): number => answers.filter(({ status }) => status === 201).length;

export const race: Benchmark = {
  name: 'race',
  title: 'Race of 200 workers for the last place',
  profiles: ['embedded', 'production'],
  run: ({ quick }, profile) =>
    withStack(profile, {}, async (stack) => {
      const [rounds, size] = quick ? [1, 40] : [ROUNDS[profile.name], ALL];
      const users = await createUsers(stack, (size + 1) * rounds + 100, size);
      const load = startLoad();
      const post = () => stack.people.post(users.buyer, { requiredWorkers: 1, payableAmount: 1 });
      const run = (taskOf: (index: number) => string): Promise<Burst> => {
        const requests: Request[] = users.workers.map((worker: Person, index) => submitWork(worker, taskOf(index)));
        return load.run({ kind: 'burst', origin: stack.gateway, requests, atOnce: size });
      };
      const found = { one: [] as number[], many: [] as number[] };
      try {
        for (let round = 0; round < rounds; round++) {
          const last = await post();
          const own = await repeat(size, post);
          await stack.untilQuiet();
          const one = await run(() => last);
          const others = one.answers.filter(({ status }) => status === 200).length;
          if (winnersOf(one) !== 1 || others !== size - 1)
            throw new Error(`${winnersOf(one)} workers got the place, ${others} were refused`);
          await stack.untilQuiet();
          const many = await run((index) => own[index] as string);
          if (winnersOf(many) !== size) throw new Error(`Only ${winnersOf(many)} got a separate place`);
          found.one.push(one.ended - one.began);
          found.many.push(many.ended - many.began);
        }
      } finally {
        load.stop();
      }
      return [
        {
          what: `${size} workers race for the last place, exactly one wins`,
          measured: ms(median(found.one)),
          comparison: `a task for each ${ms(median(found.many))}`,
          rounds: span(found.one, ms),
          budget: '4000 ms',
          within: median(found.one) <= 4000,
        },
      ];
    }),
};
