import browser from './jest.browser.config.mjs';

/** Checks of every screen in a real browser: `npm test -- --only=screens`. */
export default {
  ...browser,
  displayName: 'screens',
  testMatch: ['**/*.screens.test.ts'],
  globalSetup: '<rootDir>/scripts/jest/demo-data-up.cjs',
  globalTeardown: '<rootDir>/scripts/jest/demo-data-down.cjs',
};
