import base from './jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...base,
  testMatch: ['<rootDir>/__tests__/workflows/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/__tests__/workflows/support/require-act.js',
  // act starts several processes for each job.
  maxWorkers: 2,
};
