import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jest from './jest.config.js';

/** The modules that decide, and the tests that answer for them. */
const DECIDING = [
  'src/{service/retry,create/classify,create/retry-budget,wait/poll-delay}.ts',
  'src/{verdict/verdict,runtime/redact,runtime/secret-forms,model/outcome,model/counts,model/text}.ts',
  'src/{report/html,runtime/log}.ts',
];
const TESTS = [
  '<rootDir>/__tests__/{service/retry,create/classify,create/retry-budget,wait/poll,wait/poll-delay}.test.ts',
  '<rootDir>/__tests__/verdict/{verdict,make-report}.test.ts',
  '<rootDir>/__tests__/{runtime/redact,runtime/secret-forms,runtime/log,model/outcome,model/counts,model/text}.test.ts',
  '<rootDir>/__tests__/report/{html,comment}.test.ts',
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
  ignorePatterns: ['dist', 'docs', 'coverage', 'demo-output', 'benchmarks'],
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportMutants: true, reportTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  thresholds: { high: 97, low: 95, break: 95 },
};
