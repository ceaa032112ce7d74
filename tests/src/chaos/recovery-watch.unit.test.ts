import { createWatch } from './recovery-watch';

const metrics = (outbox: number, lag: number) =>
  `piecework_outbox_pending{service="x"} ${outbox}\npiecework_consumer_lag{service="x"} ${lag}\n`;

/** Each look shows the next of these; the last one stays. null: a service does not answer. */
const watchOf = (looks: readonly { ready?: boolean; outbox?: number; lag?: number; down?: boolean }[]) => {
  let at = -1;
  const now = () => looks[Math.min(at, looks.length - 1)] ?? {};
  return createWatch({
    isReady: async () => {
      at += 1;
      return now().ready ?? true;
    },
    metricsOf: async (service) => {
      if (service !== 'wallet') return metrics(0, 0);
      return now().down ? null : metrics(now().outbox ?? 0, now().lag ?? 0);
    },
  });
};

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

const passing = async <R>(work: Promise<R>): Promise<R> => {
  const settled = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([settled, Promise.resolve(false)]))) await jest.advanceTimersByTimeAsync(250);
  return work;
};

test('has recovered from the first of several good looks in a row', async () => {
  const watch = watchOf([{ down: true }, { ready: false }, {}, { lag: 50 }, {}, { lag: 3 }, {}, {}]);
  const before = performance.now();
  expect((await passing(watch.untilRecovered(10_000))) - before).toBe(4 * 250);
});

test('as much on its way as in the calm before is no backlog', async () => {
  const watch = watchOf([{ lag: 30 }, { lag: 20 }, { lag: 25 }]);
  expect(await passing(watch.learnCalm(400))).toBe(30);
  await passing(watch.untilRecovered(1000));
});

test.each([
  [
    'somebody does not answer',
    { down: true },
    'events on their way: unknown, answering: user task submission media',
  ],
  ['it is not ready', { ready: false }, 'ready: false'],
  ['a backlog stays', { outbox: 11 }, 'events on their way: 11'],
  ['the event log cannot be asked', { lag: Number.NaN }, 'events on their way: unknown'],
])('has not recovered while %s, and says so', async (_what, look, said) => {
  await expect(passing(watchOf([look]).untilRecovered(2000))).rejects.toThrow(said);
});

test('quiet is only when nothing at all is on its way', async () => {
  await expect(passing(watchOf([{ lag: 1 }]).untilQuiet(1000))).rejects.toThrow('events on their way: 1');
  await passing(watchOf([{ lag: 1 }, {}]).untilQuiet(1000));
});
