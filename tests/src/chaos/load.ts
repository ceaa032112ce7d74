import { pause } from '@piecework/base/testing';
import { TASKS } from '@piecework/stack/demo';
import type { DemoTask, JourneyContext } from '../journey/context';
import { type People, runJourney } from '../journey/run-journey';
import type { Random } from '../simulation/random';
import type { BatchLife } from './batch-life';
import type { MailedLinks } from './mailed-links';
import type { ReviewedWork } from './reviewed-work';
import type { ShortLivedAccounts } from './short-lived-accounts';
import type { TaskLife } from './task-life';

/** Milliseconds between two visits. */
const VISIT_INTERVAL = 200;

/**
 * Mean milliseconds between two calls of a person. Without think time the load would saturate the machine, and consumers could never catch
 * up.
 */
const MEAN_THINK_TIME = 250;

/** The think time applies under steady load only; the end of the load runs without it. */
export const createThinkTime = (random: Random) => {
  let isSteady = false;
  return {
    wait: async (): Promise<void> => {
      if (isSteady) await pause(random.int(0, 2 * MEAN_THINK_TIME));
    },
    begin: () => {
      isSteady = true;
    },
    end: () => {
      isSteady = false;
    },
  };
};

export interface Load {
  /** Rejects on the first unexpected answer; otherwise never settles. */
  failed: Promise<never>;
  /** Ends the load. Resolves when every task has ended. */
  end(): Promise<void>;
}

/**
 * Groups of people who run one journey after the other, from the purchase of coins to the last decision, and visitors with short-lived accounts.
 * No group waits for another, so that the load never pauses.
 */
export const createLoad = (deps: {
  context: Omit<JourneyContext, 'iteration' | 'buyersAreDone' | 'workersAreDone'>;
  groups: readonly People[];
  shortLived: ShortLivedAccounts;
  reviewed: ReviewedWork;
  taskLife: TaskLife;
  batchLife: BatchLife;
  mailedLinks: MailedLinks;
  random: Random;
  thinkTime: ReturnType<typeof createThinkTime>;
  tasksEach: number;
}) => {
  const { context, groups, shortLived, reviewed, taskLife, batchLife, mailedLinks, random, thinkTime, tasksEach } =
    deps;
  /** Tasks with fewer places than the group has workers: they can be completed even if one worker is rejected. */
  const suitableTasks = ({ workers }: People): DemoTask[] => TASKS.filter(({ places }) => places < workers.length);
  const iterations = groups.map(() => 0);

  const runOnce = (people: People, index: number): Promise<void> => {
    iterations[index] = (iterations[index] ?? 0) + 1;
    const wanted = Array.from({ length: people.buyers.length * tasksEach }, (_, at) => ({
      ...random.pick(suitableTasks(people)),
      // Part of the Idempotency-Key.
      key: `task-${at}`,
    }));
    const now = { ...context, iteration: iterations[index], buyersAreDone: false, workersAreDone: false };
    return runJourney(now, people, wanted);
  };

  const begin = (): Load => {
    let isEnding = false;
    thinkTime.begin();
    const untilEnding = async (work: () => Promise<void>) => {
      while (!isEnding) await work();
    };
    const all = Promise.all([
      ...groups.map((people, index) => untilEnding(() => runOnce(people, index))),
      untilEnding(async () => {
        await shortLived.visit();
        await pause(VISIT_INTERVAL);
      }),
      untilEnding(reviewed.visit),
      untilEnding(taskLife.visit),
      untilEnding(batchLife.visit),
      untilEnding(mailedLinks.visit),
    ]);
    const failed = new Promise<never>((_, reject) => {
      all.catch(reject);
    });
    // `end` rejects too, so an unused `failed` is no unhandled rejection.
    failed.catch(() => {});
    return {
      failed,
      end: async () => {
        isEnding = true;
        thinkTime.end();
        await all;
      },
    };
  };

  return { begin };
};
