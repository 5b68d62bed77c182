import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { InputErrors } from '../../src/inputs/input-reader.ts';
import { emptyOutputs } from '../../src/publish/outputs.ts';
import { runStep, type LastLine, type Step } from '../../src/step/step.ts';
import { stopReason } from '../../src/runtime/runtime.ts';
import { render } from '../support/render.ts';
import { httpReply } from '../support/replies.ts';
import { readCommands, readOutputs } from '../support/workflow-commands.ts';
import { createHandClock } from '../support/runtime.ts';

const { env } = process;
/** One for all tests, because the toolkit reads the variable of the summary only once. */
const folder = mkdtempSync(join(tmpdir(), 'step-'));
const [outputFile, summaryFile] = [join(folder, 'output'), join(folder, 'summary')];
let written = '';

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  rmSync(summaryFile, { recursive: true, force: true });
  for (const file of [outputFile, summaryFile]) writeFileSync(file, '');
  process.env = {
    ...env,
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: summaryFile,
    'INPUT_USER-ID': 'me',
    'INPUT_ACCESS-KEY': 'key-of-many-signs',
  };
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = env;
  process.exitCode = undefined;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const summary = (): string => readFileSync(summaryFile, 'utf8');
const pass = (): Promise<undefined> => Promise.resolve(undefined);

async function run(action: (step: Step) => Promise<LastLine>, given: Partial<Parameters<typeof runStep>[0]> = {}) {
  written = '';
  const exitCode = await runStep(
    {
      clock: createHandClock(),
      cancelled: new AbortController().signal,
      outputsOnFailure: emptyOutputs('not-started'),
      ...given,
      env: { GITHUB_OUTPUT: outputFile, ...(given.env ?? { RUNNER_DEBUG: '1' }) },
    },
    action,
  );
  const messages = (kind: string): string[] =>
    readCommands(written).flatMap(({ name, message }) => (name === kind ? [message] : []));
  return {
    exitCode,
    errors: messages('error'),
    warnings: messages('warning'),
    outputs: readOutputs(readFileSync(outputFile, 'utf8')),
    text: written,
  };
}

