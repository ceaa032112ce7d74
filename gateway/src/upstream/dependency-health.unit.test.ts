import { systemClock } from '@piecework/base';
import { createDependencyHealth } from './dependency-health';

test('a dependency that fails or does not answer in time is down, and callers share one check', async () => {
  let checks = 0;
  const health = createDependencyHealth({
    isReady: async (service) => {
      checks += 1;
      if (service === 'media') return new Promise(() => {});
      return service !== 'wallet';
    },
    ping: () => Promise.reject(new Error('away')),
    clock: systemClock,
  });
  const [first, second] = await Promise.all([health(), health()]);
  expect(first).toEqual({
    user: true,
    task: true,
    submission: true,
    wallet: false,
    media: false,
    notification: true,
    'event-log': false,
  });
  expect(second).toBe(first);
  expect(checks).toBe(6);
});
