import { FRONTS } from '@piecework/federation/fronts';

const typescript = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2022',
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

const folders = (names) => names.map((folder) => `<rootDir>/${folder}`);

const common = {
  // Kept between runs, unlike the temporary folder of scripts/lib/steps.mjs.
  cacheDirectory: '<rootDir>/.build/jest',
  transform: { '\\.[jt]sx?$': ['@swc/jest', typescript], '\\.mjs$': ['@swc/jest', typescript] },
  modulePathIgnorePatterns: ['/dist/'],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      roots: folders(['packages', 'services', 'gateway', 'audit', 'stack', 'tests', ...FRONTS]),
      testMatch: ['**/*.unit.test.ts', '**/*.int.test.ts'],
      // Slow, with child processes: tests/jest.operations.config.mjs runs them.
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/src/operations/'],
      globalSetup: '<rootDir>/scripts/jest/engines-up.cjs',
      globalTeardown: '<rootDir>/scripts/jest/engines-down.cjs',
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/timeout.cjs'],
      // Published as ES modules only.
      transformIgnorePatterns: ['/node_modules/(?!(p-queue|p-timeout|hucre|marked)/)'],
    },
    {
      ...common,
      displayName: 'browser parts',
      testEnvironment: '<rootDir>/scripts/jest/jsdom-environment.cjs',
      roots: folders([...FRONTS, 'packages/i18n', 'packages/ui', 'packages/web-kit']),
      testMatch: ['**/*.unit.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/timeout.cjs', '<rootDir>/scripts/jest/matchers.cjs'],
      // Published as ES modules only.
      transformIgnorePatterns: ['/node_modules/(?!(swiper|sweetalert2)/)'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/scripts/jest/empty.cjs',
        '\\.(woff2|svg)$': '<rootDir>/scripts/jest/empty.cjs',
      },
    },
  ],
  // Tests wait for sockets and files: two workers leave a third of two cores idle.
  maxWorkers: 4,
  // A worker keeps modules of each file that it has run.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/scripts/jest/long-first.cjs',
};
