import base from './jest.base.config.mjs';

/** Tests against engines in containers, which each file starts: `npm test -- --only=adapters`. */
export default {
  ...base,
  displayName: 'engines',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/tests'],
  testMatch: ['**/*.engines.test.ts'],
  // The tests often wait for containers: two workers leave a fifth of two cores idle.
  maxWorkers: 3,
};
