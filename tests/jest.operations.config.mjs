import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** Runs the product in child processes, as operators start, stop and repair it: `npm test -- --only=operations`. */
export default {
  ...node,
  rootDir: '..',
  displayName: 'operations',
  roots: ['<rootDir>/tests/src/operations'],
  testPathIgnorePatterns: ['/node_modules/'],
  // The tests mostly wait for child processes: two workers leave cores idle.
  maxWorkers: 3,
  testSequencer: shared.testSequencer,
};
