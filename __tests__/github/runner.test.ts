import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { createRunner, mask, readInput, type Runner } from '../../src/github/runner.ts';
import { readCommands, readOutputs } from '../support/workflow-commands.ts';

const SECRET = 'hunter2-hunter2';

/** One for all tests, because the toolkit reads the variable of the summary only once. */
const folder = mkdtempSync(join(tmpdir(), 'runner-'));

let written: string;

beforeEach(() => {
  written = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  for (const name of ['OUTPUT', 'STEP_SUMMARY']) {
    process.env[`GITHUB_${name}`] = join(folder, name);
    writeFileSync(join(folder, name), '');
  }
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function runner(debug = false): Runner {
  return createRunner((text) => text.replaceAll(SECRET, '***'), debug);
}

/** Name and message of each command. */
function commands(): string[] {
  return readCommands(written).map(({ name, message }) => `${name}: ${message}`);
}

describe('readInput and mask', () => {
  test('an input is read without space around it', () => {
    process.env['INPUT_PROJECT-ID'] = ' 509\n';
    expect(readInput('project-id')).toBe('509');
    expect(readInput('no-such-input')).toBe('');
    delete process.env['INPUT_PROJECT-ID'];
  });

  test('every text is masked, except empty ones, which would mask everything', () => {
    mask([SECRET, '', 'two\nlines']);
    expect(commands()).toEqual([`add-mask: ${SECRET}`, 'add-mask: two\nlines']);
  });
});

describe('the log', () => {
  test('a secret is replaced in lines, parts of lines and titles', async () => {
    const { log } = runner();
    log.info(`key ${SECRET}`);
    log.info([{ text: `key ${SECRET}`, colour: 'red' }, { text: 'end' }]);
    await log.group(`key ${SECRET}`, () => Promise.resolve());
    expect(written.match(/key \*\*\*/g)).toHaveLength(3);
    expect(written).not.toContain(SECRET);
  });

  test('a group is closed when its work fails', async () => {
    const work = (): Promise<never> => Promise.reject(new Error('it failed'));
    await expect(runner().log.group('Wait', work)).rejects.toThrow('it failed');
    expect(commands()).toEqual(['group: Wait', 'endgroup: ']);
  });

  test('a notice and a warning are annotations of one clean line', () => {
    const { log } = runner();
    log.notice('so\n##[error]much');
    log.warning(`and ${SECRET}`);
    expect(commands()).toEqual(['notice: so ##·[error]much', 'warning: and ***']);
  });

  test.each([
    [true, ['debug: · Error: it failed', 'debug: ·     at somewhere']],
    [false, []],
  ])('debug lines with debug logging %s', (debug, expected) => {
    const { log } = runner(debug);
    log.debug('Error: it failed\n    at somewhere');
    expect(commands()).toEqual(expected);
    let made = 0;
    log.debug(() => `made ${(made += 1)}`);
    expect(made).toBe(debug ? 1 : 0);
  });
});

describe('outputs', () => {
  test('are in the file at once', () => {
    runner().setOutput('failed-devices', '[\n"a=b<<c"]');
    const outputs = readOutputs(readFileSync(join(folder, 'OUTPUT'), 'utf8'));
    expect(outputs).toEqual({ 'failed-devices': '[\n"a=b<<c"]' });
  });

  test('that cannot be set are one warning together', () => {
    rmSync(join(folder, 'OUTPUT'));
    const step = runner();
    step.setOutput('outcome', 'passed');
    step.setOutput('status', 'Complete');
    expect(commands()).toEqual([expect.stringMatching(/^warning: .*outcome/)]);
  });
});

test('the job summary is appended, without what could not be written', async () => {
  const file = join(folder, 'STEP_SUMMARY');
  rmSync(file);
  mkdirSync(file);
  await expect(runner().writeSummary('# Lost\n')).rejects.toThrow('EISDIR');
  rmSync(file, { recursive: true });
  await runner().writeSummary('# One\n');
  await runner().writeSummary('# Two\n');
  expect(readFileSync(file, 'utf8')).toBe('# One\n# Two\n');
});

describe('errors', () => {
  afterEach(() => {
    process.exitCode = undefined;
  });

  test('an annotation has a title and leaves the step as it is', () => {
    runner().annotate({ title: 'Pixel 8: 50 %, red', message: `failed after 2 min: ${SECRET}` });
    const properties = { title: 'Pixel 8: 50 %, red' };
    expect(readCommands(written)).toEqual([{ name: 'error', properties, message: 'failed after 2 min: ***' }]);
    expect(process.exitCode).toBeUndefined();
  });

  test('a failure makes the step red, with one sentence as the last line', () => {
    const step = runner();
    step.log.info('before');
    step.fail('The service said no:\nno such project.');
    expect(written.split(/\r?\n/).at(-2)).toBe('::error::The service said no: no such project.');
    expect(process.exitCode).toBe(1);
  });
});
