import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { findingsOf } from './support/checks.ts';
import type { Promised } from './support/check-times.ts';
import type { RecordedRequest } from './support/recorded-request.ts';
import { ACCESS_KEY } from './support/job.ts';
import type { RunRecord } from './support/run.ts';
import { PLAIN, type Schedule } from './support/schedule.ts';
import { openSoak, type Soak } from './support/soak.ts';

/** Each check of the soak finds what it is for. */

let soak: Soak;
let good: RunRecord;
let resumed: RunRecord;
const play = async (schedule: Schedule): Promise<RunRecord> => {
  const { record, findings } = await soak.play(schedule);
  if (!record || findings.length > 0) throw new Error(JSON.stringify(findings));
  return record;
};
beforeAll(async () => {
  soak = await openSoak();
  good = await play(PLAIN);
  resumed = await play({ ...PLAIN, earlier: [{ attempt: 1, end: 'cancelled', same: true }] });
});
afterAll(() => {
  soak.close();
});

type Change = (record: RunRecord) => RunRecord;
type OneRequest = (request: RecordedRequest) => RecordedRequest | RecordedRequest[];

const withRequests =
  (operation: RecordedRequest['operation'], change: OneRequest): Change =>
  (record) => ({
    ...record,
    requests: record.requests.flatMap((request) => (request.operation === operation ? change(request) : request)),
  });

const respondWith = (request: RecordedRequest, response: Partial<RecordedRequest['response']>): RecordedRequest => ({
  ...request,
  response: request.response && { ...request.response, ...response },
});

const createdTwice = withRequests('create', (request) => [request, request]);
const failedList = withRequests('scenarios', (request) =>
  respondWith(request, { status: 503, text: '', retryAfterMs: 30_000 }),
);
const slow = withRequests('status', (request) => ({ ...request, endedAt: request.at + 3_600_000 }));
const sharedConnection = withRequests('create', (request) => ({ ...request, connection: 1 }));
const otherTestset = withRequests('status', (request) => [{ ...request, id: 7 }, request]);
const besideError = withRequests('create', (request) =>
  respondWith(request, { text: request.response?.text.replace('"result_code":0', '"result_code":5001') ?? '' }),
);
const anotherId: Change = (record) => ({
  ...record,
  report: record.report && { ...record.report, testsets: record.report.testsets.map((one) => ({ ...one, id: 7 })) },
});

const rejectedEarly: Change = (record) => ({
  ...withRequests('status', (request) => respondWith(request, { status: 404, text: '' }))(record),
  report: record.report && {
    ...record.report,
    testsets: record.report.testsets.map((one) => ({ ...one, outcome: 'rejected' })),
  },
});

const replaceIn = (operation: RecordedRequest['operation'], from: RegExp, to: string): Change =>
  withRequests(operation, (request) => respondWith(request, { text: request.response?.text.replace(from, to) ?? '' }));
const running = replaceIn('status', /Complete/, 'Running');
const withoutDevice = replaceIn('result', /<testcase.*?<\/testcase>/, '');
const readAgain: Change = (record) => ({
  ...record,
  requests: [...record.requests, ...record.requests.filter(({ operation }) => operation === 'status').slice(-1)],
});

const failed: Change = (record) => ({ ...record, report: record.report && { ...record.report, outcome: 'failed' } });
const otherCount: Change = (record) => ({ ...record, outputs: { ...record.outputs, 'pass-count': '7' } });
const changedFiles: Change = (record) => ({
  ...record,
  files: new Map([...record.files].map(([path, text]) => [path, `${text} `])),
});
const lateOutput: Change = (record) => ({
  ...record,
  idOutputs: record.idOutputs.map(({ value }) => ({ value, at: record.ended })),
});

describe('a run', () => {
  test('without faults breaks no promise', () => {
    expect(good.report?.outcome).toBe('passed');
    expect(findingsOf(good)).toEqual([]);
  });

  test.each<[Promised, string, Change]>([
    ['no duplicate create', 'created two testsets', createdTwice],
    ['no duplicate create', 'created over a used connection', sharedConnection],
    ['no create after the final one', 'created two testsets', createdTwice],
    ['nothing lost', 'has no output for the identifier', (record) => ({ ...record, outputs: {} })],
    ['nothing lost', 'set the identifier late', lateOutput],
    ['nothing lost', 'reports another testset', anotherId],
    ['nothing lost', 'gave up a testset that it created after a rejection', rejectedEarly],
    ['nothing lost', 'judged the first reading of results with a doubt', withoutDevice],
    ['asks in time', 'read again without a doubt', readAgain],
    ['asks in time', 'asked for the results of a testset that has just ended, with another word', running],
    ['right testset', 'polled another testset', otherTestset],
    ['right testset', 'polled a testset that came with an error', besideError],
    ['right verdict', 'reports another outcome', failed],
    ['right verdict', 'counts otherwise in outputs', otherCount],
    ['right verdict', 'names every unknown count', (record) => ({ ...record, shown: '`odd99_cnt`' })],
    ['right files', 'changed its files', changedFiles],
    ['right files', 'wrote no files', (record) => ({ ...record, files: new Map() })],
    ['right files', 'sent another app', (record) => ({ ...record, app: Buffer.from('another') })],
    ['Retry-After kept', 'came back too early', failedList],
    ['ends in time', 'left a request open', slow],
    ['ends in time', 'ended late', (record) => ({ ...record, ended: record.ended + 7_200_000 })],
    ['nothing left open', 'left a socket', (record) => ({ ...record, left: { sleepers: 0, sockets: 1 } })],
    ['nothing left open', 'left a sleep', (record) => ({ ...record, left: { sleepers: 1, sockets: 0 } })],
    ['no secret shown', 'shows its credentials', (record) => ({ ...record, shown: encodeURIComponent(ACCESS_KEY) })],
    ['no hang', 'threw', (record) => ({ ...record, report: undefined, thrown: 'no report' })],
  ])('breaks "%s" when it %s', (promise, _what, change) => {
    expect(findingsOf(change(good)).map(({ broken }) => broken)).toContain(promise);
  });
});

describe('a run that resumes', () => {
  test.each<[Promised, string, Change]>([
    ['no duplicate create', 'creates again', (record) => ({ ...record, requests: good.requests })],
    ['right receipts', 'keeps its receipt', (record) => ({ ...record, receipts: ['0'] })],
  ])('breaks "%s" when it %s', (promise, _what, change) => {
    expect(resumed.requests.filter(({ operation }) => operation === 'create')).toEqual([]);
    expect(findingsOf(change(resumed)).map(({ broken }) => broken)).toContain(promise);
  });
});
