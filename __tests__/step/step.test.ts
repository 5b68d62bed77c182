import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { InputErrors } from '../../src/inputs/input-reader.ts';
import { emptyOutputs } from '../../src/publish/outputs.ts';
import { runStep, type LastLine, type Step } from '../../src/step/step.ts';
import { stopReason } from '../../src/runtime/runtime.ts';
import { readCommands, readOutputs, type Command } from '../support/workflow-commands.ts';
import { createHandClock, type HandClock } from '../support/runtime.ts';

let folder: string;
/** The same for all tests, because the toolkit reads the variable only once. */
let summaryFolder: string;
let written: string;
const write = process.stdout.write.bind(process.stdout);
const { env } = process;

beforeAll(async () => {
  summaryFolder = await mkdtemp(join(tmpdir(), 'step-summary-'));
});
afterAll(() => rm(summaryFolder, { recursive: true }));

const summaryFile = (): string => join(summaryFolder, 'summary');
const summary = (): Promise<string> => readFile(summaryFile(), 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'step-'));
  await writeFile(join(folder, 'output'), '');
  await rm(summaryFile(), { recursive: true, force: true });
  await writeFile(summaryFile(), '');
  written = '';
  // The commands of the runner would disturb the test report.
  process.stdout.write = (text: string | Uint8Array): boolean => {
    written += String(text);
    return true;
  };
  process.env = {
    ...env,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: summaryFile(),
    'INPUT_USER-ID': 'me',
    'INPUT_ACCESS-KEY': 'key-of-many-signs',
  };
});

