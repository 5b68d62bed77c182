/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/__tests__/support/strip-types.cjs' },
  globalSetup: '<rootDir>/__tests__/support/require-node.js',
  coverageProvider: 'babel',
  collectCoverageFrom: ['src/**/*.ts'],
  coverageDirectory: 'coverage',
  testTimeout: 20_000,
  // Jest leaves a core to its own process; on the two of a usual runner that is half of them.
  maxWorkers: 2,
};
