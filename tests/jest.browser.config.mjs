import base from './jest.base.config.mjs';

/** User journeys in a real browser: `npm test -- --only=browser`. */
export default {
  ...base,
  displayName: 'browser',
  testMatch: ['**/*.browser.test.ts'],
  // The tests often wait for pages to settle: two workers leave a third of two cores idle.
  maxWorkers: 3,
};
