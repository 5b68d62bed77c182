import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { sentenceOf } from '../../src/model/testset.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createView } from '../../src/report/view.ts';
import { settle } from '../../src/wait/settle.ts';
import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { useFolder } from '../support/folder.ts';
import { appTarget } from '../support/inputs.ts';
import { createRuntime } from '../support/runtime.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';
import { complete, devices, NO_XML } from '../support/testsets.ts';

const workspace = useFolder();
const MINUTE = 60_000;

const COUNTS = ['total_test', 'pass', 'fail', 'error', 'stop', 'running', 'initializing'] as const;

/** A status of the service. @param counts as in COUNTS; those that are left out are 0 */
function statusOf(word: string, ...counts: readonly number[]): string {
  const detail = Object.fromEntries(COUNTS.map((name, at) => [`${name}_cnt`, counts[at] ?? 0]));
  return envelope({ testset_status: word, testset_status_detail: detail });
}

function envelope(data: object): string {
  return JSON.stringify({ result_code: 0, result_msg: '', reason: '', data });
}

/** The XML of devices A, B, C …: `P` passed, `E` had an error. */
function xmlOf(ends: string): string {
  const cases = Array.from(ends, (end, at) => {
    const name = `Device ${String.fromCodePoint(65 + at)} / ANDROID 14`;
    return `<testcase name="${name}" time="60">${end === 'P' ? '<system-out/>' : '<error/>'}</testcase>`;
  });
  return `<testsuites><testsuite name="S">${cases.join('')}</testsuite></testsuites>`;
}

function resultsOf(ends: string): string {
  return envelope({ complete: true, result_xml: xmlOf(ends), result_html: '<p/>' });
}

const body = (on: Fault['on'], text: string, times = 1): Fault => {
  return { on, times, do: { kind: 'response', status: 200, body: text } };
};
/** Results that are not ready. */
const notReady = (times: number): Fault => ({ on: 'result', times, do: { kind: 'code', code: 6002 } });
const EVER = 100_000;

/** Runs an automated test on two devices against a service that responds so. */
function run(faults: readonly Fault[], setup: Partial<RunSetup> = {}): Promise<RunOutcome> {
  const simulator = { plan: () => makeDevices({ total: 2, seconds: 10 }), faults };
  return runWithSimulator({ workspace: workspace(), target: appTarget(workspace()), simulator, ...setup });
}

/** Ends a run after so many minutes. */
const stopAfter =
  (minutes: number, reason = 'deadline'): RunSetup['before'] =>
  (_simulator, stop, clock) =>
    void clock.sleep(minutes * MINUTE).then(() => {
      stop.abort(reason);
    });

function requests({ simulator }: RunOutcome, ...operations: readonly Fault['on'][]): number {
  return simulator.journal.filter(({ operation }) => operations.includes(operation)).length;
}

const WAITS = /Reading status and results again every 10 s, for at most 2 min\.$/;
const [GREEN, RED] = [statusOf('Complete', 2, 2), statusOf('Complete', 2, 1, 1)];
const RED_FOR_EVER = [body('status', RED, EVER), body('result', resultsOf('PE'), EVER)];

