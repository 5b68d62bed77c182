import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { writePrograms } from '../scripts/example/write.ts';
import { useFolder } from './support/folder.ts';

const CHECKS = resolve(import.meta.dirname, '../.ci/run');
const folder = useFolder();

/** Runs the checks with an npm that fails if its command matches, and otherwise counts five tests. */
async function check(failing: string) {
  cpSync(CHECKS, join(folder(), '.ci/run'));
  const results = `echo '{"numPassedTests":5,"numFailedTests":0,"numFailedTestSuites":0}'`;
  const npm = `echo "$*" >> calls; for file; do :; done
    case "$*" in *--outputFile*) ${results} > "$file";; esac
    case "$*" in ${failing}) exit 1;; esac`;
  const node = `case "$1" in scripts/*) echo "node $*" >> calls;; *) exec "${process.execPath}" "$@";; esac`;
  await writePrograms(join(folder(), 'bin'), { npm, node, uname: 'echo Darwin' });
  const PATH = `${join(folder(), 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH, RUNNER_OS: 'Windows' };
  const { status, stdout } = spawnSync('bash', [join(folder(), '.ci/run')], { encoding: 'utf8', env });
  const calls = readFileSync(join(folder(), 'calls'), 'utf8').trimEnd().split('\n');
  const lines = stdout.trimEnd().split('\n');
  return { status, calls: calls.length, red: lines.find((line) => line.startsWith('Red')), last: lines.at(-1) };
}

if (process.platform !== 'win32') {
  test.each([
    ['nothing', { status: 0, calls: 12, red: undefined, last: '5 passed, 0 failed' }],
    ['test*|*lint', { status: 1, calls: 12, red: 'Red: Lint Tests', last: '5 passed, 0 failed' }],
    ['*demo', { status: 1, calls: 12, red: 'Red: Demo', last: '5 passed, 0 failed' }],
    ['ci*', { status: 1, calls: 1, red: 'Red: Install', last: '0 passed, 1 failed' }],
  ])('the checks of which "%s" fail end with %j', async (failing, expected) => {
    expect(await check(failing)).toEqual(expected);
  });
}