afterEach(async () => {
  process.stdout.write = write;
  process.env = env;
  process.exitCode = undefined;
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  readonly exitCode: number;
  readonly errors: readonly Command[];
  readonly warnings: readonly Command[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly text: string;
}

const cancel = { now: new AbortController() };

async function run(
  action: (step: Step) => Promise<LastLine>,
  {
    clock = createHandClock(),
    env: more = {},
    outputsOnFailure = emptyOutputs('not-started'),
  }: { clock?: HandClock; env?: Record<string, string>; outputsOnFailure?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  cancel.now = new AbortController();
  const exitCode = await runStep(
    {
      env: { RUNNER_DEBUG: '1', ...more },
      clock,
      cancelled: cancel.now.signal,
      outputsOnFailure,
    },
    action,
  );
  const commands = readCommands(written);
  return {
    exitCode,
    errors: commands.filter(({ name }) => name === 'error'),
    warnings: commands.filter(({ name }) => name === 'warning'),
    outputs: readOutputs(await readFile(join(folder, 'output'), 'utf8')),
    text: written,
  };
}

describe('a step', () => {
  test('is green without a last line, red with one', async () => {
    expect(await run(() => Promise.resolve(undefined))).toMatchObject({ exitCode: 0, errors: [] });
    expect(await run(() => Promise.resolve('It failed.'))).toMatchObject({
      exitCode: 1,
      errors: [{ message: 'It failed.' }],
    });
  });

  test('masks secrets before the action begins', async () => {
    const { text } = await run((step) => {
      step.runtime.log.info('in the action');
      return Promise.resolve(undefined);
    });
    expect(text.indexOf('::add-mask::key-of-many-signs')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('::add-mask::key-of-many-signs')).toBeLessThan(text.indexOf('in the action'));
    expect(text).toContain(`::add-mask::${Buffer.from('me:key-of-many-signs').toString('base64')}`);
  });

  test('warns of a secret that is too short to be hidden inside texts', async () => {
    process.env['INPUT_LOGIN-PW'] = 'passw';
    const { warnings } = await run(() => Promise.resolve(undefined));
    expect(warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining('`login-pw` has fewer than 6 characters') }),
    ]);
    process.env['INPUT_LOGIN-PW'] = 'passwd';
    expect((await run(() => Promise.resolve(undefined))).warnings).toHaveLength(1);
  });

  test.each([
    ['login-pw', 'testset', 'failed-devices', '[{"testset":1}]'],
    ['login-pw', '123456', 'testset-id', '1234567'],
    ['user-id', '25', 'testset-id', '251929'],
    ['callback', 'https://a.example/hooks/s3cretOfManySigns', 'report-name', 's3cretOfManySigns'],
  ])('warns that GitHub drops an output which contains %s', async (input, secret, output, value) => {
    process.env[`INPUT_${input.toUpperCase()}`] = secret;
    const outputsOnFailure = { outcome: 'not-started', [output]: '', 'results-dir': '' };
    const ends = (fails: boolean) =>
      run(
        ({ platform }) => {
          platform.setOutput(output, value);
          // No other job can use a path.
          platform.setOutput('results-dir', `/runner/${value}`);
          return fails ? Promise.reject(new Error('unexpected')) : Promise.resolve('It failed.');
        },
        { outputsOnFailure },
      );
    for (const fails of [false, true]) {
      written = '';
      const { warnings, text } = await ends(fails);
      const message = expect.stringContaining(`The value of \`${input}\` occurs in these outputs: \`${output}\`.`);
      expect(warnings).toEqual([expect.objectContaining({ message })]);
      expect(text.trimEnd().split('\n').at(-1)).toMatch(/^::error/);
    }
  });

  test('masks possible tokens in a callback, but no ordinary words or numbers', async () => {
    const query = 'run=987654321098765&platform=android&key=t0ken-of-many-signs';
    process.env['INPUT_CALLBACK'] = `https://hooks.example/services/T0B1C2D3E4F5G6/x?${query}`;
    const { text } = await run((step) => {
      step.runtime.log.info(step.runtime.redact('of run 987654321098765 on android: services, t0ken-of-many-signs'));
      return Promise.resolve(undefined);
    });
    expect(text).toContain('of run 987654321098765 on android: services, ***');
    expect(text).toContain('::add-mask::T0B1C2D3E4F5G6\n');
    expect(text).not.toMatch(/::add-mask::(?:android|services|987654321098765)\n/);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['letters of both cases', '/hook/AbcdefGhijkl', ['AbcdefGhijkl'], ['hook']],
    ['letters and a digit', '/hook/abcdefghijk1', ['abcdefghijk1'], ['hook']],
    ['with escapes, in both forms', '/hook/t0ken%2Bof%2Bmany', ['t0ken%252Bof%252Bmany', 't0ken+of+many'], []],
    ['with an escape that is none', '/hook/t0ken-of-many%', ['t0ken-of-many%25'], []],
    ['nothing that is short', '/hook/AbcdefGh1jk', [], ['AbcdefGh1jk', 'hook']],
    ['no words', '/notifications/run-complete', [], ['notifications', 'run-complete']],
    ['no numbers', '/build/123456789012345', [], ['123456789012345']],
  ])('masks random parts of the path of a callback: %s', async (_what, path, secret, open) => {
    process.env['INPUT_CALLBACK'] = `https://hooks.example${path}`;
    const { text } = await run(() => Promise.resolve(undefined));
    for (const part of secret) expect(text).toContain(`::add-mask::${part}\n`);
    for (const part of open) expect(text).not.toContain(`::add-mask::${part}\n`);
  });

  test('masks no pair of credentials without a key', async () => {
    process.env['INPUT_ACCESS-KEY'] = '';
    const { text } = await run(() => Promise.resolve(undefined));
    expect(text).not.toContain('::add-mask::');
  });

  test('shows every input error: nine as annotations, the others in the log, all names in the last line', async () => {
    const wrong = Array.from({ length: 11 }, (_, index) => ({
      input: `input-${index}`,
      message: `\`input-${index}\` is odd.`,
    }));
    const { exitCode, errors, outputs, text } = await run(() =>
      Promise.reject(new InputErrors({ errors: wrong, warnings: ['app.zip is odd.'] }, 'No testset was created.')),
    );
    expect(exitCode).toBe(1);
    expect(await summary()).toContain('## 🚫 Not started: 11 inputs are wrong');
    expect(await summary()).toContain('<li><code>input-10</code> is odd.</li>');
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.message).toMatch(/^11 inputs are wrong or missing: .*`input-10`\. /);
    expect(text).toContain('· `input-10` is odd.');
    expect(text).toContain('::warning::app.zip is odd.');
    expect(outputs).toMatchObject({ outcome: 'not-started', 'total-count': '0', 'failed-devices': '[]' });
    const one = { errors: wrong.slice(0, 1), warnings: [] };
    const single = await run(() => Promise.reject(new InputErrors(one, 'No testset was created.')));
    expect(single.errors.at(-1)?.message).toMatch(/^`input-0` is odd\. No testset was created\.$/);
  });

  test('writes a summary of a failure if it is wanted and can be written', async () => {
    const fail = (): Promise<never> =>
      Promise.reject(new TestsetError({ code: 'proxy', message: 'No proxy.', hint: 'Get one.' }));
    process.env['INPUT_JOB-SUMMARY'] = 'False';
    await run(fail);
    expect(await summary()).toBe('');
    process.env['INPUT_JOB-SUMMARY'] = 'true';
    await run(fail);
    expect(await summary()).toContain('No proxy.');
    await rm(summaryFile());
    await mkdir(summaryFile());
    const { exitCode, errors, text } = await run(fail);
    expect(exitCode).toBe(1);
    expect(errors.at(-1)?.message).toBe('No proxy. Get one.');
    expect(text).toContain('The job summary could not be written: ');
  });

  test('replaces secrets in the summary of a failure', async () => {
    await run(() =>
      Promise.reject(
        new TestsetError({ code: 'proxy', message: 'No key-of-many-signs.', hint: 'Get key-of-many-signs.' }),
      ),
    );
    expect(await summary()).toContain('<li>No ***.</li>');
    expect(await summary()).toContain('<p>Get ***.</p>');
    expect(await summary()).not.toContain('key-of-many-signs');
  });

  test('shows the cause of an error, and keeps the outputs that were set', async () => {
    const { errors, outputs, text } = await run(({ platform }) => {
      platform.setOutput('testset-id', '7');
      return Promise.reject(
        new TestsetError({ code: 'proxy', message: 'No proxy.', hint: 'Get one.', cause: new Error('the cause') }),
      );
    });
    expect(errors).toMatchObject([{ message: 'No proxy. Get one.' }]);
    expect(text).toContain('caused by: the cause');
    expect(outputs).toMatchObject({ 'testset-id': '7', outcome: 'not-started' });
  });

  test('shows an unexpected error as a sentence, and its stack only in the debug log', async () => {
    const { exitCode, errors, text } = await run(() => Promise.reject(new Error('odd')));
    expect(exitCode).toBe(1);
    expect(errors[0]?.message).toMatch(/odd\. Please report the error/);
    expect(text).toMatch(/^::debug::.*Error: odd/m);
  });

  test.each([
    ['7', /^The action failed unexpectedly: odd\. Testset 7 may still be running: .*`testset-id`/],
    ['7,8', /^The action failed unexpectedly: odd\. Testsets 7, 8 may still be running: .*`testset-id`/],
  ])('names the testsets %s that an unexpected error leaves behind', async (ids, words) => {
    const { errors } = await run(({ platform }) => {
      platform.setOutput('testset-id', ids);
      return Promise.reject(new Error('odd'));
    });
    expect(errors.at(-1)?.message).toMatch(words);
    expect(await summary()).toContain('attach to');
  });

  test('that fails first does the work for that case, even if some of it fails', async () => {
    const done: string[] = [];
    const { exitCode, errors } = await run((step) => {
      step.onFailure(() => Promise.reject(new Error('not this')));
      step.onFailure(async () => {
        await Promise.resolve();
        done.push('concluded');
      });
      setImmediate(() => {
        process.emit('uncaughtException', new Error('from an event'));
      });
      return new Promise(() => undefined);
    });
    expect(done).toEqual(['concluded']);
    expect({ exitCode, errors }).toMatchObject({
      exitCode: 1,
      errors: [{ message: expect.stringMatching(/from an event/) }],
    });
  });

  test('only warns of uncaught errors after the outcome is decided', async () => {
    const { exitCode, warnings } = await run(({ platform }) => {
      platform.markOutcomeDecided();
      process.emit('uncaughtException', new Error('from an event'));
      process.emit('uncaughtException', new Error('another'));
      return Promise.resolve(undefined);
    });
    expect(exitCode).toBe(0);
    expect(warnings[0]?.message).toBe('An unexpected error after the outcome was decided: from an event');
  });

  test('warns when the job switches the check of certificates off', async () => {
    const { warnings } = await run(() => Promise.resolve(undefined), { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(warnings).toMatchObject([{ message: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED') }]);
    const checked = await run(() => Promise.resolve(undefined), { env: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } });
    expect(checked.warnings).toHaveLength(1);
  });

  test('ends at the deadline, counted from its beginning, and leaves no timer', async () => {
    const clock = createHandClock();
    const reasons: unknown[] = [];
    await run(
      async ({ runtime, setDeadline }) => {
        await clock.pass(40_000);
        setDeadline(60_000);
        await clock.pass(19_999);
        reasons.push(stopReason(runtime));
        await clock.pass(1);
        reasons.push(stopReason(runtime), runtime.signal.aborted);
        cancel.now.abort();
        reasons.push(stopReason(runtime));
        return undefined;
      },
      { clock },
    );
    expect(reasons).toEqual([undefined, 'deadline', true, 'cancelled']);
    await run(
      ({ setDeadline }) => {
        setDeadline(60_000);
        return Promise.resolve(undefined);
      },
      { clock },
    );
    expect(clock.sleepers).toBe(0);
  });
});
