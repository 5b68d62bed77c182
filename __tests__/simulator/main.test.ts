import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { afterEach, describe, expect, test } from '@jest/globals';

import { AUTHORIZATION } from './support.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<unknown>;
  /** Resolves with the first line that begins so, without that beginning; empty when it ends before. */
  readonly line: (beginning: string) => Promise<string>;
}

/** Runs what `npm run simulator` runs, with more arguments. */
function run(...more: string[]): Running {
  const [, ...args] = scripts['simulator']?.split(' ') ?? [];
  const child = spawn(process.execPath, [...args, ...more], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal);
  const find = (beginning: string): string | undefined =>
    printed
      .split('\n')
      .slice(0, -1)
      .find((line) => line.startsWith(beginning))
      ?.slice(beginning.length);
  return {
    child,
    printed: () => printed,
    ended,
    line: (beginning) =>
      new Promise((found) => {
        const look = (): void => {
          const rest = find(beginning);
          if (rest !== undefined) found(rest);
        };
        child.stdout.on('data', look);
        void ended.then(() => {
          found(find(beginning) ?? '');
        });
        look();
      }),
  };
}

describe('npm run simulator', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('prints its address, responds, and ends on %s', async (signal) => {
    const { child, ended, line, printed } = run('--port', '0', '--time-scale', '1000', '--devices', '2');
    const url = await line('  base-url: ');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${url}/openapi/v2/project/509/scenarios`, {
      headers: { authorization: AUTHORIZATION },
    });
    expect(await response.json()).toMatchObject({ result_code: 0, data: { scenarios: [101, 102, 103] } });
    expect(printed()).toContain('1000 times as fast');
    child.kill(signal);
    // Windows has no signals: the process just ends.
    expect(await ended).toBe(process.platform === 'win32' ? signal : 0);
  });

  test.each([
    [['--port', 'here'], '--port must be a number, 0 or more.'],
    [['--fail', '-1'], '--fail'],
    [['--speed', '5'], '--speed'],
    [['--port', '70000'], '70000'],
  ])('%j is rejected with a message', async (args, sentence) => {
    const { ended, printed } = run(...args);
    expect(await ended).toBe(1);
    expect(printed()).toContain(sentence);
    expect(printed()).not.toMatch(/^\s+at /m);
  });
});
