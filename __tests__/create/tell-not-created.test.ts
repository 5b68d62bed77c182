import { expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { PendingTestset } from '../../src/create/context.ts';
import { logFailedCreates } from '../../src/create/failed-creates.ts';
import { createRecordingLog } from '../support/runtime.ts';

function over(message: string, scenario?: number, outcome: Extract<Outcome, 'refused' | 'unknown-start'> = 'refused') {
  const error = new TestsetError('service-refused', message, 'Mend it.');
  const creation = Promise.resolve({ kind: 'not-created', outcome, error } as const);
  return { existed: false, creation, ...(scenario !== undefined && { scenario }) };
}

async function told(...testsets: PendingTestset[]): Promise<readonly string[]> {
  const log = createRecordingLog();
  await logFailedCreates(testsets, log);
  return log.lines;
}

test('a testset that was created needs no word', async () => {
  expect(await told({ existed: false, creation: Promise.resolve({ kind: 'created', id: 5 }) })).toEqual([]);
});

test('without a testset for an app the reason is told', async () => {
  expect(await told(over('Costs $& a lot.'))).toEqual(['info: No testset: Costs $& a lot.']);
});

test('scenarios share the line of their reason, and what is not known is told apart from what is', async () => {
  const created: PendingTestset = {
    existed: false,
    scenario: 4,
    creation: Promise.resolve({ kind: 'created', id: 5 }),
  };
  const lines = await told(over('No.', 1), over('No.', 2, 'unknown-start'), over('No.', 3), created);
  expect(lines).toEqual([
    'info: It is not known whether there is a testset for scenario 2: No.',
    'info: No testset for scenarios 1, 3: No.',
  ]);
});

test('a long list is cut, and so are many reasons', async () => {
  const scenarios = Array.from({ length: 23 }, (_, at) => at + 1);
  const [alike] = await told(...scenarios.map((scenario) => over('No.', scenario)));
  expect(alike).toMatch(/ 19, 20 and 3 more: No\.$/);
  const lines = await told(...scenarios.slice(0, 7).map((scenario) => over(`No ${scenario}.`, scenario)));
  expect(lines.slice(4)).toEqual([
    'info: No testset for scenario 5: No 5.',
    'info: No testset for scenarios 6, 7, for other reasons.',
  ]);
});

test('what is not known is never told as what does not exist, however many reasons there are', async () => {
  const known = [1, 2, 3, 4, 5, 6].map((scenario) => over(`No ${scenario}.`, scenario));
  const unknown = [7, 8, 9, 10, 11, 12].map((scenario) => over(`Lost ${scenario}.`, scenario, 'unknown-start'));
  const lines = await told(...known, ...unknown);
  expect(lines[0]).toBe('info: It is not known whether there is a testset for scenario 7: Lost 7.');
  expect(lines.slice(-2)).toEqual([
    'info: It is not known whether there is a testset for scenario 12, for other reasons.',
    'info: No testset for scenarios 1, 2, 3, 4, 5, 6, for other reasons.',
  ]);
});
