import type { Testcase } from '../model/results.ts';
import { REPORT_SCHEMA, type Limits, type Report, type TestsetReport } from '../model/report.ts';
import { deviceRuns, type DeviceRun } from './devices.ts';

/** Unit tests in one piece of text: few enough that a piece stays small, enough that pieces are few. */
const BATCH = 500;

/**
 * `report.json` in pieces, so that a hundred thousand unit tests never are one string. Names stand as the service gave them;
 * what is not known is `null`; a limit of `any` is that word.
 */
export function* reportJson(report: Report): Generator<string> {
  const { testsets, limits, app, ...rest } = report;
  yield unclosed({ schema: REPORT_SCHEMA, ...rest, app: app ?? null, limits: limitWords(limits) });
  yield ',\n"testsets":[';
  for (const [at, testset] of testsets.entries()) {
    yield at === 0 ? '\n' : ',\n';
    yield* testsetJson(testset);
  }
  yield '\n]}\n';
}

function* testsetJson(testset: TestsetReport): Generator<string> {
  const { id, scenario, problem, suites, ...rest } = testset;
  yield unclosed({ id: id ?? null, scenario: scenario ?? null, ...rest, problem: problem ?? null });
  yield ',"suites":[';
  for (const [at, suite] of suites.entries()) {
    yield `${at === 0 ? '\n' : ',\n'}${unclosed({ name: suite.name })},"devices":[`;
    yield* devicesJson(suite.testcases);
    yield ']}';
  }
  yield ']}';
}

function* devicesJson(testcases: readonly Testcase[]): Generator<string> {
  for (let start = 0; start < testcases.length; start += BATCH) {
    const batch = testcases.slice(start, start + BATCH).map((testcase) => JSON.stringify(deviceFacts(testcase)));
    yield `${start === 0 ? '\n' : ',\n'}${batch.join(',\n')}`;
  }
}

/** The field of every device is there, known or not, so that a reader need not ask twice. */
function deviceFacts({ device, result, url, seconds, message }: Testcase): object {
  return { device, result, url: url ?? null, seconds: seconds ?? null, message: message ?? null };
}

function limitWords(limits: Limits): Record<keyof Limits, number | 'any'> {
  const word = (limit: number): number | 'any' => (limit === Infinity ? 'any' : limit);
  return { fail: word(limits.fail), error: word(limits.error), stop: word(limits.stop) };
}

/** JSON of an object that is not empty, without its last brace, so that more fields can follow. */
function unclosed(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/**
 * The `failed-devices` output: a JSON array of what did not pass, in document order, dropped from the end so that it has at most
 * `limitBytes` bytes of UTF-8.
 */
export function failedDevices(report: Report, limitBytes = 500_000): string {
  const kept: string[] = [];
  let bytes = '[]'.length;
  for (const test of deviceRuns(report).notPassed) {
    const entry = JSON.stringify(failedDevice(test));
    bytes += Buffer.byteLength(entry) + (kept.length === 0 ? 0 : 1);
    if (bytes > limitBytes) break;
    kept.push(entry);
  }
  return `[${kept.join(',')}]`;
}

function failedDevice({ testset, testcase }: DeviceRun): object {
  const { device, result, url, seconds } = testcase;
  return {
    testset: testset.id ?? null,
    scenario: testset.scenario ?? null,
    device,
    result,
    url: url ?? null,
    seconds: seconds ?? null,
  };
}
