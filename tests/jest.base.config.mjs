import shared from '../jest.config.mjs';

const { setupFilesAfterEnv, testPathIgnorePatterns, ...node } = shared.projects[0];

/** What the configurations of this folder share: each runs tests that need more than Node, or minutes. */
export default {
  ...node,
  rootDir: '..',
  roots: ['<rootDir>/tests'],
  testTimeout: 600_000,
  testSequencer: shared.testSequencer,
};
