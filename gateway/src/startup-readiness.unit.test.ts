import { createStartupReadiness } from './startup-readiness';

const handClock = () => {
  const waiting = new Set<() => void>();
  return {
    now: () => 0,
    after: (_ms: number, fn: () => void) => {
      waiting.add(fn);
      return () => void waiting.delete(fn);
    },
    tick: async () => {
      for (const fn of [...waiting]) fn();
      waiting.clear();
      await new Promise(setImmediate);
    },
    waiting: () => waiting.size,
  };
};

const SHELL = 'http://shell:3000/';
const WORKER = 'http://mf-worker:3002/mf-manifest.json';

test('is ready at once without parts to wait for', () => {
  expect(createStartupReadiness([], { clock: handClock() }).whyNotReady()).toBeNull();
});

test('waits for one answer of each part and ignores later failures', async () => {
  const clock = handClock();
  const there = new Set<string>();
  const { whyNotReady } = createStartupReadiness([SHELL, WORKER], {
    clock,
    isServed: async (address) => there.has(address),
  });
  expect(whyNotReady()).toBe(`${SHELL}, ${WORKER} is not served yet`);
  there.add(SHELL);
  await clock.tick();
  await clock.tick();
  expect(whyNotReady()).toBe(`${WORKER} is not served yet`);
  there.delete(SHELL);
  there.add(WORKER);
  await clock.tick();
  expect(whyNotReady()).toBeNull();
});

test('stops polling when it is stopped', async () => {
  const clock = handClock();
  let asked = 0;
  const waiting = createStartupReadiness([SHELL], {
    clock,
    isServed: async () => {
      asked += 1;
      return false;
    },
  });
  await clock.tick();
  waiting.stop();
  await clock.tick();
  expect(asked).toBe(1);
  expect(clock.waiting()).toBe(0);
});
