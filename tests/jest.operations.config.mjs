import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** The product as programs of their own, started, broken and mended as operators do: `npm test -- --only=operations`. */
export default {
  ...node,
  rootDir: '..',
  displayName: 'operations',
  roots: ['<rootDir>/tests/src/operations'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Programs that start and end are waited for: two files leave cores idle.
  maxWorkers: 3,
  testSequencer: shared.testSequencer,
};
