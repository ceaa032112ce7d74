import { TASKS } from '@piecework/local-stack/demo';
import type { DemoTask, JourneyContext } from '../journey/context';
import { liveTogether, type People } from '../journey/live-together';
import type { Random } from '../simulation/random';
import type { Visitors } from './visitors';

export interface Sizes {
  villages: number;
  buyers: number;
  workers: number;
  /** Tasks of one buyer in one life. */
  tasks: number;
}

/** Milliseconds between two visits. */
const BETWEEN_VISITS = 200;

/**
 * Milliseconds that people think before a click, on average. Without it they would do as much as the machine can, and nothing could ever be
 * caught up on.
 */
const THOUGHT = 250;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** People think while they are steadily at work; once it comes to an end they hurry. */
export const createThoughts = (random: Random) => {
  let isSteady = false;
  return {
    think: async (): Promise<void> => {
      if (isSteady) await pause(random.int(0, 2 * THOUGHT));
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
  /** Rejects when somebody got an answer that is wrong; otherwise never settles. */
  failed: Promise<never>;
  /** Everybody finishes what they have begun; resolves when every task is closed. */
  end(): Promise<void>;
}

/**
 * Villages in which people live one life after the other, from the purchase of coins to the last decision, and visitors who come and go.
 * No village waits for another, so that something is going on at every moment.
 */
export const createLoad = (deps: {
  context: Omit<JourneyContext, 'life' | 'buyersAreDone' | 'workersAreDone'>;
  villages: readonly People[];
  visitors: Visitors;
  random: Random;
  thoughts: ReturnType<typeof createThoughts>;
  tasksEach: number;
}) => {
  const { context, villages, visitors, random, thoughts, tasksEach } = deps;
  /** One person has one place of a task: it can be closed with these workers even if one of them has been sent back. */
  const suiting = ({ workers }: People): DemoTask[] => TASKS.filter(({ places }) => places < workers.length);
  const lives = villages.map(() => 0);

  const liveOnce = (people: People, index: number): Promise<void> => {
    lives[index] = (lives[index] ?? 0) + 1;
    const wanted = Array.from({ length: people.buyers.length * tasksEach }, (_, at) => ({
      ...random.pick(suiting(people)),
      // The name by which a repeat is known.
      key: `task-${at}`,
    }));
    const now = { ...context, life: lives[index], buyersAreDone: false, workersAreDone: false };
    return liveTogether(now, people, wanted);
  };

  const begin = (): Load => {
    let isEnding = false;
    thoughts.begin();
    const untilTold = async (work: () => Promise<void>) => {
      while (!isEnding) await work();
    };
    const all = Promise.all([
      ...villages.map((people, index) => untilTold(() => liveOnce(people, index))),
      untilTold(async () => {
        await visitors.visit();
        await pause(BETWEEN_VISITS);
      }),
    ]);
    const failed = new Promise<never>((_, reject) => {
      all.catch(reject);
    });
    // Whoever waits for the end hears of it there.
    failed.catch(() => {});
    return {
      failed,
      end: async () => {
        isEnding = true;
        thoughts.end();
        await all;
      },
    };
  };

  return { begin };
};
