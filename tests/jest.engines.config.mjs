import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** What only runs with engines in containers, one file after the other: `npm test -- --only=engines`. */
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
  maxWorkers: 1,
};
