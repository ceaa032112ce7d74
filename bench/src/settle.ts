import { existsSync } from 'node:fs';
import { STARTING_COINS } from '@piecework/contracts';
import { median } from '@piecework/tests/support/numbers';
import { type Figure, perSecond, type Row, type RunOptions, span } from './figure';
import { type Load, startLoad } from './load';
import { approve, bringCast, type Cast, preparePending, type Stage, withStage } from './stage';

const WORKERS = 40;
const AT_ONCE = 64;
/** A folder in memory: the same code, for which a sync costs nothing. */
const MEMORY = '/dev/shm';

const now = () => performance.timeOrigin + performance.now();

/** Resolves when the user record of each worker shows so many coins. */
const untilBalances = async ({ client }: Stage, { workers }: Cast, coins: number): Promise<void> => {
  for (const worker of workers)
    while ((await client.get('getUser', { as: worker })).userAvailableCoin !== coins);
};

/** Approvals at full speed until the last balance is right. */
const createRun = async (stage: Stage, load: Load, tasks: number, rounds: number) => {
  const cast = await bringCast(stage, tasks * WORKERS * rounds + 100, WORKERS);
  let coins: number = STARTING_COINS.worker;
  return async (): Promise<{ settled: number; answered: number }> => {
    const pending = await preparePending(stage, cast, tasks);
    const requests = pending.map(({ submissionId }) => approve(cast.buyer, submissionId));
    const { began, ended, answers } = await load.run({
      kind: 'burst',
      origin: stage.gateway,
      requests,
      atOnce: AT_ONCE,
    });
    coins += tasks;
    await untilBalances(stage, cast, coins);
    const done = now();
    const wrong = answers.find(({ body }) => body !== '{"modifiedCount":1}');
    if (wrong) throw new Error(`An approval was answered ${wrong.status}: ${wrong.body}`);
    const rate = (until: number) => (requests.length / (until - began)) * 1000;
    return { settled: rate(done), answered: rate(ended) };
  };
};

const measure = async ({ quick }: RunOptions, disk: Stage, memory: Stage | null): Promise<Row[]> => {
  const [tasks, rounds] = quick ? [4, 1] : [50, 3];
  const load = startLoad();
  try {
    const onDisk = await createRun(disk, load, tasks, rounds + 1);
    const inMemory = memory && (await createRun(memory, load, tasks, rounds + 1));
    // The first of each warms up.
    await onDisk();
    await inMemory?.();
    const found = { disk: [] as number[], memory: [] as number[], answered: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const { settled, answered } = await onDisk();
      found.disk.push(settled);
      found.answered.push(answered);
      if (inMemory) found.memory.push((await inMemory()).settled);
    }
    const beside = memory ? `data folder in memory ${perSecond(median(found.memory))}, ` : '';
    return [
      {
        what: `settled approvals, synchronous=FULL, ${AT_ONCE} at once`,
        measured: perSecond(median(found.disk)),
        beside: `${beside}answered ${perSecond(median(found.answered))}`,
        rounds: span(found.disk, perSecond),
        budget: '≥ 500/s',
        within: median(found.disk) >= 500,
      },
    ];
  } finally {
    load.stop();
  }
};

export const settle: Figure = {
  name: 'settle',
  title: 'Approvals until the last coin has arrived',
  run: (options) =>
    withStage({}, (disk) =>
      existsSync(MEMORY)
        ? withStage({}, (memory) => measure(options, disk, memory), MEMORY)
        : measure(options, disk, null),
    ),
};
