import { createHash } from 'node:crypto';

import type { Outcome } from '../../../src/model/outcome.ts';
import { sentenceOf } from '../../../src/model/testset.ts';
import type { TestVerdict } from '../../../src/model/verdict.ts';
import { foundIn } from '../../hostile/support/encodings.ts';
import { checkReadings } from './check-readings.ts';
import { checkTimes, type Find, type Promised } from './check-times.ts';
import { documentIn, oddAttributeIn } from './expected-verdict.ts';
import { expectRun, type ExpectedTestset } from './expected.ts';
import { createsOf, MINUTE, readReply, requestsFor, type ObservedRun, type Reply } from './interpret.ts';
import { scenariosOf, SECRETS } from './job.ts';
import type { RunRecord } from './run.ts';
import { attemptOf } from './schedule.ts';

/** How long a known identifier may take to become an output, in milliseconds. */
const OUTPUT_MS = 1_000;

/** A broken promise, and how it was broken. */
export interface Finding {
  readonly broken: Promised;
  readonly how: string;
}

/** Checks everything that is promised of a run. */
export function findingsOf(record: RunRecord): readonly Finding[] {
  const { report, thrown, began, schedule, left } = record;
  if (!report) return [{ broken: 'no hang', how: thrown }];
  const run = {
    ...record,
    requests: record.requests.map(readReply),
    deadline: began + schedule.timeoutMinutes * MINUTE,
    scenarios: scenariosOf(schedule),
    resumable: resumableOf(record),
  };
  const findings: Finding[] = [];
  const find: Find = (condition, broken, how) => {
    if (condition) findings.push({ broken, how });
  };
  const expected = expectRun(run);
  checkCreates(run, find);
  checkVerdict(report, run, expected, find);
  checkIds(run, expected, find);
  checkFiles(run, expected, find);
  for (const { id, announced = 0, results } of expected)
    if (id !== undefined && results) checkReadings(id, announced, run, find);
  if (schedule.earlier.length > 0) checkReceipts(report, run, expected, find);
  checkTimes(run, find);
  for (const how of foundIn(record.shown, SECRETS)) find(true, 'no secret shown', how);
  find(left.sleepers + left.sockets > 0, 'nothing left open', `${left.sleepers} sleeps, ${left.sockets} sockets`);
  return findings;
}

/** The testsets that the run should resume, by scenario: those of the last earlier attempt, if they are without a verdict. */
function resumableOf({ schedule, earlier }: RunRecord): ReadonlyMap<number, number> {
  const left = earlier.filter(({ attempt, end, same }) => attempt < attemptOf(schedule) && end === 'cancelled' && same);
  const [last, ...others] = left.filter(({ attempt }) => attempt === left.at(-1)?.attempt);
  return last && others.length === 0 ? last.created : new Map<number, number>();
}

function checkCreates({ requests, scenarios, resumable, app }: ObservedRun, find: Find): void {
  for (const scenario of scenarios) {
    const own = createsOf(scenario, requests);
    const created = own.filter((request) => request.created !== undefined).length;
    const final = own.findIndex(({ kind }) => kind !== 'nothing');
    const isResumed = resumable.has(scenario) && own.length > 0;
    find(created > 1, 'no duplicate create', `${created} testsets were created`);
    find(isResumed, 'no duplicate create', 'a testset of an earlier attempt was created again');
    const isRepeated = final >= 0 && final < own.length - 1;
    find(isRepeated, 'no create after the final one', `create ${final + 1} was final, ${own.length} were sent`);
  }
  const sha256 = createHash('sha256').update(app).digest('hex');
  const form = scenarios[0] === 0 ? `app_file:${sha256},data:` : 'data:';
  for (const { whole, parts, connection } of createsOf(0, requests)) {
    const got = parts.map((part) => `${part.name}:${part.sha256}`).join();
    find(whole && got !== form, 'right files', `the create contained ${got}`);
    const users = requests.filter((request) => request.connection === connection).length;
    find(users > 1, 'no duplicate create', 'a create used the connection of another request');
  }
}

/** docs/design.md, outcomes. */
const WORST_FIRST: readonly Outcome[] = [
  ...(['unknown-start', 'rejected', 'not-started', 'cancelled', 'timed-out'] as const),
  ...(['inconclusive', 'failed', 'started', 'passed'] as const),
];

const OUTPUT_COUNTS = ['total', 'pass', 'fail', 'error', 'stop'] as const;

type Report = NonNullable<RunRecord['report']>;

