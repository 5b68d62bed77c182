import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { HELP, readCommandLine } from '../../simulator/command-line.ts';
import { DOCUMENTED } from '../../simulator/variants.ts';
import { SERVICE_CODES } from '../../simulator/codes.ts';
import { readMarkdown } from '../support/read-markdown.ts';
import { ROOT, run } from './child.ts';
import { AUTHORIZATION, DATA } from './support.ts';

/** The arguments of each example of the simulator's README. */
const EXAMPLES = readMarkdown(readFileSync(resolve(ROOT, 'simulator/README.md'), 'utf8'))
  .blocks.flatMap(({ content }) => content.match(/(?<=^npm run simulator -- ).+/gm) ?? [])
  .map((line) => Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word));

describe('npm run simulator', () => {
  test('prints its address, responds, and ends on a signal', async () => {
    const signal = 'SIGTERM';
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
    [['--fail', '20', '--devices', '3'], '--devices'],
    [['--variant', 'speed=5'], '--variant speed=5'],
    [['--variant', 'time=later'], 'whole seconds | thousands | negative | absent'],
    [['--fault', '{on: status'], '--fault {on: status'],
    [['--fault', '{on: status, do: {kind: cut, at: head, how: gently}}'], 'do.how'],
    [['--code', '8000'], '<operation>=<code>'],
    [['--code', 'poll=8000'], '<operation>=<code>'],
  ])('%j is rejected with the values that are allowed', (args, sentence) => {
    expect(() => readCommandLine(args)).toThrow(sentence);
  });

  test('a wrong option is one sentence, without a stack trace', async () => {
    const { ended, printed } = run('--port', '70000');
    expect(await ended).toBe(1);
    expect(printed()).toContain('70000');
    expect(printed()).not.toMatch(/^\s+at /m);
  });

  test('a port in use is one sentence with what to do', async () => {
    const url = await run('--port', '0').line('  base-url: ');
    const { ended, printed } = run('--port', new URL(url).port);
    expect(await ended).toBe(1);
    expect(printed().trim()).toMatch(/^Port \d+ is in use: .*`--port 0`.*\.$/);
  });

  test('--help lists every variant, kind of fault and code', () => {
    expect(readCommandLine(['--help'])).toBeUndefined();
    const kinds = ['response', 'code', 'cut', 'drip', 'wrong-length', 'gzip'];
    for (const name of [...Object.keys(DOCUMENTED), ...kinds.map((kind) => `{kind: ${kind}`), ...SERVICE_CODES])
      expect(HELP).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  test.each(EXAMPLES.map((args) => [args]))('its README has the options %j', (args) => {
    expect(readCommandLine(args)).toBeDefined();
  });

  test('variants, faults and codes of the command line are played', async () => {
    const { line } = run(
      ...['--port', '0', '--time-scale', '100000', '--variant', 'completeWord=DONE', '--variant', 'allHolds=[html]'],
      ...['--variant', 'oddCounts={fail_cnt: none}', '--variant', 'successMessage=0', '--code', 'scenarios=8000'],
      ...['--fault', '{on: status, do: {kind: response, status: 429, headers: {retry-after: "7"}}}'],
    );
    const url = `${await line('  base-url: ')}/openapi/v2`;
    const headers = { authorization: AUTHORIZATION };
    const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`, { headers })).json();
    const body = new FormData();
    body.append('data', JSON.stringify({ ...DATA, scenario_id: 101 }));
    expect(await (await fetch(`${url}/testset`, { method: 'POST', headers, body })).json()).toMatchObject({
      result_code: 0,
      result_msg: 0,
    });
    const limited = await fetch(`${url}/testset/251929`, { headers });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await get('/testset/251929')).toMatchObject({
      data: { testset_status: 'DONE', testset_status_detail: { fail_cnt: 'none' } },
    });
    expect(await get('/testset/251929/result')).toHaveProperty('data', {
      complete: true,
      result_html: expect.any(String),
    });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await get('/project/509/scenarios')).toMatchObject({ result_code: 8000 });
  });

  test.each([
    [[], 0],
    [['--strict'], 4000],
  ])('with %j, a field that the interface does not know gets %i', async (args, code) => {
    const { line } = run('--port', '0', ...args);
    const body = new FormData();
    body.append('data', JSON.stringify({ ...DATA, scenario_id: 101, branch: 'main' }));
    const url = `${await line('  base-url: ')}/openapi/v2/testset`;
    const response = await fetch(url, { method: 'POST', headers: { authorization: AUTHORIZATION }, body });
    expect(await response.json()).toMatchObject({ result_code: code });
  });
});