describe('a complete testset', () => {
  test('whose status and results agree at the first look costs no further request', async () => {
    const outcome = await run([]);
    expect(outcome.report.outcome).toBe('passed');
    expect(requests(outcome, 'status')).toBe(1);
    expect(requests(outcome, 'result')).toBe(1);
    expect(outcome.log.some((line) => WAITS.test(line))).toBe(false);
  });

  test.each<[what: string, faults: readonly Fault[], outcome: string]>([
    ['a device still running', [body('status', statusOf('Complete', 2, 1, 0, 0, 0, 1))], 'passed'],
    ['counts that do not add up', [body('status', statusOf('Complete', 2, 1))], 'passed'],
    ['fewer devices than announced', [body('status', statusOf('Complete', 1, 1))], 'passed'],
    ['no devices', [body('status', statusOf('Complete', 0))], 'passed'],
    ['an empty document', [body('result', resultsOf(''), 2)], 'passed'],
    ['a document without one of the devices that passed', [body('result', resultsOf('P'), 2)], 'passed'],
    ['a document with another device', [body('result', resultsOf('PPP'), 2)], 'passed'],
    ['a document that cannot be read', [body('result', envelope({ result_xml: '<testsuites>' }), 3)], 'passed'],
    ['that, and results not ready', [body('status', statusOf('Complete', 2, 1, 0, 0, 0, 1)), notReady(4)], 'passed'],
    ['red documents first and green ones last', [body('result', resultsOf('PE'), 2)], 'passed'],
    ['counts over the limit at first', [body('status', RED)], 'inconclusive'],
    ['green documents first and red ones last', [body('status', GREEN), ...RED_FOR_EVER], 'failed'],
    ['fewer devices than announced for ever', [body('status', statusOf('Complete', 1, 1), EVER)], 'inconclusive'],
    ['an empty document for ever', [body('result', resultsOf(''), EVER)], 'inconclusive'],
    ['counts over the limit for ever', [body('status', RED, EVER)], 'failed'],
  ])('with %s is looked at again', async (_what, faults, expected) => {
    const outcome = await run(faults);
    expect(outcome.report.outcome).toBe(expected);
    expect(outcome.simulator.created).toHaveLength(1);
    expect(outcome.log.filter((line) => WAITS.test(line))).toHaveLength(1);
    expect(outcome.elapsedMs).toBeLessThan(5 * MINUTE);
  });

  test('is read again only until status and results agree', async () => {
    expect(requests(await run([body('result', resultsOf('P'), 2)]), 'result')).toBe(3);
  });

  test('is not changed by a cancel after status and results agree', async () => {
    const stop = new AbortController();
    const runtime = createRuntime({ cancelled: stop.signal });
    const agreed = complete(devices(2));
    const settled = settle(runtime, complete(devices(1), { counts: agreed.counts }), () => {
      stop.abort();
      return Promise.resolve(agreed);
    });
    expect(await settled).toBe(agreed);
  });

  test.each([
    ['brought no XML', complete(devices(2), { xml: NO_XML, warnings: ['B', 'C'] }), ['A', 'B', 'C']],
    ['has an XML', complete(devices(2), { warnings: ['C'] }), ['C']],
  ])('keeps what was said of its files while the last reading %s', async (_what, last, warnings) => {
    const stop = new AbortController();
    const runtime = createRuntime({ signal: stop.signal });
    const first = complete(devices(1), { counts: last.counts, warnings: ['A', 'B'] });
    const settled = await settle(runtime, first, () => {
      stop.abort('deadline');
      return Promise.resolve(last);
    });
    expect(settled.results.warnings.map(({ sentence }) => sentence)).toEqual(warnings);
  });

  test.each<[what: string, faults: readonly Fault[]]>([
    ['a failed device is absent from the document', [body('status', RED), body('result', resultsOf('P'), EVER)]],
    [
      'none passed, so none is named',
      [body('status', statusOf('Complete', 2, 0, 2)), body('result', resultsOf(''), EVER)],
    ],
  ])('costs no further look if %s', async (_what, faults) => {
    const outcome = await run(faults);
    expect(outcome.report.outcome).toBe('failed');
    expect(requests(outcome, 'status')).toBe(1);
  });

  test('is waited for again if its devices run on', async () => {
    const early = body('status', statusOf('Complete', 2, 1, 0, 0, 0, 1));
    const outcome = await run([early, body('status', statusOf('Running', 2, 1, 0, 0, 0, 1), 20)]);
    expect(outcome.report.outcome).toBe('passed');
    expect(outcome.elapsedMs).toBeGreaterThan(3 * MINUTE);
  });

  test('does not pass because an error that was counted is gone', async () => {
    const { report } = await run([body('status', statusOf('Running', 2, 1, 0, 1)), body('status', GREEN, EVER)]);
    expect(createView(report).text.heading).toBe('Inconclusive · 1 failure no longer counted');
  });

  test('does not pass because an XML that contradicted it is gone, and its files stay', async () => {
    const first = body('result', envelope({ result_xml: xmlOf('PE'), result_json: '{"first":1}' }));
    const later = body('result', envelope({ result_bare_xml: xmlOf('PP'), result_html: '<p/>' }), EVER);
    const { report } = await run([first, later]);
    expect(report.outcome).toBe('inconclusive');
    const why = report.testsets.flatMap(({ reasons }) => reasons.map(sentenceOf));
    expect(why).toEqual(['The service delivered bare XML and HTML but no XML.']);
    const folder = join(workspace(), 'testset-results', 'testset-251929');
    const texts = ['xml', 'json', 'html'].map((kind) => readFileSync(join(folder, `result.${kind}`), 'utf8'));
    expect(texts).toEqual([xmlOf('PE'), '{"first":1}', '<p/>']);
  });

  test.each<[what: string, data: object, outcome: string]>([
    ['JSON alone', { result_json: '{}' }, 'inconclusive'],
    ['bare XML alone', { result_bare_xml: xmlOf('PP') }, 'inconclusive'],
    ['others that contradict it', { result_xml: xmlOf('PP'), result_bare_xml: '<', result_json: '{' }, 'passed'],
  ])('is judged by its XML: %s', async (_what, data, outcome) => {
    const { report } = await run([body('result', envelope(data), EVER)]);
    expect(report.outcome).toBe(outcome);
  });

  test('keeps the files and counts of the first reading after a cancel, and says so', async () => {
    const { report } = await run([body('result', resultsOf('P'), EVER)], { before: stopAfter(0.5, 'cancelled') });
    expect(report).toMatchObject({ outcome: 'cancelled', counts: { pass: 2 } });
    expect(createView(report).text).toMatchObject({
      heading: 'Cancelled · 1 of 2 devices missing in the results',
      why: expect.stringMatching(/^The run was cancelled while status and results were read again\. /),
    });
    expect(readFileSync(join(workspace(), 'testset-results', 'testset-251929', 'result.xml'), 'utf8')).toBe(xmlOf('P'));
  });

  test('is judged after two minutes, however long the service asks to wait', async () => {
    const headers = { 'retry-after': '10800' };
    const busy: Fault = { on: 'status', times: EVER, do: { kind: 'response', status: 503, headers } };
    const outcome = await run([body('status', RED), busy]);
    expect(outcome.report.outcome).toBe('failed');
    expect(outcome.elapsedMs).toBeLessThan(4 * MINUTE);
  });

  test('is judged by one poll with `wait: false`', async () => {
    const faults = [body('status', statusOf('Complete', 2, 1, 0, 0, 0, 1))];
    const target = { kind: 'attach', testsetIds: [251_929] } as const;
    const outcome = await run(faults, { target, inputs: { wait: false } });
    expect(outcome.report.outcome).not.toBe('passed');
    expect(requests(outcome, 'status')).toBe(1);
  });
});

