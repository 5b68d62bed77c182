import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestsetError } from '../src/errors.ts';
import { InputFaults } from '../src/inputs/faults.ts';
import { emptyOutputs } from '../src/outputs.ts';
import { runStep, type LastLine, type Step } from '../src/step.ts';
import { earlyEnd } from '../src/world.ts';
import { createHandClock } from './support/world.ts';
import { readCommands, readOutputs, type Command } from './support/workflow-commands.ts';

let folder: string;
let written: string;
const write = process.stdout.write.bind(process.stdout);
const { env } = process;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'step-'));
  await writeFile(join(folder, 'output'), '');
  written = '';
  // The runner's commands go to standard output: here they are kept, so that the test's own report stays readable.
  process.stdout.write = (text: string | Uint8Array): boolean => {
    written += String(text);
    return true;
  };
  process.env = {
    ...env,
    GITHUB_OUTPUT: join(folder, 'output'),
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

async function run(story: (step: Step) => Promise<LastLine>, clock = createHandClock()): Promise<Ran> {
  const exitCode = await runStep({ RUNNER_DEBUG: '1' }, clock, emptyOutputs('not-started'), story);
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

  test('masks what is secret before the story begins', async () => {
    const { text } = await run((step) => {
      step.world.log.info('in the story');
      return Promise.resolve(undefined);
    });
    expect(text.indexOf('::add-mask::key-of-many-signs')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('::add-mask::key-of-many-signs')).toBeLessThan(text.indexOf('in the story'));
    expect(text).toContain(`::add-mask::${Buffer.from('me:key-of-many-signs').toString('base64')}`);
  });

  test('without a key masks no pair', async () => {
    process.env['INPUT_ACCESS-KEY'] = '';
    const { text } = await run(() => Promise.resolve(undefined));
    expect(text).not.toContain('::add-mask::');
  });

  test('names every fault in the inputs: nine beside the run, the others in the log, all in the last line', async () => {
    const faults = Array.from({ length: 11 }, (_unused, index) => ({
      input: `input-${index}`,
      given: 'odd',
      allowed: 'be even',
    }));
    const { exitCode, errors, outputs, text } = await run(() => Promise.reject(new InputFaults(faults)));
    expect(exitCode).toBe(1);
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.message).toMatch(/^11 inputs are wrong: input-0, .*input-10\. /);
    expect(text).toContain('· input-10 is odd, but must be even.');
    expect(outputs).toMatchObject({ outcome: 'not-started', 'total-count': '0', 'failed-devices': '[]' });
    const single = await run(() => Promise.reject(new InputFaults(faults.slice(0, 1))));
    expect(single.errors.at(-1)?.message).toMatch(/^input-0 is odd, but must be even\. /);
  });

  test('shows what lies behind an error, muted, and keeps the outputs that were told', async () => {
    const { errors, outputs, text } = await run(({ setOutput }) => {
      setOutput('testset-id', '7');
      return Promise.reject(new TestsetError('proxy', 'No proxy.', 'Get one.', new Error('the cause')));
    });
    expect(errors).toMatchObject([{ message: 'No proxy. Get one.' }]);
    expect(text).toContain('caused by: the cause');
    expect(outputs).toMatchObject({ 'testset-id': '7', outcome: 'not-started' });
  });

  test('turns an error that nobody foresaw into a sentence, and keeps its stack for debugging', async () => {
    const { exitCode, errors, text } = await run(() => Promise.reject(new Error('odd')));
    expect(exitCode).toBe(1);
    expect(errors[0]?.message).toContain('odd. Please report it');
    expect(text).toMatch(/^::debug::.*Error: odd/m);
  });

  test('is not ended by an error from nowhere', async () => {
    const { exitCode, warnings } = await run(({ outcomeStands }) => {
      outcomeStands();
      process.emit('uncaughtException', new Error('from an event'));
      process.emit('uncaughtException', new Error('another'));
      return Promise.resolve(undefined);
    });
    expect(exitCode).toBe(0);
    expect(warnings[0]?.message).toBe('Something broke beside the story: from an event');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('is cancelled by %s', async (signal) => {
    const listening = process.listenerCount(signal);
    const { exitCode } = await run(({ world }) => {
      process.emit(signal);
      return Promise.resolve(earlyEnd(world) === 'cancelled' && world.signal.aborted ? 'Cancelled.' : undefined);
    });
    expect(exitCode).toBe(1);
    expect(process.listenerCount(signal)).toBe(listening);
  });

  test('ends with the deadline, counted from its beginning, and leaves no timer', async () => {
    const clock = createHandClock();
    const reasons: unknown[] = [];
    await run(async ({ world, limitTime }) => {
      await clock.pass(40_000);
      limitTime(60_000);
      await clock.pass(19_999);
      reasons.push(earlyEnd(world));
      await clock.pass(1);
      reasons.push(earlyEnd(world), world.signal.aborted);
      process.emit('SIGINT');
      reasons.push(earlyEnd(world));
      return undefined;
    }, clock);
    expect(reasons).toEqual([undefined, 'deadline', true, 'cancelled']);
    await run(({ limitTime }) => {
      limitTime(60_000);
      return Promise.resolve(undefined);
    }, clock);
    expect(clock.sleepers).toBe(0);
  });
});
