import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, test } from '@jest/globals';

const STEP = pathToFileURL(resolve(import.meta.dirname, '../../src/step/step.ts')).href;

/** Runs a step in its own process, because Jest handles uncaught errors itself. */
function runWith(work: string): { readonly exitCode: number | null; readonly text: string } {
  const script = `
    import { runStep } from ${JSON.stringify(STEP)};
    const clock = { now: () => 0, random: () => 0, sleep: () => new Promise(() => undefined) };
    const fail = (where) => { throw new Error('from ' + where); };
    const settings = { env: { RUNNER_DEBUG: '1' }, clock, cancelled: new AbortController().signal, outputsOnFailure: {} };
    process.exitCode = await runStep(settings, async () => {
      ${work}
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      return undefined;
    });`;
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'] ?? '' },
    encoding: 'utf8',
  });
  return { exitCode: status, text: stdout };
}

const ERRORS: readonly (readonly [string, string])[] = [
  ['an event', `setImmediate(() => fail('nowhere'))`],
  ['a promise', `void (async () => { await null; fail('nowhere'); })()`],
];

describe('an uncaught error of', () => {
  test.each(ERRORS)('%s ends the step', (_what, work) => {
    const { exitCode, text } = runWith(`${work};`);
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringMatching(/^::error::.*from nowhere/m) });
  });
});
