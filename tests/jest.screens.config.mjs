import browser from './jest.browser.config.mjs';

/** What is claimed of every screen, looked at in the running product: `npm test -- --only=screens`. */
export default {
  ...browser,
  displayName: 'screens',
  testMatch: ['**/*.screens.test.ts'],
  // Two leave a third of two cores idle: a page that settles is waited for.
  maxWorkers: 3,
};
