import shared from '../jest.config.mjs';

const [node] = shared.projects;

/** The wallet against stripe-mock, and the checkout in a browser against a fake Stripe: `npm run test:stripe`. */
export default {
  rootDir: '..',
  displayName: 'stripe',
  testEnvironment: 'node',
  transform: node.transform,
  transformIgnorePatterns: node.transformIgnorePatterns,
  modulePathIgnorePatterns: node.modulePathIgnorePatterns,
  roots: ['<rootDir>/services/wallet', '<rootDir>/tests'],
  testMatch: ['**/*.stripe.test.ts'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
