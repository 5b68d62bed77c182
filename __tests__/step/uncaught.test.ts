import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, test } from '@jest/globals';

const STEP = pathToFileURL(resolve(import.meta.dirname, '../../src/step/step.ts')).href;

/** A step in a process of its own, because Jest takes real errors from nowhere for its own. It is green unless it is ended. */
function runWith(work: string): { readonly exitCode: number | null; readonly text: string } {
  const script = `
    import { runStep } from ${JSON.stringify(STEP)};
    const clock = { now: () => 0, random: () => 0, sleep: () => new Promise(() => undefined) };
    const fail = (where) => { throw new Error('from ' + where); };
    process.exitCode = await runStep({ RUNNER_DEBUG: '1' }, clock, {}, async ({ runOptional }) => {
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

describe('an error that comes from nowhere, out of', () => {
  test.each(ERRORS)('%s, ends the step', (_what, work) => {
    const { exitCode, text } = runWith(`${work};`);
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringMatching(/^::error::.*from nowhere/m) });
  });

  test.each(ERRORS)('%s of work that the step can do without, is told for debugging', (_what, work) => {
    const { exitCode, text } = runWith(`runOptional(() => { ${work}; });`);
    const told = '::debug::· An unexpected error that changes nothing: from nowhere';
    expect({ exitCode, text }).toEqual({ exitCode: 0, text: expect.stringContaining(told) });
  });

  test('another place at the same time, ends it as ever', () => {
    const { exitCode, text } = runWith(`runOptional(() => { setImmediate(() => fail('within')); });
      setImmediate(() => fail('without'));`);
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^::error::.*from without/m);
  });
});
