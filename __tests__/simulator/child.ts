import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { afterAll } from '@jest/globals';

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A simulator in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<unknown>;
  /** Resolves with the first line that begins so, without that beginning; empty when it ends before. */
  readonly line: (beginning: string) => Promise<string>;
}

/** Runs what `npm run simulator` runs, with more arguments, until the tests of the file are over. */
export function run(...more: string[]): Running {
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
