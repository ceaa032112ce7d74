import type { Person } from '@piecework/tests/support/people';
import { median } from '@piecework/tests/support/statistics';
import { type Figure, ms, span } from './benchmark';
import { startLoad } from './load';
import type { Burst, Request } from './load-process';
import { bringCast, repeat, submitWork, withStage } from './test-stack';

const ALL = 200;
const ROUNDS = { embedded: 5, production: 3 };

const winnersOf = ({ answers }: Burst): number => answers.filter(({ status }) => status === 201).length;

export const race: Figure = {
  name: 'race',
  title: 'Two hundred workers and the last place of one task',
  profiles: ['embedded', 'production'],
  run: ({ quick }, profile) =>
    withStage(profile, {}, async (stage) => {
      const [rounds, size] = quick ? [1, 40] : [ROUNDS[profile.name], ALL];
      const cast = await bringCast(stage, (size + 1) * rounds + 100, size);
      const load = startLoad();
      const post = () => stage.people.post(cast.buyer, { requiredWorkers: 1, payableAmount: 1 });
      const run = (taskOf: (index: number) => string): Promise<Burst> => {
        const requests: Request[] = cast.workers.map((worker: Person, index) =>
          submitWork(worker, taskOf(index)),
        );
        return load.run({ kind: 'burst', origin: stage.gateway, requests, atOnce: size });
      };
      const found = { one: [] as number[], many: [] as number[] };
      try {
        for (let round = 0; round < rounds; round++) {
          const last = await post();
          const own = await repeat(size, post);
          await stage.atRest();
          const one = await run(() => last);
          const others = one.answers.filter(({ status }) => status === 200).length;
          if (winnersOf(one) !== 1 || others !== size - 1)
            throw new Error(
              `${winnersOf(one)} workers got the one place, ${others} were told that it is taken`,
            );
          await stage.atRest();
          const many = await run((index) => own[index] as string);
          if (winnersOf(many) !== size) throw new Error(`Only ${winnersOf(many)} got a place of their own`);
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
          beside: `a task for each ${ms(median(found.many))}`,
          rounds: span(found.one, ms),
          budget: '4000 ms',
          within: median(found.one) <= 4000,
        },
      ];
    }),
};
