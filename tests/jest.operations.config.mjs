import base from './jest.base.config.mjs';

/** Runs the product in child processes, as operators start, stop and repair it: `npm test -- --only=operations`. */
export default {
  ...base,
  displayName: 'operations',
  roots: ['<rootDir>/tests/src/operations'],
  // The tests mostly wait for child processes: two workers leave cores idle.
  maxWorkers: 3,
};
