import { expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { TestsetReport } from '../../src/model/report.ts';
import { openResultsFolder } from '../../src/results/results-folder.ts';
import type { Service } from '../../src/service/client.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import type { Status } from '../../src/service/wire.ts';
import type { Progress } from '../../src/wait/progress.ts';
import { waitForTestset } from '../../src/wait/wait.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';

const CREATED: CreateResult = { id: 5, announcedDevices: 3 };
const COUNTS = { ...NO_COUNTS, total: 4, pass: 1 };
const RUNNING: ServiceReply<Status> = {
  value: { complete: false, word: 'Running', counts: COUNTS, active: 3, preparing: 0, missingFields: [] },
};
const UNAUTHORIZED: ServiceReply<Status> = { status: 401 };

const unused = (): never => {
  throw new Error('not used');
};
const PROGRESS: Progress = {
  add: () => undefined,
  notCreated: () => undefined,
  update: () => undefined,
  pollFailed: () => undefined,
};

interface Options {
  readonly existed?: boolean;
  readonly wait?: boolean;
  readonly stopped?: 'cancelled' | 'deadline';
  readonly progress?: Progress;
}

/** Waits for a testset of which every poll has this reply. */
async function reportOf(
  creation: CreateResult,
  reply: ServiceReply<Status>,
  options: Options = {},
): Promise<TestsetReport> {
  const { existed = false, wait = true, stopped, progress = PROGRESS } = options;
  const signal = stopped ? AbortSignal.abort(stopped) : undefined;
  const runtime = createRuntime({ clock: createEagerClock(), ...(signal && { signal }) });
  const service: Service = {
    scenarios: unused,
    status: () => Promise.resolve(reply),
    result: unused,
    create: unused,
    close: unused,
    hasResponded: () => true,
    hasAcceptedCredentials: () => false,
  };
  const folder = openResultsFolder('/unused', '/unused/results');
  const pending = { scenario: 101, existed, creation: Promise.resolve(creation) };
  const expected = { knownMs: () => undefined };
  const result = await waitForTestset({ service, runtime, wait, folder, progress, expected }, pending);
  if ('results' in result) throw new Error('The testset is complete.');
  return result;
}

test('a failed create has its outcome, its error and what is known of it', async () => {
  const error = new TestsetError({ code: 'unknown-start', message: 'Nobody knows.', hint: 'Look.' });
  expect(await reportOf({ outcome: 'unknown-start', error, id: 7 }, RUNNING)).toEqual({
    id: 7,
    scenario: 101,
    outcome: 'unknown-start',
    reasons: [{ sentence: 'Nobody knows.' }],
    problem: { code: 'unknown-start', message: 'Nobody knows.', hint: 'Look.' },
    status: 'Unknown',
    counts: NO_COUNTS,
    sources: [],
    suites: [],
    warnings: [],
  });
});

test('a testset that is not waited for has started, with the devices that the create announced', async () => {
  const expected = { id: 5, outcome: 'started', reasons: [], status: 'Running', counts: { total: 3, pass: 0 } };
  expect(await reportOf(CREATED, UNAUTHORIZED, { wait: false })).toMatchObject(expected);
});

test.each<[string, ServiceReply<Status>, Options, object]>([
  [
    'timeout, after a status',
    RUNNING,
    { stopped: 'deadline' },
    { outcome: 'timed-out', status: 'Running', counts: COUNTS },
  ],
  ['timeout, without one', UNAUTHORIZED, { stopped: 'deadline' }, { outcome: 'refused', status: 'Running' }],
  ['a cancel', RUNNING, { stopped: 'cancelled' }, { outcome: 'cancelled', status: 'Running', counts: { total: 3 } }],
  [
    'a cancel, given by its number',
    RUNNING,
    { stopped: 'cancelled', existed: true },
    { outcome: 'cancelled', status: 'Unknown' },
  ],
  [
    'rejected credentials',
    UNAUTHORIZED,
    {},
    { outcome: 'refused', status: 'Running', problem: { code: 'credentials' } },
  ],
  [
    'rejected credentials, given by its number',
    UNAUTHORIZED,
    { existed: true },
    { outcome: 'refused', status: 'Unknown' },
  ],
  ['one poll', RUNNING, { existed: true, wait: false }, { outcome: 'started', status: 'Running', counts: COUNTS }],
])('what came of it is known as soon as the wait ends: %s', async (_what, reply, options, expected) => {
  expect(await reportOf(CREATED, reply, options)).toMatchObject(expected);
});

test('a testset that was given by its number is not said to be running before there is a status', async () => {
  const sentenceOf = async (existed: boolean): Promise<unknown> => {
    const { reasons } = await reportOf(CREATED, RUNNING, { stopped: 'cancelled', existed });
    return reasons[0]?.sentence;
  };
  expect(await sentenceOf(true)).toBe('The run was cancelled before the service returned a status of the testset.');
  expect(await sentenceOf(false)).toBe('The run was cancelled while the test was still running.');
});

test('an error of this action is inconclusive, with a few words for a heading', async () => {
  const progress = { ...PROGRESS, update: unused };
  const sentence = 'Waiting for the testset failed unexpectedly: not used.';
  expect(await reportOf(CREATED, RUNNING, { progress })).toMatchObject({
    outcome: 'inconclusive',
    status: 'Running',
    counts: COUNTS,
    reasons: [{ words: 'an unexpected error occurred', sentence }],
  });
});
