const typescript = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2022',
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: 'node',
  roots: ['packages', 'services', 'gateway', 'tests'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.unit.test.ts', '**/*.int.test.ts'],
  transform: { '\\.(ts|tsx|mjs|js)$': ['@swc/jest', typescript] },
  testTimeout: 15_000,
  maxWorkers: 2,
};