function checkVerdict(
  { outcome, testsets, counts }: Report,
  { outputs, shown }: ObservedRun,
  expected: readonly ExpectedTestset[],
  find: Find,
): void {
  for (const [at, testset] of testsets.entries()) {
    // A run that ends before any create has one entry for all scenarios.
    const { id, outcomes = [], scenario = 0, results = [] } = expected[at] ?? expected[0] ?? {};
    find(id !== undefined && id !== testset.id, 'nothing lost', `the report has testset ${testset.id ?? 'none'}`);
    const how = `scenario ${scenario}: ${testset.outcome} instead of ${outcomes.join(' or ') || 'continuing'}`;
    const reasons = testset.reasons.map(sentenceOf).join(' ');
    const promise = outcomes.length === 0 ? 'nothing lost' : 'right verdict';
    find(!outcomes.includes(testset.outcome), promise, `${how}: ${reasons}`);
    const xml = results.flatMap((reply) => documentIn(reply, 'xml') ?? []).at(-1);
    const odd = testset.outcome === 'inconclusive' && xml?.endsWith('>\n') ? oddAttributeIn(xml) : undefined;
    find(odd !== undefined && !shown.includes(odd), 'right verdict', `does not name ${odd ?? ''}`);
  }
  const isShort = testsets.length < expected.length && expected.some(({ id }) => id !== undefined);
  find(isShort, 'nothing lost', `${testsets.length} of ${expected.length} testsets are reported`);
  const worst = WORST_FIRST.find((one) => testsets.some((testset) => testset.outcome === one)) ?? 'none';
  find(outcome !== worst, 'right verdict', `the step is ${outcome}, its worst testset ${worst}`);
  const output = outputs['outcome'] ?? '';
  find(output !== outcome, 'right verdict', `output ${output}, report ${outcome}`);
  const wrong = OUTPUT_COUNTS.filter((kind) => outputs[`${kind}-count`] !== `${counts[kind]}`);
  find(/[`>]odd99_cnt/.test(shown), 'right verdict', 'names every unknown count');
  find(wrong.length > 0, 'right verdict', `the outputs do not show ${wrong.join(' ')}`);
}

function checkIds(run: ObservedRun, expected: readonly ExpectedTestset[], find: Find): void {
  const { outputs, idOutputs, requests, began, ended, resumable } = run;
  const ids = expected.flatMap(({ id }) => id ?? []);
  const reported = (outputs['testset-id'] ?? '').split(',').filter(Boolean).map(Number);
  const possible = expected.flatMap(({ id, possibleId = id }) => possibleId ?? []);
  const isRight = ids.every((id) => reported.includes(id)) && reported.every((id) => possible.includes(id));
  find(!isRight, 'nothing lost', `testset-id is ${reported.join()} instead of ${ids.join()}`);
  const waited = expected.filter(({ outcomes }) => !outcomes.includes('unknown-start')).map(({ id }) => id);
  const polls = requests.filter(({ operation }) => operation === 'status' || operation === 'result');
  const strange = polls.find(({ id }) => !waited.includes(id));
  find(strange !== undefined, 'right testset', `testset ${strange?.id ?? ''} was asked for`);
  for (const { scenario, id } of expected) {
    const create = createsOf(scenario, requests).at(-1);
    const known = resumable.has(scenario) || !create ? began : (create.endedAt ?? ended);
    const first = idOutputs.find(({ value }) => value.split(',').includes(`${id}`))?.at ?? Infinity;
    // A resumed testset is known when the receipts were read, which takes a while.
    const limit = known + (resumable.has(scenario) ? 30 * MINUTE : OUTPUT_MS);
    find(id !== undefined && first > limit, 'nothing lost', 'testset-id was set late');
  }
}

const FILES = { 'result.xml': 'xml', 'result.json': 'json', 'result.html': 'html' };

function checkFiles(run: ObservedRun, expected: readonly ExpectedTestset[], find: Find): void {
  const { requests, files, schedule, shown } = run;
  for (const { id = 0, results = [], saved = [], mayLackFiles } of expected) {
    const all = requestsFor(requests, 'result', id);
    for (const [file, name] of Object.entries(FILES)) {
      const textsIn = (replies: readonly Reply[], from = name): readonly string[] =>
        replies.flatMap((reply) => documentIn(reply, from) ?? []);
      const delivered = textsIn(saved);
      // Those of the reading that is judged, else of an earlier one; bare XML only where no reading had an XML.
      const possible = [textsIn(results), textsIn(all), file === 'result.xml' ? textsIn(all, 'bare_xml') : []];
      const right = possible.find((texts) => texts.length > 0) ?? [];
      const text = files.get(`testset-${id}/${file}`);
      // With a secret in it, a document is not saved as it was delivered, or not at all.
      const isLeft = schedule.leak > 0 && shown.includes(`${file} of testset ${id} was not saved`);
      const isMissing = text === undefined && delivered.length > 0 && !isLeft && !mayLackFiles;
      find(isMissing, 'right files', `${file} was delivered and is missing`);
      const isChanged = text !== undefined && schedule.leak === 0 && !right.includes(text);
      find(isChanged, 'right files', `${file} differs from what was delivered`);
    }
  }
}

/** Receipts stay while an attempt is without a verdict and are deleted with it, those of earlier attempts included. */
function checkReceipts(
  { outcome, testsets }: Report,
  run: ObservedRun,
  expected: readonly ExpectedTestset[],
  find: Find,
): void {
  const { receipts, receiptText, earlier, schedule, requests } = run;
  const own = earlier.filter(({ same, attempt }) => same && attempt < attemptOf(schedule));
  // Two jobs without names share the key: the receipts may be those of the other one.
  const isShared = new Set(own.map(({ attempt }) => attempt)).size < own.length;
  const kept = receipts.filter((label) => {
    const one = earlier[Number(label)];
    return label === 'main' || (one && !isShared && own.includes(one));
  });
  const isOpen = outcome === 'cancelled' || outcome === 'timed-out';
  const isComplete = testsets.every(({ kind }) => kind === 'complete');
  // Another attempt may get results that are missing.
  const hasVerdict = isComplete && !isOpen && !testsets.some(lacksResults);
  find(hasVerdict && kept.length > 0, 'right receipts', `${kept.length} receipts stayed after ${outcome}`);
  for (const { id, outcomes } of expected) {
    const isUnnamed =
      id !== undefined && outcomes.includes('unknown-start') && !receiptText.includes(`"testsetId":${id},`);
    find(isUnnamed, 'right receipts', `no receipt names testset ${id ?? ''}`);
  }
  const isLost = isOpen && requests.some(({ kind }) => kind === 'created') && !receipts.includes('main');
  find(isLost, 'right receipts', `no receipt was left after ${outcome}`);
}

function lacksResults(testset: TestVerdict): boolean {
  if (testset.outcome !== 'inconclusive' || testset.kind !== 'complete') return false;
  return ['absent', 'unfetched'].includes(testset.results.xml.state);
}
