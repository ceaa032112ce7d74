import browser from './jest.browser.config.mjs';

/** Checks of every screen in a real browser: `npm test -- --only=screens`. */
export default {
  ...browser,
  displayName: 'screens',
  testMatch: ['**/*.screens.test.ts'],
  // The tests often wait for pages to settle: two workers leave a third of two cores idle.
  maxWorkers: 3,
};
