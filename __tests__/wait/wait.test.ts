import { describe, expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import type { PendingTestset } from '../../src/create/pending-testset.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Status } from '../../src/model/testset.ts';
import { toResultsFolder } from '../../src/results/results-folder.ts';
import type { Service } from '../../src/service/client.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import { createProgress } from '../../src/wait/progress.ts';
import { waitForTestsets } from '../../src/wait/wait.ts';
import { serviceOf } from '../create/scripted-scenarios.ts';
import { httpReply, INCOMPLETE, valueReply } from '../support/replies.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { statusOf } from '../support/testsets.ts';

const CREATED: CreateResult = { kind: 'created', id: 5, announcedDevices: 3 };
const COUNTS = { ...NO_COUNTS, total: 4, pass: 1 };
const RUNNING = valueReply({ ...statusOf('Running', COUNTS), active: 3 });
const UNAUTHORIZED = httpReply(401);

const FOLDER = toResultsFolder('/unused/results');

interface Options {
  readonly existed?: boolean;
  readonly wait?: boolean;
  readonly stopped?: 'cancelled' | 'deadline';
}

function pendingOf(creation: CreateResult, existed = false, scenario: number | undefined = 101): PendingTestset {
  const origin = existed ? 'attached' : 'created';
  return { scenario, testsetName: 'Fix login', origin, creation: Promise.resolve(creation) };
}

/** Waits for testsets in no time. */
async function waitForAll(
  testsets: readonly PendingTestset[],
  operations: Partial<Service>,
  { wait = true, stopped }: Options = {},
) {
  const [clock, log] = [createEagerClock(), createRecordingLog()];
  const runtime = createRuntime({ clock, log, ...(stopped && { signal: AbortSignal.abort(stopped) }) });
  const context = { service: serviceOf(operations), runtime, wait, folder: FOLDER, progress: createProgress(runtime) };
  const nothingToAwait = testsets.every(({ origin }) => origin !== 'created');
  return { results: await waitForTestsets(context, { testsets, nothingToAwait }), log: log.lines };
}

async function waitFor(creation: CreateResult, operations: Partial<Service>, options: Options = {}) {
  const { results } = await waitForAll([pendingOf(creation, options.existed)], operations, options);
  const [testset] = results;
  if (!testset) throw new Error('There is no testset.');
  return testset;
}

/** Waits for a testset of which every poll has this reply. */
async function endOf(creation: CreateResult, reply: ServiceReply<Status>, options: Options = {}) {
  const result = await waitFor(creation, { fetchStatus: () => Promise.resolve(reply) }, options);
  if (result.kind === 'complete') throw new Error('The testset is complete.');
  return result;
}

test('a failed create has its outcome, its error and what is known of it', async () => {
  const error = new TestsetError({ code: 'unknown-start', message: 'Nobody knows.', hint: 'Look.' });
  expect(await endOf({ kind: 'failed', outcome: 'unknown-start', error, id: 7 }, RUNNING)).toEqual({
    kind: 'not-created',
    id: 7,
    scenario: 101,
    name: 'Fix login',
    origin: 'created',
    counts: NO_COUNTS,
    ending: { outcome: 'unknown-start', reasons: [{ kind: 'cause', sentence: 'Nobody knows.' }], problem: error },
  });
});

const EARLY = expect.stringMatching(/cancelled before .* a status/);
const TIMEOUT = { word: 'Running', counts: COUNTS, ending: { outcome: 'timed-out', reasons: [] } };
const CANCEL = { counts: { total: 3 }, ending: { outcome: 'cancelled', reasons: [] } };
const EARLY_CANCEL = { word: '', ending: { outcome: 'cancelled', reasons: [{ sentence: EARLY }] } };
const STARTED = { word: 'Running', ending: { outcome: 'started', reasons: [] } };
const DENIED = { ending: { outcome: 'rejected', problem: { code: 'credentials' } } };

test.each<[string, ServiceReply<Status>, Options, object]>([
  ['timeout', RUNNING, { stopped: 'deadline' }, TIMEOUT],
  ['timeout, given by its number', RUNNING, { stopped: 'deadline', existed: true }, TIMEOUT],
  ['a cancel', RUNNING, { stopped: 'cancelled' }, { ...CANCEL, word: 'Running' }],
  ['a cancel, given by its number', RUNNING, { stopped: 'cancelled', existed: true }, EARLY_CANCEL],
  ['rejected credentials, given by its number', UNAUTHORIZED, { existed: true }, { ...DENIED, word: '' }],
  ['one poll', RUNNING, { existed: true, wait: false }, { ...STARTED, counts: COUNTS }],
  ['no poll', UNAUTHORIZED, { wait: false }, { ...STARTED, counts: { total: 3, pass: 0 } }],
])('what came of it is known as soon as the wait ends: %s', async (_what, reply, options, expected) => {
  expect(await endOf(CREATED, reply, options)).toMatchObject(expected);
});

test.each([
  [10, true],
  [1, false],
])('results that are not ready are requested for %i min (wait: %s)', async (minutes, wait) => {
  const status = () => Promise.resolve(valueReply(statusOf('Complete', { total: 3, pass: 3 })));
  const incomplete = () => Promise.resolve(INCOMPLETE);
  const result = await waitFor(CREATED, { fetchStatus: status, fetchDocuments: incomplete }, { existed: true, wait });
  if (result.kind !== 'complete') throw new Error('The testset is not complete.');
  expect(Math.floor(result.tookMs / 60_000)).toBe(minutes);
  expect(result.announcedDevices).toBe(3);
});

test('an error of this action is inconclusive, with a few words for a heading', async () => {
  const sentence = 'Waiting for the testset failed unexpectedly: this operation is not used.';
  expect(await waitFor(CREATED, {})).toMatchObject({
    word: 'Running',
    ending: {
      outcome: 'inconclusive',
      reasons: [{ words: 'an unexpected error occurred', sentence }],
      problem: { code: 'unexpected', hint: expect.stringMatching(/./) },
    },
  });
});

describe('all testsets of a step', () => {
  const failed = (message: string, scenario?: number, outcome: 'rejected' | 'unknown-start' = 'rejected') => {
    const error = new TestsetError({ code: 'service-rejected', message, hint: 'Fix it.' });
    return { ...pendingOf({ kind: 'failed', outcome, error }), scenario };
  };
  const uncertain = (message: string, scenario?: number) => failed(message, scenario, 'unknown-start');
  const start = (testsets: readonly PendingTestset[]) => waitForAll(testsets, {}, { wait: false });

  test('share a group of the log', async () => {
    const testsets = [pendingOf(CREATED), failed('No.', 103), pendingOf({ ...CREATED, id: 7 }, false, 104)];
    const { results, log } = await start(testsets);
    expect(results).toMatchObject([STARTED, { ending: { outcome: 'rejected' } }, STARTED]);
    expect([log[0], log.at(-1)]).toEqual(['group: Wait', 'end: Wait']);
  });

  test('have no log group of their own if there is nothing to wait for', async () => {
    const { log } = await start([pendingOf(CREATED, true)]);
    expect(log).not.toContain('group: Wait');
  });

  const many = Array.from({ length: 23 }, (_, at) => at + 1);
  test.each<[string, PendingTestset[], string[]]>([
    ['a created testset', [pendingOf(CREATED)], []],
    ['an app', [failed('Costs $& a lot.')], ['No testset was created. Costs $& a lot.']],
    ['an app whose testset may exist', [uncertain('Lost.')], ['Unknown whether a testset was created. Lost.']],
    [
      'scenarios, by certainty and reason',
      [failed('No.', 1), uncertain('No.', 2), failed('No.', 3), pendingOf(CREATED)],
      ['Scenario 2: unknown whether a testset was created. No.', 'Scenarios 1, 3: no testset was created. No.'],
    ],
    [
      'many',
      many.map((scenario) => failed('No.', scenario)),
      [`Scenarios ${many.slice(0, 20).join(', ')} and 3 more: no testset was created. No.`],
    ],
  ])('are named in the log if they failed: %s', async (_what, testsets, lines) => {
    const { log } = await start(testsets);
    const failures = log.filter((line) => line.startsWith('info: ') && !line.includes('Created testset'));
    expect(failures).toEqual(lines.map((line) => `info: ${line}`));
  });
});
