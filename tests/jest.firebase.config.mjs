import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** Firebase sign-in in a real browser against the Auth emulator: `npm run test:firebase`. */
export default {
  rootDir: '..',
  displayName: 'firebase',
  testEnvironment: 'node',
  transform: node.transform,
  transformIgnorePatterns: node.transformIgnorePatterns,
  modulePathIgnorePatterns: node.modulePathIgnorePatterns,
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.firebase.test.ts'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
