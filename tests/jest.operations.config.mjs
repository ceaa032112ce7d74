import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** The product as programs of their own, started, broken and mended as operators do: `npm test -- --only=operations`. */
export default {
  ...node,
  rootDir: '..',
  displayName: 'operations',
  roots: ['<rootDir>/tests/src/operations'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 2,
  testSequencer: shared.testSequencer,
};
