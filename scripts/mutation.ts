import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

import { readOptions } from './read-options.ts';

const HELP = `npm run mutation -- [part…]
Changes the modules that decide, one change at a time, and lists the changes that no test of the same part notices.
The tests must notice at least 19 of 20 changes, or the exit code is 1.`;

type Change = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const NOTICED_AT_LEAST = 0.95;

/** The modules that decide, and the tests that answer for them. A change that only tests of other parts notice counts as not noticed. */
const PARTS: Readonly<Record<string, { readonly modules: string; readonly tests: string }>> = {
  create: { modules: '{create/*,service/{retry,reply}}', tests: '{create/*,service/*}' },
  wait: { modules: 'wait/*', tests: 'wait/*' },
  results: { modules: 'results/*', tests: 'results/*' },
  verdict: { modules: 'verdict/*', tests: 'verdict/*' },
  inputs: { modules: 'inputs/*', tests: 'inputs/*' },
  model: { modules: 'model/*', tests: 'model/*' },
  runtime: { modules: 'runtime/{redact,secret-forms,log,time-limits}', tests: 'runtime/*' },
  receipts: { modules: 'github/{receipt-store,receipt-artifacts}', tests: 'github/receipt-store' },
  report: {
    modules: 'report/{markup,blocks,compare,make-report,facts,outcomes,advice,notes}',
    tests: 'report/*',
  },
  publish: { modules: 'publish/*', tests: 'publish/*' },
};

const { positionals } = readOptions(HELP, {}, true);

const results: Change[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) {
    console.error(`There is no part "${name}". The parts: ${Object.keys(PARTS).join(', ')}.`);
    process.exit(2);
  }
  console.log(`\n${name}: src/${part.modules}.ts`);
  results.push(...(await changeModules(part)));
}

const files = Map.groupBy(results, ({ fileName }) => fileName.slice(fileName.indexOf('src/')));
console.log('\n| module | changes | noticed |\n|---|--:|--:|');
for (const [file, changes] of files) console.log(`| ${file} | ${changes.length} | ${formatShare(changes)} |`);
console.log(`| all ${files.size} modules | ${results.length} | ${formatShare(results)} |`);
if (shareNoticed(results) < NOTICED_AT_LEAST) process.exitCode = 1;

async function changeModules({ modules, tests }: { modules: string; tests: string }): Promise<Change[]> {
  const stryker = new Stryker({
    mutate: [`src/${modules}.ts`],
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    // The tests of a part are few: finding those that import a module takes longer than running them.
    jest: { enableFindRelatedTests: false, config: { testMatch: [`<rootDir>/__tests__/${tests}.test.ts`] } },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // The copies stay out of the way of whoever runs the tests of the project at the same time.
    tempDirName: join(tmpdir(), 'run-testset-mutation'),
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'coverage', 'demo-output', 'benchmarks'],
    // Modules of earlier runs stay in the memory of a runner.
    maxTestRunnerReuse: 40,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportMutants: true, reportTests: false, reportScoreTable: false },
  });
  return (await stryker.runMutationTest()).filter(({ status }) => isCounted(status));
}

/** A change that does not compile, or in code that is excluded with a reason, says nothing about the tests. */
function isCounted(status: Change['status']): boolean {
  return ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
}

function shareNoticed(changes: readonly Change[]): number {
  return changes.filter(({ status }) => status === 'Killed' || status === 'Timeout').length / changes.length;
}

function formatShare(changes: readonly Change[]): string {
  return `${(100 * shareNoticed(changes)).toFixed(1)} %`;
}
