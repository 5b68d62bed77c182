import { describe, expect, test } from '@jest/globals';

import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, type Simulator } from '../../simulator/server.ts';
import { runAction, type ActionResult } from '../support/run-action.ts';
import { commandMessages, lastLine } from '../support/sandbox.ts';
import { simulate } from '../support/simulate.ts';

async function list(simulator: Simulator, inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> {
  const { userId, accessKey } = DEFAULT_ACCOUNT;
  const access = { 'base-url': simulator.url, 'user-id': userId, 'access-key': accessKey };
  const use = { ...access, 'project-id': `${DEFAULT_PROJECT}`, ...inputs };
  return runAction({ action: 'list-scenarios', inputs: use });
}

describe('the list of scenarios', () => {
  test('is ready for a matrix', async () => {
    const simulator = await simulate();
    const result = await list(simulator);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.outputs).toStrictEqual({ 'scenario-id': '[101,102,103]', 'scenario-count': '3' });
    expect(simulator.journal).toHaveLength(1);
    expect(result.stdout).toContain('3 scenarios in project 509: 101, 102, 103');
  });

  test('may be empty, with a warning', async () => {
    const result = await list(await simulate(), { 'scenario-query': 'x & y=[?]' });
    expect(result).toMatchObject({ exitCode: 0, outputs: { 'scenario-id': '[]', 'scenario-count': '0' } });
    expect(commandMessages(result, 'warning')).toEqual([expect.stringContaining('"x & y=[?]"')]);
  });
});

const WRONG = { 'access-key': '', 'project-id': 'x', 'os-type': 'symbian' };

test.each([
  [WRONG, 0, / 3 wrong inputs\. `access-key`, `project-id`, `os-type`: /],
  [
    { 'project-id': '7' },
    1,
    /^::error::Not started · project unknown to this account \(2001\)\. The .* project 7: 2001 Get Project Data Fail.*`project-id`/,
  ],
  [{ 'access-key': 'not-the-key' }, 1, /rejected the credentials .*\. No scenarios were listed\. /],
])('%j ends with one sentence, and is not tried again', async (inputs, requests, sentence) => {
  const simulator = await simulate();
  const result = await list(simulator, inputs);
  expect(result).toMatchObject({ exitCode: 1, stderr: '', outputs: { 'scenario-id': '[]', 'scenario-count': '0' } });
  expect(lastLine(result)).toMatch(sentence);
  expect(result.stdout.replaceAll(/::add-mask::.*/g, '')).not.toContain('not-the-key');
  expect(simulator.journal).toHaveLength(requests);
});
