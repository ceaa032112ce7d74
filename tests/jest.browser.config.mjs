import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** Journeys through the running product in a real browser, one after the other: `npm test -- --only=browser`. */
export default {
  rootDir: '..',
  displayName: 'browser',
  testEnvironment: 'node',
  transform: node.transform,
  modulePathIgnorePatterns: node.modulePathIgnorePatterns,
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.browser.test.ts'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
