const typescript = {
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: 'node',
  roots: ['packages', 'services', 'gateway', 'tests'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.unit.test.ts', '**/*.int.test.ts'],
  transform: { '\\.ts$': ['@swc/jest', typescript] },
  testTimeout: 15_000,
  maxWorkers: 2,
};
