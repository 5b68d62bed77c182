import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { HELP, readCommandLine } from '../../simulator/command-line.ts';
import { DOCUMENTED } from '../../simulator/variants.ts';
import { readMarkdown } from '../support/read-markdown.ts';
import { simulate } from '../support/simulate.ts';
import { ask, createScenario, DATA } from './support.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** The arguments of each example of the simulator's README. */
const EXAMPLES = readMarkdown(read('simulator/README.md'))
  .blocks.flatMap(({ content }) => content.match(/(?<=^npm run simulator -- ).+/gm) ?? [])
  .map((line) => Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word));

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Runs what `npm run simulator` runs, with more arguments, until the tests are over. */
function run(...more: string[]) {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
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
  /** Waits for a line that begins with this name. @returns the rest of the line */
  const valueOf = async (name: string): Promise<string> => {
    for (;;) {
      const value = new RegExp(`^  ${name}: (.*)\n`, 'm').exec(printed)?.[1];
      if (value !== undefined) return value;
      await sleep(20);
    }
  };
  return { child, ended, valueOf, printed: () => printed };
}

describe('npm run simulator', () => {
  test('serves a client that knows only the interface and what is printed, and ends on a signal', async () => {
    const options = ['--time-scale', '600', '--seconds', '60', '--devices', '3', '--fail', '1', '--first-id', '1000'];
    const { child, ended, valueOf, printed } = run('--port', '0', ...options);
    const url = await valueOf('base-url');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(printed()).toContain('600 times as fast');
    const authorization = `Basic ${btoa(`${await valueOf('user-id')}:${await valueOf('access-key')}`)}`;
    const request = async (path: string, init: RequestInit = {}): Promise<unknown> =>
      (await fetch(`${url}/openapi/v2/${path}`, { ...init, headers: { authorization } })).json();

    const body = new FormData();
    const data = { pid: Number(await valueOf('project-id')), testset_name: 'Nightly', os_type: 'ANDROID' };
    body.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }), 'data.json');
    body.append('app_file', new File(['an app'], 'app-debug.apk'));
    const created = await request('testset', { method: 'POST', body });
    const testset = { test_count: 3, testset_id: 1000 };
    expect(created).toEqual({ data: testset, result_code: 0, result_msg: '', reason: '' });
    let status: unknown;
    do status = await request('testset/1000');
    while (!JSON.stringify(status).includes('"Complete"'));
    const counts = { total_test_cnt: 3, running_cnt: 0, pass_cnt: 2, fail_cnt: 1 };
    expect(status).toMatchObject({ data: { testset_status_detail: counts } });
    const result = await request('testset/1000/result?data_type=xml');
    const device = '<testcase name="[^"]+" time="60">';
    const devices = `${device}<error .*?</testcase>(${device}<system-out>http.*?</testcase>){2}</testsuite>`;
    expect(result).toMatchObject({ data: { complete: true, result_xml: expect.stringMatching(devices) } });

    child.kill('SIGTERM');
    // Windows has no signals: the process just ends.
    expect(await ended).toBe(process.platform === 'win32' ? 'SIGTERM' : 0);
  });

  test('ends with one sentence if an option is wrong or the port is in use', async () => {
    const wrong = run('--port', '70000');
    expect(await wrong.ended).toBe(1);
    expect(wrong.printed()).toContain('70000');
    expect(wrong.printed()).not.toMatch(/^\s+at /m);
    const { port } = new URL((await simulate()).url);
    const inUse = run('--port', port);
    expect(await inUse.ended).toBe(1);
    expect(inUse.printed().trim()).toMatch(/^Port \d+ is in use: .*`--port 0`.*\.$/);
  });
});

describe('the command line', () => {
  test.each([
    [['--port', 'here'], '--port must be a number, 0 or more.'],
    [['--speed', '5'], '--speed'],
    [['--fail', '20', '--devices', '3'], '--devices'],
    [['--variant', 'speed=5'], '--variant speed=5'],
    [['--variant', 'time=later'], 'whole seconds | thousands | negative | absent'],
    [['--fault', '{on: status'], '--fault {on: status'],
    [['--fault', '{on: status, do: {kind: cut, at: head, how: gently}}'], 'do.how'],
    [['--code', 'poll=8000'], '<operation>=<code>'],
  ])('%j is rejected with the values that are allowed', (args, sentence) => {
    expect(() => readCommandLine(args)).toThrow(sentence);
  });

  test('--help lists every variant, kind of fault and code', () => {
    expect(readCommandLine(['--help'])).toBeUndefined();
    const kinds = ['response', 'code', 'cut', 'drip', 'wrong-length', 'header', 'gzip'];
    for (const name of [...Object.keys(DOCUMENTED), ...kinds.map((kind) => `{kind: ${kind}`), ...SERVICE_CODES])
      expect(HELP).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  test.each(EXAMPLES.map((args) => [args]))('the README has the options %j', (args) => {
    expect(readCommandLine(args)).toBeDefined();
  });

  test('sets strict mode, variants, faults and codes', async () => {
    const words = '--port 0 --time-scale 1000000000 --strict --code scenarios=8000';
    const variants = ['completeWord=DONE', 'allHolds=[html]', 'oddCounts={fail_cnt: none}', 'successMessage=0'];
    const fault = '{on: status, do: {kind: response, status: 429, headers: {retry-after: "7"}}}';
    const args = [...words.split(' '), ...variants.flatMap((variant) => ['--variant', variant]), '--fault', fault];
    const simulator = await simulate(readCommandLine(args));
    const unknown = await createScenario(simulator, { ...DATA, scenario_id: 101, branch: 'main' });
    expect(unknown.envelope).toMatchObject({ result_code: 4000 });
    const created = await createScenario(simulator, { ...DATA, scenario_id: 101 });
    expect(created.envelope).toMatchObject({ result_code: 0, result_msg: 0 });
    const limited = await ask(simulator, '/testset/251929');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    const status = await ask(simulator, '/testset/251929');
    const data = { testset_status: 'DONE', testset_status_detail: { fail_cnt: 'none' } };
    expect(status.envelope).toMatchObject({ data });
    const result = await ask(simulator, '/testset/251929/result');
    expect(result.envelope).toHaveProperty('data', { complete: true, result_html: expect.any(String) });
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await ask(simulator, '/project/509/scenarios')).envelope).toMatchObject({ result_code: 8000 });
    }
  });
});
