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
  // Everything in node_modules is CommonJS already, except jose, which comes as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  testTimeout: 15_000,
  maxWorkers: 2,
};
