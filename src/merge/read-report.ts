import type { Counts } from '../model/counts.ts';
import { OUTCOMES } from '../model/outcome.ts';
import {
  REPORT_SCHEMA,
  type ResumedTestset,
  type Limits,
  type Report,
  type RequestInfo,
  type RunInfo,
  type TestsetReport,
  type ResultSource,
} from '../model/report.ts';
import type { Suite, Testcase } from '../model/results.ts';
import { amount, flag, listOf, InvalidShape, object, oneOf, ordinal, text, whole, type Read } from './shape.ts';

/** What is read of a report: all that a merged one can use. A testset's problem stands among its reasons, too. */
export type KeptReport = Omit<Report, 'app' | 'artifact' | 'comparison'>;

/** Reads the text of a `report.json`, and takes nothing for granted. @throws Misshapen */
export function readReport(json: string): KeptReport {
  return report(parse(json), '');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidShape('it is no JSON');
  }
}

const counts: Read<Counts> = object(({ get }) => ({
  total: get('total', whole),
  pass: get('pass', whole),
  fail: get('fail', whole),
  error: get('error', whole),
  stop: get('stop', whole),
}));

const testcase: Read<Testcase> = object(({ get, find }) => {
  const [url, seconds, message] = [find('url', text), find('seconds', amount), find('message', text)];
  return {
    device: get('device', text),
    result: get('result', oneOf(['passed', 'failed', 'error', 'skipped'])),
    ...(url !== undefined && { url }),
    ...(seconds !== undefined && { seconds }),
    ...(message !== undefined && { message }),
  };
});

const suite: Read<Suite> = object(({ get }) => ({
  name: get('name', text),
  testcases: get('devices', listOf(testcase)),
}));

const witness: Read<ResultSource> = object(({ get }) => ({
  source: get('source', oneOf(['status', 'xml', 'json'])),
  state: get('state', oneOf(['read', 'absent', 'unreadable'])),
  passed: get('passed', whole),
  notPassed: get('notPassed', whole),
  why: get('why', text),
}));

const testset: Read<TestsetReport> = object(({ get, find }) => {
  const [id, scenario] = [find('id', whole), find('scenario', whole)];
  const scenarioName = find('scenarioName', text);
  return {
    ...(id !== undefined && { id }),
    ...(scenario !== undefined && { scenario }),
    ...(scenarioName !== undefined && { scenarioName }),
    outcome: get('outcome', oneOf(OUTCOMES)),
    status: get('status', oneOf(['Complete', 'Running', 'Unknown'])),
    counts: get('counts', counts),
    sources: get('sources', listOf(witness)),
    suites: get('suites', listOf(suite)),
    reasons: get('reasons', listOf(text)),
    warnings: get('warnings', listOf(text)),
  };
});

const run: Read<RunInfo> = object(({ get }) => ({
  repository: get('repository', text),
  workflow: get('workflow', text),
  job: get('job', text),
  step: get('step', text),
  runId: get('runId', text),
  runNumber: get('runNumber', whole),
  attempt: get('attempt', ordinal),
  commit: get('commit', text),
  url: get('url', text),
}));

const request: Read<RequestInfo> = object(({ get, find }) => {
  const [osType, projectId] = [find('osType', oneOf<'ANDROID' | 'iOS'>(['ANDROID', 'iOS'])), find('projectId', whole)];
  const [timeLimitMinutes, useVo] = [find('timeLimitMinutes', whole), find('useVo', flag)];
  const callbackOrigin = find('callbackOrigin', text);
  return {
    kind: get('kind', oneOf(['automated', 'scenario', 'attached'])),
    name: get('name', text),
    ...(osType && { osType }),
    ...(projectId !== undefined && { projectId }),
    ...(timeLimitMinutes !== undefined && { timeLimitMinutes }),
    ...(useVo !== undefined && { useVo }),
    ...(callbackOrigin !== undefined && { callbackOrigin }),
  };
});

const resumed: Read<ResumedTestset> = object(({ get }) => ({
  testsetId: get('testsetId', whole),
  attempt: get('attempt', ordinal),
}));

const limit: Read<number> = (value, where) => (value === 'any' ? Infinity : whole(value, where));

const limits: Read<Limits> = object(({ get }) => ({
  fail: get('fail', limit),
  error: get('error', limit),
  stop: get('stop', limit),
}));

const report: Read<KeptReport> = object(({ get, find }) => {
  if (get('schema', whole) !== REPORT_SCHEMA) throw new InvalidShape('it is of another version');
  const taken = find('resumed', listOf(resumed));
  return {
    outcome: get('outcome', oneOf(OUTCOMES)),
    sentence: get('sentence', text),
    hint: get('hint', text),
    run: get('run', run),
    request: get('request', request),
    ...(taken && { resumed: taken }),
    testsets: get('testsets', listOf(testset)),
    counts: get('counts', counts),
    limits: get('limits', limits),
    durationSeconds: get('durationSeconds', amount),
  };
});
