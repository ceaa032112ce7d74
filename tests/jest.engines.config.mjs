import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** Tests against engines in containers, which each file starts: `npm test -- --only=adapters`. */
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
  // The tests often wait for containers: two workers leave a fifth of two cores idle.
  maxWorkers: 3,
  testSequencer: shared.testSequencer,
};