describe('a testset whose devices have all ended, but that is not complete', () => {
  const over = (word: string) => body('status', statusOf(word, 2, 2), EVER);

  test('ends after five quiet minutes', async () => {
    const outcome = await run([over('Running')]);
    expect(outcome.report.outcome).toBe('passed');
    expect(outcome.elapsedMs).toBeGreaterThan(5 * MINUTE);
    expect(outcome.elapsedMs).toBeLessThan(6.5 * MINUTE);
    expect(requests(outcome, 'result')).toBe(1);
  });

  test('is waited for until the time is over while its results are not ready, and the last line says so', async () => {
    const running = body('status', statusOf('Running', 2, 1, 0, 1), EVER);
    const outcome = await run([running, notReady(EVER)], { before: stopAfter(62) });
    expect(outcome.report.outcome).toBe('timed-out');
    expect(createView(outcome.report).text.heading).toMatch(/all 2 devices ended, status "Running"/);
    expect(requests(outcome, 'result')).toBe(12);
  });

  test.each(['Aborted', 'Incomplete'])('is waited for until the time is over with the word %s', async (word) => {
    const outcome = await run([body('status', GREEN), over(word), body('result', resultsOf('P'))], {
      before: stopAfter(62),
    });
    const view = createView(outcome.report);
    expect(view.text.heading).toBe(`Timed out after 62 min · all 2 devices ended, status "${word}"`);
    expect(JSON.parse(reportJson(view))).toMatchObject({ outcome: 'timed-out', testsets: [{ status: word }] });
    expect(requests(outcome, 'result')).toBeLessThan(4);
  });

  test('is not asked for results again after the time is over', async () => {
    const slowly: Fault = { on: 'result', times: EVER, do: { kind: 'drip', everyMs: 17_000 } };
    const outcome = await run([over('Running'), slowly], { before: stopAfter(11) });
    expect(outcome.report.outcome).toBe('timed-out');
    expect(requests(outcome, 'result')).toBe(1);
    expect(outcome.elapsedMs).toBeLessThan(11.6 * MINUTE);
  });

  test('is waited for again if its results contradict the counts', async () => {
    const outcome = await run([over('Running'), body('result', resultsOf('P'), 60)]);
    expect(outcome.report.outcome).toBe('passed');
    expect(outcome.elapsedMs).toBeGreaterThan(7 * MINUTE);
  });

  test.each<[what: string, status: string]>([
    ['runs', statusOf('Running', 2, 2, 0, 0, 0, 1)],
    ['is in preparation', statusOf('Running', 2, 2, 0, 0, 0, 0, 1)],
    ['was announced and is not there', statusOf('Running', 1, 1)],
  ])('is not asked for results while a device %s', async (_what, status) => {
    const outcome = await run([body('status', status, 60), over('Complete')]);
    expect(outcome.report.outcome).toBe('passed');
    expect(requests(outcome, 'result')).toBe(1);
    expect(requests(outcome, 'status')).toBe(61);
  });
});

// Of the 82 polls in half an hour the last fails.
test.each([EVER, 81])('a testset of which no device has started says so, with %i polls that succeed', async (polls) => {
  const unreadable: Fault = { on: 'status', times: EVER, do: { kind: 'response', status: 503 } };
  const outcome = await run([body('status', statusOf('Running', 2, 0, 0, 0, 0, 0, 2), polls), unreadable], {
    before: stopAfter(30),
  });
  expect(outcome.log.join('\n')).toMatch(/ {2}0 of 2 devices started$/m);
  const { heading, why } = createView(outcome.report).text;
  expect(heading).toBe('Timed out after 30 min · 0 of 2 devices started');
  expect(why).toMatch(/in use by other runs/);
});
