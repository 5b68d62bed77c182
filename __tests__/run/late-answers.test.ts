import { expect, test } from '@jest/globals';

import type { Fault } from '../../simulator/faults.ts';
import { useFolder } from '../support/folder.ts';
import { appTarget, projectWith } from '../support/inputs.ts';
import { SCENARIO_IDS, scenarioTarget } from '../support/job-attempts.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const workspace = useFolder();
const MINUTE = 60_000;
const EVER = 1000;
const BY_QUERY = { ...scenarioTarget([]), which: { kind: 'query', query: 'S101' } } as const;

/** Responses of an operation that come so late. */
const late = (on: Fault['on'], ms: number, times = EVER): Fault => ({ on, times, do: { kind: 'late', ms } });

function run(faults: readonly Fault[], setup: Partial<RunSetup> = {}): Promise<RunOutcome> {
  const simulator = { faults, projects: projectWith(SCENARIO_IDS) };
  return runWithSimulator({ workspace: workspace(), target: appTarget(workspace()), simulator, ...setup });
}

const silences = ({ log }: RunOutcome): readonly string[] =>
  log.flatMap(
    (line) => /^info: The (.*) was sent, and the service has not answered (?:the first )?for /.exec(line)?.[1] ?? [],
  );

test('a create that is answered after four minutes is the only one', async () => {
  const outcome = await run([late('create', 4.5 * MINUTE)]);
  expect(outcome.report.outcome).toBe('passed');
  expect(outcome.simulator.created).toHaveLength(1);
  expect(outcome.log).toContain('info: The app was sent, and the service has not answered for 3 min.');
  expect(silences(outcome)).toEqual(Array(4).fill('app'));
});

test('a create that the service limits for 20 minutes is repeated', async () => {
  const { report, elapsedMs } = await run([{ on: 'create', times: 6, do: { kind: 'response', status: 429 } }]);
  expect(report.outcome).toBe('passed');
  expect(elapsedMs).toBeGreaterThan(20 * MINUTE);
  expect(elapsedMs).toBeLessThan(21 * MINUTE);
});

test('a create that is never answered is waited for until `timeout`', async () => {
  const setup = { timeLeftMs: 5 * MINUTE, stopAfter: [5 * MINUTE, 'deadline'] } as const;
  const outcome = await run([late('create', 24 * 60 * MINUTE)], setup);
  expect(outcome.report.outcome).toBe('unknown-start');
  expect(outcome.elapsedMs).toBeGreaterThan(5 * MINUTE);
  expect(outcome.elapsedMs).toBeLessThan(5.2 * MINUTE);
});

test('creates that are silent do not keep another from starting, and are waited for', async () => {
  const outcome = await run([late('create', 10 * MINUTE, 5)], { target: scenarioTarget(SCENARIO_IDS) });
  expect(outcome.report.outcome).toBe('passed');
  const sent = outcome.simulator.journal.flatMap(({ operation, at }) => (operation === 'create' ? [at] : []));
  expect(sent).toHaveLength(6);
  expect(Math.round(((sent[5] ?? 0) - (sent[0] ?? 0)) / 1000)).toBe(60);
  expect(silences(outcome).length).toBeLessThanOrEqual(10);
  expect(silences(outcome).at(-1)).toMatch(/^create of scenarios 10\d(, 10\d){4}$/);
});

test.each<[what: string, faults: readonly Fault[], setup: Partial<RunSetup>]>([
  ['results after 100 s', [late('result', 100_000)], {}],
  ['each status after 100 s', [late('status', 100_000)], {}],
  ['a list that is required after 80 s', [late('scenarios', 80_000)], { target: BY_QUERY }],
  ['a list that only checks after 4 minutes', [late('scenarios', 4 * MINUTE)], {}],
])('%s: passed', async (_what, faults, setup) => {
  const { report, simulator, elapsedMs } = await run(faults, setup);
  expect(report.outcome).toBe('passed');
  expect(new Set(simulator.journal.map(({ operation }) => operation)).size).toBe(4);
  expect(elapsedMs).toBeLessThan(8 * MINUTE);
});
