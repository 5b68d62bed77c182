// The tests start hundreds of processes, for which Node keeps what it has compiled.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compile-cache`;

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // They need act, Chromium, or nginx and Squid: npm run test:workflows, test:page, test:proxies.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/__tests__/(workflows|page|proxies)/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': '<rootDir>/__tests__/support/strip-types.cjs',
    '/workflow-parser/.*-schema\\.js$': '<rootDir>/__tests__/support/json-imports.cjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!@actions/workflow-parser/)'],
  globalSetup: '<rootDir>/__tests__/support/require-node.js',
  coverageProvider: 'babel',
  collectCoverageFrom: ['src/**/*.ts'],
  coverageDirectory: 'coverage',
  // For tests that start processes, on a machine that is busy with something else.
  testTimeout: 120_000,
  // For the two cores of a usual runner: much of the time is spent waiting, for processes and for the action's clock. With five workers the
  // tests took 12 % longer, and 5 % beside a load of twelve.
  maxWorkers: 8,
  // A worker may take longer than the default of 500 ms to free its memory, if all end at once or the machine is busy.
  workerGracefulExitTimeout: 10_000,
};
