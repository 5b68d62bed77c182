import { describe, expect, test } from '@jest/globals';

import { chooseScenarios } from '../../src/create/choose-scenarios.ts';
import type { ScenarioTarget } from '../../src/model/inputs.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { codeReply, httpReply, networkReply, valueReply } from '../support/replies.ts';
import { scriptScenarios, type ListReply } from './scripted-scenarios.ts';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
const listOf = (scenarios: number): ListReply => valueReply(upTo(scenarios));
const ALL = { kind: 'all' } as const;
const QUERY = { kind: 'query', query: 'Log' } as const;
const ids = (...list: number[]) => ({ kind: 'ids', ids: list }) as const;
const idsUpTo = (last: number) => ids(...upTo(last));

/** Chooses scenarios for Android. @param reply to each request for the list */
async function choose(which: ScenarioTarget['which'], reply: ListReply) {
  const [log, clock] = [createRecordingLog(), createEagerClock()];
  const { service, queries } = scriptScenarios(reply);
  const waits = { maintenance: () => Promise.resolve(false) };
  const context = { service, runtime: createRuntime({ log, clock }), waits };
  const target = { projectId: 509, osType: 'ANDROID', which } as const;
  const began = clock.now();
  const choice = await chooseScenarios(context, target);
  const warnings = log.lines.filter((line) => line.startsWith('warning: '));
  return { choice, warnings, query: queries[0], tookMs: clock.now() - began };
}

test.each<[which: ScenarioTarget['which'], where: string]>([
  [ALL, 'in project 509 for ANDROID'],
  [QUERY, 'in project 509 for ANDROID with "Log" in the name'],
])('more than 256 scenarios cause a warning, because each is paid for: %j', async (which, where) => {
  const { choice, warnings, query } = await choose(which, listOf(1_257));
  expect(choice).toEqual({ kind: 'list', scenarios: upTo(1_257) });
  expect(query).toEqual({ projectId: 509, osType: 'ANDROID', query: which.kind === 'query' ? 'Log' : undefined });
  expect(warnings).toEqual([
    expect.stringMatching(`There are 1,257 scenarios ${where}: this step creates 1,257 testsets.*\`scenario-query\``),
  ]);
});

test.each<[what: string, which: ScenarioTarget['which'], scenarios: number]>([
  ['if there are no more', ALL, 256],
  ['if each was named', idsUpTo(300), 300],
])('256 scenarios cause no warning, more do not %s', async (_what, which, scenarios) => {
  const { choice, warnings } = await choose(which, listOf(scenarios));
  expect(choice).toEqual({ kind: 'list', scenarios: upTo(scenarios) });
  expect(warnings).toEqual([]);
});

describe('nothing is run, and a hint names what to check,', () => {
  const [FOUND, MISSING] = [upTo(10).join(', '), upTo(22).slice(12).join(', ')];
  const NONE = 'There is no scenario in project 509';
  const ONE = '`scenario-id`: scenario 9 does not exist in project 509 for ANDROID.';
  test.each<[what: string, which: ScenarioTarget['which'], listed: number, message: string, hint: string]>([
    [
      'if a query finds nothing',
      QUERY,
      0,
      `${NONE} `,
      'Check the text (`*` and commas are part of it, and letter case may count)',
    ],
    ['if a query has quotes', { ...QUERY, query: '"Log in"' }, 0, `${NONE} `, 'Remove the quotes. The'],
    ['if a query is a number', { ...QUERY, query: '101' }, 0, `${NONE} `, 'and `all`, belong in `scenario-id`. The'],
    ['if there is none', ALL, 0, `${NONE} `, 'Check `project-id` and `os-type`. The'],
    ['if one does not exist', ids(1, 9), 1, ONE, 'Found: 1. The list-scenarios action'],
    ['if many do not exist', idsUpTo(31), 12, `: scenarios ${MISSING} and 9 more do not`, `: ${FOUND} and 2 more.`],
    ['if there is none to name', idsUpTo(1), 0, 'scenario 1 does not', 'Check the number and `os-type`. The list'],
  ])('%s', async (_what, which, listed, message, hint) => {
    const { choice } = await choose(which, listOf(listed));
    expect(choice).toMatchObject({
      outcome: 'not-started',
      error: { code: 'bad-inputs', message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    });
  });
});

describe('without a list', () => {
  const gone = networkReply('reset');

  test.each<[what: string, which: ScenarioTarget['which'], reply: ListReply, words: string]>([
    ['a service that is gone is not a rejection', ALL, gone, 'not-started: unreachable'],
    ['a rejected list is', QUERY, codeReply(5005), 'rejected: service-rejected'],
    ['wrong credentials also end a check of identifiers', idsUpTo(1), httpReply(401), 'rejected: credentials'],
  ])('%s', async (_what, which, reply, words) => {
    const { choice, warnings } = await choose(which, reply);
    expect(choice.kind === 'failed' && `${choice.outcome}: ${choice.error.code}`).toBe(words);
    expect(warnings).toEqual([]);
  });

  test('identifiers are used unchecked, with a warning', async () => {
    const { choice, warnings, tookMs } = await choose(idsUpTo(2), gone);
    expect(choice).toEqual({ kind: 'list', scenarios: [1, 2] });
    expect(warnings).toEqual([expect.stringMatching(/Could not check the scenarios before the start\. .*it broke/)]);
    expect(tookMs).toBe(60_000);
  });
});
