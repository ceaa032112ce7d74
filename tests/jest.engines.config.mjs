import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** What only runs with engines in containers; each file starts its own: `npm test -- --only=adapters`. */
export default {
  rootDir: '..',
  displayName: 'engines',
  testEnvironment: 'node',
  transform: node.transform,
  transformIgnorePatterns: node.transformIgnorePatterns,
  modulePathIgnorePatterns: node.modulePathIgnorePatterns,
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/tests'],
  testMatch: ['**/*.engines.test.ts'],
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: shared.testSequencer,
};
