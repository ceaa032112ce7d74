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
  // Each file starts its own stack and browser; one alone leaves a third of two cores idle.
  maxWorkers: 2,
  testSequencer: shared.testSequencer,
};
