import base from './jest.base.config.mjs';

/** The wallet against stripe-mock, and the checkout in a browser against a fake Stripe: `npm run test:stripe`. */
export default {
  ...base,
  displayName: 'stripe',
  roots: ['<rootDir>/services/wallet', '<rootDir>/tests'],
  testMatch: ['**/*.stripe.test.ts'],
  maxWorkers: 1,
};
