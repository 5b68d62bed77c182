import { expect, test } from '@jest/globals';

import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { toResultsFolder } from '../../src/results/results-folder.ts';
import { createProgress } from '../../src/wait/progress.ts';
import { waitForTestsets } from '../../src/wait/wait.ts';
import { createRecordingLog, createRuntime } from '../support/runtime.ts';
import { serviceOf } from '../create/scripted-scenarios.ts';

function failed(
  message: string,
  scenario?: number,
  outcome: 'rejected' | 'unknown-start' = 'rejected',
): PendingTestset {
  const error = new TestsetError({ code: 'service-rejected', message, hint: 'Fix it.' });
  const creation = Promise.resolve({ kind: 'failed', outcome, error } as const);
  return { origin: 'created', creation, ...(scenario !== undefined && { scenario }) };
}

const uncertain = (message: string, scenario?: number) => failed(message, scenario, 'unknown-start');
const creation = Promise.resolve({ kind: 'created', id: 5, announcedDevices: 0 } as const);
const CREATED: PendingTestset = { origin: 'created', scenario: 4, creation };

async function linesFor(...testsets: PendingTestset[]): Promise<readonly string[]> {
  const log = createRecordingLog();
  const runtime = createRuntime({ log });
  const folder = toResultsFolder('/unused/results');
  const context = { service: serviceOf({}), runtime, folder, progress: createProgress(runtime), wait: false };
  await waitForTestsets(context, { testsets, nothingToAwait: true });
  return log.lines.filter((line) => !/Created testset/.test(line));
}

test.each<[string, PendingTestset[], string[]]>([
  ['a created testset', [CREATED], []],
  ['an app', [failed('Costs $& a lot.')], ['No testset was created. Costs $& a lot.']],
  ['an app whose testset may exist', [uncertain('Lost.')], ['Unknown whether a testset was created. Lost.']],
  [
    'scenarios, by certainty and reason',
    [failed('No.', 1), uncertain('No.', 2), failed('No.', 3), CREATED],
    ['Scenario 2: unknown whether a testset was created. No.', 'Scenarios 1, 3: no testset was created. No.'],
  ],
])('failed creates in the log: %s', async (_what, testsets, lines) => {
  expect(await linesFor(...testsets)).toEqual(lines.map((line) => `info: ${line}`));
});

test('a long list of scenarios is truncated', async () => {
  const scenarios = Array.from({ length: 23 }, (_, at) => at + 1);
  expect(await linesFor(...scenarios.map((scenario) => failed('No.', scenario)))).toEqual([
    expect.stringMatching(/^info: Scenarios 1, 2, .* 19, 20 and 3 more: no testset was created\. No\.$/),
  ]);
});
