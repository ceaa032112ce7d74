import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** User journeys in a real browser: `npm test -- --only=browser`. */
export default {
  rootDir: '..',
  displayName: 'browser',
  testEnvironment: 'node',
  transform: node.transform,
  transformIgnorePatterns: node.transformIgnorePatterns,
  modulePathIgnorePatterns: node.modulePathIgnorePatterns,
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.browser.test.ts'],
  testTimeout: 120_000,
  // The tests often wait for pages to settle: two workers leave a third of two cores idle.
  maxWorkers: 3,
  testSequencer: shared.testSequencer,
};
