import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readWorkflows } from '../support/document-workflows.ts';
import { pullRequestEvent } from '../support/pull-request-event.ts';
import { fields } from '../support/workflow-files.ts';
import { useBench, type Situation } from './support/bench.ts';

const NAME = 'One issue for red nights';

const bench = useBench();

/** A night with these devices. */
function night(situation: Situation = {}): Situation {
  const scenarios = [{ id: 101, name: 'Checkout', osType: 'ANDROID' as const }];
  const projects = { 511: { name: 'all devices', scenarios } };
  return { event: { name: 'schedule', payload: {} }, projects, ...situation };
}

/** A device fails, and passes in the retry. */
const FLAKY = night({
  devices: { fail: 1 },
  laterDevices: {},
  edit: (workflow) =>
    workflow.replace(/app-file: .*/, "os-type: 'ANDROID'\n          scenario-id: 101\n          retry-failed: 1"),
});
const DOWN = night({ edit: (workflow) => workflow.replace('${{ vars.TESTSET_URL }}', 'http://127.0.0.1:1') });
const INCONCLUSIVE = night({ variants: { xml: 'broken', json: 'broken' } });
const RED = night({ devices: { fail: 1 } });

const WORDS = [
  [/^POST \S+\/issues$/, 'opened'],
  [/^POST \S+\/comments$/, 'commented'],
  [/^PATCH \S+"closed"/, 'closed'],
  [/^PATCH /, 'edited'],
] as const;

/** Runs a workflow. @returns what it did to issues, in order */
async function play(situation: Situation): Promise<readonly string[]> {
  const before = bench.github.requests.length;
  await bench.run(NAME, situation);
  const sent = bench.github.requests.slice(before).filter(({ route }) => route.includes('/issues'));
  const calls = sent.map(({ route, body }) => `${route}${JSON.stringify(body['state'] ?? '')}`.replace(/""$/, ''));
  return calls.flatMap((call) => WORDS.find(([pattern]) => pattern.test(call))?.[1] ?? []);
}

/** Starts runs at the same time. As on GitHub, each waits for the one before it if the workflow has a group with a queue. */
async function playAtOnce(situations: readonly Situation[]): Promise<readonly (readonly string[])[]> {
  const { concurrency } = fields(parse((await readWorkflows()).get(NAME) ?? ''));
  if (fields(concurrency)['queue'] !== 'max') return Promise.all(situations.map(play));
  const seen = [];
  for (const situation of situations) seen.push(await play(situation));
  return seen;
}

test.each([
  ['a pull request of a fork', pullRequestEvent({ from: 'somebody/wallet-app' })],
  ['a pull request', pullRequestEvent()],
])('%s that fails sends no request about issues', async (_what, event) => {
  await bench.run(NAME, { event, devices: { fail: 1 } });
  expect(bench.github.requests.filter(({ route }) => route.includes('/issues'))).toStrictEqual([]);
});

test('twelve nights have one issue', async () => {
  const nights: readonly (readonly [what: string, situation: Situation, expected: readonly string[]])[] = [
    ['red', RED, ['opened']],
    ['the same device', RED, ['edited']],
    ['another device', night({ devices: { fail: 2 } }), ['commented', 'edited']],
    ['one device less', RED, ['edited']],
    ['service down', DOWN, ['commented', 'edited']],
    ['inconclusive', INCONCLUSIVE, ['commented', 'edited']],
    ['green', night(), ['edited']],
    ['flaky', FLAKY, ['edited']],
    ['green', night(), ['edited']],
    ['no build', night({ buildBreaks: true }), ['commented', 'edited']],
    ['green', night(), ['edited']],
    ['green', night(), ['closed']],
  ];
  const seen = [];
  for (const [what, situation] of [...nights, ['after it', night()] as const]) seen.push([what, await play(situation)]);
  expect(seen).toStrictEqual([...nights.map(([what, , expected]) => [what, expected]), ['after it', []]]);
  expect(bench.github.state.issues).toMatchObject([{ state: 'closed', title: 'The device test at night is red' }]);
}, 300_000);

test('two red runs at once open one issue', async () => {
  bench.github.state.issues.splice(0);
  expect(await playAtOnce([RED, RED])).toStrictEqual([['opened'], ['edited']]);
  expect(bench.github.state.issues).toHaveLength(1);
});
