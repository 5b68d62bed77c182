import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jest from './jest.config.js';

/** The modules that decide. */
const DECIDING = [
  'src/{create,wait,results,verdict,merge,inputs}/*.ts',
  'src/model/{counts,fields,history,outcome,receipts,testset-name,text}.ts',
  'src/{service/retry,runtime/redact,runtime/secret-forms,runtime/log,report/html}.ts',
  'src/report/{make-report,outcomes,describe-report}.ts',
];
/** The tests that answer for them. */
const TESTS = [
  '<rootDir>/__tests__/{create,wait,results,verdict,merge,inputs,model,runtime}/*.test.ts',
  '<rootDir>/__tests__/{service/retry,report/html,report/comment,report/describe-report,report/make-report}.test.ts',
];

/** Mutation testing: `npm run mutation`. */
export default {
  mutate: DECIDING,
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { projectType: 'custom', config: { ...jest, testMatch: TESTS } },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // The copies stay out of the way of whoever runs the tests of the project at the same time.
  tempDirName: join(tmpdir(), 'run-testset-mutation'),
  cleanTempDir: 'always',
  ignorePatterns: ['dist', 'coverage', 'demo-output', 'benchmarks'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportMutants: true, reportTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  thresholds: { high: 97, low: 95, break: 95 },
};
