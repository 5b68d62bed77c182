import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { findingsOf, type Promised } from './support/checks.ts';
import { openSandbox, type Stage } from './support/play.ts';
import { ACCESS_KEY, type RunRecord } from './support/run.ts';
import type { Schedule } from './support/schedule.ts';

/** The checks that the schedules stand on: each of them notices what it is there for. */

const PLAIN: Schedule = {
  seed: 1,
  tls: false,
  appBytes: 10,
  devices: [{ result: 'pass', seconds: 20 }],
  timeoutMinutes: 5,
  faults: [],
};

let stage: Stage;
let good: RunRecord;
beforeAll(async () => {
  stage = await openSandbox();
  const { record, findings } = await stage.play(PLAIN);
  if (!record || findings.length > 0) throw new Error(JSON.stringify(findings));
  good = record;
});
afterAll(() => {
  stage.close();
});

const createdTwice = (record: RunRecord): RunRecord => ({
  ...record,
  requests: record.requests.flatMap((request) => (request.operation === 'create' ? [request, request] : [request])),
});

/** A look that failed, and was followed by the next one at once. */
const hurried = (record: RunRecord): RunRecord => ({
  ...record,
  requests: record.requests.map((request) =>
    request.answer && request.operation === 'scenarios'
      ? { ...request, answer: { ...request.answer, status: 503, text: '', retryAfterMs: 30_000 } }
      : request,
  ),
});

const redirected = (record: RunRecord): RunRecord => ({
  ...record,
  requests: record.requests.flatMap((request) => {
    if (!request.answer || request.operation !== 'scenarios') return [request];
    const sentOn = { ...request, answer: { ...request.answer, status: 307, location: '/', sentAt: request.at } };
    return [sentOn, sentOn, sentOn, sentOn, request];
  }),
});

const slow = (record: RunRecord): RunRecord => ({
  ...record,
  requests: record.requests.map((request) => ({ ...request, endedAt: request.at + 3_600_000 })),
});

const told = (record: RunRecord, outcome: 'failed'): RunRecord => ({
  ...record,
  report: record.report && { ...record.report, outcome },
});

const scribbled = (record: RunRecord): RunRecord => ({
  ...record,
  files: new Map([...record.files].map(([path, text]) => [path, `${text} `])),
});

describe('a run', () => {
  test('that went well breaks no promise', () => {
    expect(good.report?.outcome).toBe('passed');
    expect(findingsOf(good)).toEqual([]);
  });

  test.each<[Promised, string, (record: RunRecord) => RunRecord]>([
    ['no duplicate create', 'created two testsets', createdTwice],
    ['no create after the final one', 'created two testsets', createdTwice],
    ['nothing lost', 'tells no identifier', (record) => ({ ...record, outputs: {} })],
    ['nothing lost', 'tells its identifier late', (record) => ({ ...record, idToldAt: record.ended })],
    ['right verdict', 'tells another outcome', (record) => told(record, 'failed')],
    ['right files', 'changed its files', scribbled],
    ['right files', 'wrote no files', (record) => ({ ...record, files: new Map() })],
    ['right files', 'sent another app', (record) => ({ ...record, app: Buffer.from('another') })],
    ['Retry-After kept', 'came back too early', hurried],
    ['few redirects', 'followed each of them', redirected],
    ['ends in time', 'let requests stand', slow],
    ['ends in time', 'ended late', (record) => ({ ...record, ended: record.ended + 3_600_000 })],
    ['nothing left open', 'left a socket', (record) => ({ ...record, left: { sleepers: 0, sockets: 1 } })],
    ['nothing left open', 'left a sleep', (record) => ({ ...record, left: { sleepers: 1, sockets: 0 } })],
    ['no secret shown', 'told its credentials', (record) => ({ ...record, shown: encodeURIComponent(ACCESS_KEY) })],
    ['no hang', 'threw', (record) => ({ ...record, report: undefined, thrown: 'no report' })],
  ])('breaks "%s" when it %s', (promise, _what, spoil) => {
    expect(findingsOf(spoil(good)).map(({ broken }) => broken)).toContain(promise);
  });
});