describe('a step', () => {
  test('is green without a last line, red with one', async () => {
    expect(await run(pass)).toMatchObject({ exitCode: 0, errors: [] });
    expect(await run(() => Promise.resolve('It failed.'))).toMatchObject({ exitCode: 1, errors: ['It failed.'] });
  });

  test('masks secrets before the action begins', async () => {
    const { text } = await run((step) => {
      step.runtime.log.info('in the action');
      return pass();
    });
    const [masks = '', rest] = text.split('in the action');
    expect(rest).toBeDefined();
    expect(masks).toContain('::add-mask::key-of-many-signs');
    expect(masks).toContain(`::add-mask::${Buffer.from('me:key-of-many-signs').toString('base64')}`);
  });

  test('warns of a secret that is too short to be hidden inside texts', async () => {
    process.env['INPUT_LOGIN-PW'] = 'passw';
    const { warnings } = await run(pass);
    expect(warnings).toEqual([expect.stringContaining('`login-pw` has fewer than 6 characters')]);
    process.env['INPUT_LOGIN-PW'] = 'passwd';
    expect((await run(pass)).warnings).toEqual([]);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['values of the query', '/x?run=android&key=t0ken-of-many-signs', ['t0ken-of-many-signs'], ['android']],
    ['letters of both cases', '/hook/AbcdefGhijkl', ['AbcdefGhijkl'], ['hook']],
    ['letters and a digit', '/hook/abcdefghijk1', ['abcdefghijk1'], ['hook']],
    ['with escapes, in both forms', '/hook/t0ken%2Bof%2Bmany', ['t0ken%252Bof%252Bmany', 't0ken+of+many'], []],
    ['with an escape that is none', '/hook/t0ken-of-many%', ['t0ken-of-many%25'], []],
    ['nothing that is short', '/hook/AbcdefGh1jk', [], ['AbcdefGh1jk', 'hook']],
    ['no words', '/notifications/run-complete', [], ['notifications', 'run-complete']],
    ['no words of the query', '/x?ref=feature-login&by=Nightly_build', [], ['feature-login', 'Nightly_build']],
    ['a query with one token', '/x?ref=feature-login&k=t0ken-of-many', ['t0ken-of-many'], ['feature-login']],
    ['a password of words', '/x', ['password-of-words'], []],
    ['no numbers', '/build/123456789012345?run=987654321098765', [], ['123456789012345', '987654321098765']],
  ])('masks random parts of a callback: %s', async (_what, path, secret, open) => {
    process.env['INPUT_CALLBACK'] = `https://me:password-of-words@hooks.example${path}`;
    const { text } = await run(pass);
    for (const part of secret) expect(text).toContain(`::add-mask::${part}\n`);
    for (const part of open) expect(text).not.toContain(`::add-mask::${part}\n`);
  });

  test('replaces words of a callback in what it writes', async () => {
    process.env['INPUT_CALLBACK'] = 'https://hooks.example/x?ref=feature-login';
    const { text } = await run(({ runtime }) => {
      runtime.log.info('on feature-login');
      return pass();
    });
    expect(text).toContain('· on ***\n');
  });

  test('masks nothing without secrets', async () => {
    process.env['INPUT_ACCESS-KEY'] = '';
    expect((await run(pass)).text).not.toContain('::add-mask::');
  });

  test('shows every input error: nine as annotations, the others in the log, all names in the last line', async () => {
    const wrong = Array.from({ length: 11 }, (_, at) => ({ inputs: [`in-${at}`], message: `\`in-${at}\` is odd.` }));
    const failWith = (errors: typeof wrong) => () => Promise.reject(new InputErrors(errors, 'No testset was created.'));
    const { exitCode, errors, outputs, text } = await run(failWith(wrong));
    expect(exitCode).toBe(1);
    expect(summary()).toContain('## 🚫 Not started · 11 wrong inputs');
    expect(summary()).toContain('<li><code>in-10</code> is odd.</li>');
    expect(errors).toHaveLength(10);
    const lastLine = /^Not started · 11 wrong inputs\. `in-0`, .*`in-10`: see the lines above\. No/;
    expect(errors.at(-1)).toMatch(lastLine);
    expect(text).toContain('· `in-10` is odd.');
    expect(outputs).toMatchObject({ outcome: 'not-started', 'total-count': '0', 'failed-devices': '[]' });
    expect((await run(failWith(wrong.slice(0, 1)))).errors).toEqual([
      'Not started · 1 wrong input. `in-0` is odd. No testset was created.',
    ]);
  });

  test('shows an error, and keeps the outputs that were set', async () => {
    const { errors, outputs } = await run(({ platform }) => {
      platform.setOutput('testset-id', '7');
      return Promise.reject(new TestsetError({ code: 'proxy', message: 'No proxy.', hint: 'Get one.' }));
    });
    expect(errors).toEqual(['Not started · no connection through the proxy. No proxy. Get one.']);
    expect(outputs).toMatchObject({ 'testset-id': '7', outcome: 'not-started' });
  });

  test('writes a summary of a failure, without secrets, if it can be written', async () => {
    const key = 'key-of-many-signs';
    const fail = (): Promise<never> =>
      Promise.reject(new TestsetError({ code: 'proxy', message: `No ${key}.`, hint: `Get ${key}.` }));
    await run(fail);
    expect(summary()).toContain('<ul>\n<li>No ***.</li>\n</ul>\n<p>Get ***.</p>');
    rmSync(summaryFile);
    mkdirSync(summaryFile);
    const { exitCode, errors, text } = await run(fail);
    expect([exitCode, errors]).toEqual([1, ['Not started · no connection through the proxy. No ***. Get ***.']]);
    expect(text).toContain('The job summary could not be written: ');
  });

  const HOSTILE = '<img src="//e.invalid/x"> [a](https://e.invalid) **c** <details>';
  const coded = (code: number): string => JSON.stringify({ result_code: code, result_msg: HOSTILE, reason: HOSTILE });

  test.each([
    ['a message', httpReply(404, JSON.stringify({ message: HOSTILE }))],
    ['a text', httpReply(404, `x${HOSTILE}`)],
    ['the title of a page', httpReply(403, `<title>${HOSTILE.replace(/<.*?>/g, '&lt;i>')}</title>`)],
    ['a reason of an unknown code', httpReply(200, coded(9999))],
  ])('writes %s in the heading of the summary as text', async (_what, { error }) => {
    await run(() => Promise.reject(error));
    const heading = render(summary().split('\n')[0] ?? '');
    expect(heading).toMatchObject({ tags: ['h2'], links: [] });
    expect(heading.texts.join('')).toMatch(/Not started · .*\[a\]\(https.*\*\*c\*\*/s);
    expect(summary().match(/<(?!\/?(?:ul|li|p|code)>)[^>]*>/g)).toBeNull();
  });

  test.each([
    ['', /^Not started · unexpected error\. The action failed: odd\. Please report the error/],
    ['7', /^Failed · unexpected error\. .*odd\. Testset 7 may still be running\. .*`testset-id: 7`\. Please/],
    ['7,8', /odd\. Testsets 7, 8 may still be running\. .*`testset-id: 7,8`\. Please/],
  ])('shows an unexpected error, and names the testsets that it leaves behind: "%s"', async (ids, words) => {
    const { exitCode, errors, text } = await run(({ platform }) => {
      platform.setOutput('testset-id', ids);
      return Promise.reject(new Error('odd.'));
    });
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: [expect.stringMatching(words)] });
    expect(text).toMatch(/^::debug::.*Error: odd\./m);
    expect(summary()).toContain('The action failed: odd.');
  });

  test('is red after an uncaught error', async () => {
    const { exitCode, errors } = await run(() => {
      setImmediate(() => process.emit('uncaughtException', new Error('from an event')));
      return new Promise(() => undefined);
    });
    expect({ exitCode, errors }).toEqual({ exitCode: 1, errors: [expect.stringContaining('from an event')] });
  });

  test('only warns of uncaught errors after the outcome is decided', async () => {
    const { exitCode, warnings } = await run(({ platform }) => {
      platform.markOutcomeDecided();
      for (const words of ['from an event', 'another']) process.emit('uncaughtException', new Error(words));
      return pass();
    });
    expect(exitCode).toBe(0);
    expect(warnings[0]).toBe('An unexpected error did not change the outcome: from an event');
  });

  test.each([
    ['0', [expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED')]],
    ['1', []],
  ])('warns when the job switches the check of certificates off: %s', async (value, warnings) => {
    expect(await run(pass, { env: { NODE_TLS_REJECT_UNAUTHORIZED: value } })).toMatchObject({ warnings });
  });

  test('ends at the deadline, counted from its beginning, and leaves no timer', async () => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    const reasons: unknown[] = [];
    const settings = { clock, cancelled: cancel.signal };
    await run(async ({ runtime, setDeadline }) => {
      await clock.pass(40_000);
      setDeadline(60_000);
      await clock.pass(19_999);
      reasons.push(runtime.timeLeftMs(), stopReason(runtime));
      await clock.pass(1);
      reasons.push(stopReason(runtime), runtime.signal.aborted);
      cancel.abort();
      reasons.push(stopReason(runtime));
      return undefined;
    }, settings);
    expect(reasons).toEqual([1, undefined, 'deadline', true, 'cancelled']);
    await run(({ setDeadline }) => {
      setDeadline(60_000);
      return pass();
    }, settings);
    expect(clock.sleepers).toBe(0);
  });

  test.each([
    ['a minute after `timeout`', false, 118_000],
    ['before the runner kills a cancelled step', true, 6_000],
  ])('waits for nothing of GitHub any more %s', async (_what, isCancelled, endMs) => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    await run(
      async ({ runtime: { graceOver }, setDeadline }) => {
        setDeadline(60_000);
        if (isCancelled) cancel.abort();
        await clock.pass(endMs - 1);
        expect(graceOver.aborted).toBe(false);
        await clock.pass(1);
        expect(graceOver.aborted).toBe(true);
        return undefined;
      },
      { clock, cancelled: cancel.signal },
    );
  });
});
