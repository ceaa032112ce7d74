import { createRecoveryWatch } from './recovery-watch';

const metrics = (outbox: number, lag: number) =>
  `piecework_outbox_pending{service="x"} ${outbox}\npiecework_consumer_lag{service="x"} ${lag}\n`;

/** Each reading shows the next of these states; the last one stays. `down`: the wallet does not answer. */
const watchOf = (states: readonly { ready?: boolean; outbox?: number; lag?: number; down?: boolean }[]) => {
  let at = -1;
  const now = () => states[Math.min(at, states.length - 1)] ?? {};
  return createRecoveryWatch({
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

const advanceTimersUntil = async <R>(work: Promise<R>): Promise<R> => {
  const settled = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([settled, Promise.resolve(false)]))) await jest.advanceTimersByTimeAsync(250);
  return work;
};

test('the recovery starts at the first of several consecutive good readings', async () => {
  const watch = watchOf([{ down: true }, { ready: false }, {}, { lag: 50 }, {}, { lag: 3 }, {}, {}]);
  const before = performance.now();
  expect((await advanceTimersUntil(watch.untilRecovered(10_000))) - before).toBe(4 * 250);
});

test('as many pending events as in the baseline count as recovered', async () => {
  const watch = watchOf([{ lag: 30 }, { lag: 20 }, { lag: 25 }]);
  expect(await advanceTimersUntil(watch.measureBaseline(400))).toBe(30);
  await advanceTimersUntil(watch.untilRecovered(1000));
});

test.each([
  ['a service does not answer', { down: true }, 'pending events: unknown, answering: user task submission media'],
  ['the stack is not ready', { ready: false }, 'ready: false'],
  ['a backlog remains', { outbox: 11 }, 'pending events: 11'],
  ['the event log is unavailable', { lag: Number.NaN }, 'pending events: unknown'],
])('the stack has not recovered while %s, and the error says so', async (_cause, state, message) => {
  await expect(advanceTimersUntil(watchOf([state]).untilRecovered(2000))).rejects.toThrow(message);
});

test('untilQuiet resolves only without pending events', async () => {
  await expect(advanceTimersUntil(watchOf([{ lag: 1 }]).untilQuiet(1000))).rejects.toThrow('pending events: 1');
  await advanceTimersUntil(watchOf([{ lag: 1 }, {}]).untilQuiet(1000));
});
