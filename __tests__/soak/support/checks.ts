import { createHash } from 'node:crypto';

import type { Outcome } from '../../../src/model/outcome.ts';
import type { TestsetReport } from '../../../src/model/report.ts';
import { foundIn } from '../../hostile/support/encodings.ts';
import { documentIn } from './expected-verdict.ts';
import { checkTimes } from './check-times.ts';
import { createsOf, expectRun, type ExpectedTestset, type ObservedRun } from './expected.ts';
import { findWhen, type Finding } from './finding.ts';
import { kindOfCreate, markStale } from './interpret.ts';
import { requestsFor } from './recorded-request.ts';
import { scenariosOf, SECRETS } from './job.ts';
import type { RunRecord } from './run.ts';
import { attemptOf } from './schedule.ts';

/** How long a known identifier may take to become an output, in milliseconds. */
const OUTPUT_MS = 1_000;
const MINUTE = 60_000;

/** Checks everything that is promised of a run. */
export function findingsOf(seen: RunRecord): readonly Finding[] {
  const record = { ...seen, requests: markStale(seen.requests, seen.began) };
  const { report, thrown, began, schedule } = record;
  if (!report) return [{ broken: 'no hang', how: thrown }];
  const run = {
    ...record,
    deadline: began + schedule.timeoutMinutes * MINUTE,
    scenarios: scenariosOf(schedule),
    resumable: resumableOf(record),
  };
  const expected = expectRun(run);
  return [
    ...checkCreates(run, record.app),
    ...checkVerdict(record, expected),
    ...checkIds(record, run, expected),
    ...checkFiles(record, expected),
    ...checkReceipts(record, run, expected),
    ...checkTimes(run),
    ...foundIn(record.shown, SECRETS).map((how): Finding => ({ broken: 'no secret shown', how })),
    ...checkLeft(record),
  ];
}

/** The testsets that the run should resume, by scenario: those of the last earlier attempt, if they are without a verdict. */
function resumableOf({ schedule, earlier }: RunRecord): ReadonlyMap<number, number> {
  const left = earlier.filter(({ attempt, end, same }) => attempt < attemptOf(schedule) && end === 'cancelled' && same);
  const last = left.filter(({ attempt }) => attempt === left.at(-1)?.attempt);
  return schedule.forged || last.length !== 1
    ? new Map<number, number>()
    : (last[0]?.created ?? new Map<number, number>());
}

/** Ends of a create after which another one may follow. */
const REPEATABLE = ['safe', 'slow', 'limit', 'maintenance'];

function checkCreates({ requests, scenarios, resumable }: ObservedRun, app: Buffer): Finding[] {
  const sha256 = createHash('sha256').update(app).digest('hex');
  const form = scenarios[0] === 0 ? `app_file:${sha256},data:` : 'data:';
  const sent = requests.filter(({ operation }) => operation === 'create');
  return [
    ...scenarios.flatMap((scenario) => {
      const own = createsOf(scenario, requests);
      const created = own.filter((request) => request.created !== undefined).length;
      const final = own.findIndex((request) => !REPEATABLE.includes(kindOfCreate(request)));
      const isResumed = resumable.has(scenario) && own.length > 0;
      return [
        ...findWhen(created > 1, 'no duplicate create', `${created} testsets were created`),
        ...findWhen(isResumed, 'no duplicate create', 'a testset of an earlier attempt was created again'),
        ...findWhen(
          final >= 0 && final < own.length - 1,
          'no create after the final one',
          `create ${final + 1} was final, ${own.length} were sent`,
        ),
      ];
    }),
    ...sent.flatMap(({ whole, parts, connection }) => {
      const got = parts.map((part) => [part.name, part.sha256].join(':')).join();
      const users = requests.filter((request) => request.connection === connection).length;
      return [
        ...findWhen(whole && got !== form, 'right files', `the create contained ${got}`),
        ...findWhen(users > 1, 'no duplicate create', 'a create used the connection of another request'),
      ];
    }),
  ];
}

/** docs/design.md, outcomes. */
const WORST_FIRST: readonly Outcome[] = [
  ...(['unknown-start', 'refused', 'not-started', 'cancelled', 'timed-out'] as const),
  ...(['inconclusive', 'failed', 'started', 'passed'] as const),
];

function checkVerdict({ report, outputs }: RunRecord, expected: readonly ExpectedTestset[]): Finding[] {
  if (!report) return [];
  const { outcome, testsets, sentence } = report;
  const worst = WORST_FIRST.find((one) => testsets.some((testset) => testset.outcome === one)) ?? 'none';
  // A run that ends before any create has one entry for all scenarios.
  const pairs = testsets.map((testset, at) => ({ testset, wanted: expected[at] ?? expected[0] }));
  const isShort = testsets.length < expected.length && expected.some(({ id }) => id !== undefined);
  return [
    ...pairs.flatMap(({ testset, wanted }) =>
      findWhen(
        wanted?.id !== undefined && wanted.id !== testset.id,
        'nothing lost',
        `the report has testset ${testset.id ?? 'none'}`,
      ),
    ),
    ...pairs.flatMap(({ testset, wanted }) => {
      const outcomes = wanted?.outcomes ?? [];
      const scenario = `scenario ${wanted?.scenario ?? ''}`;
      if (outcomes.length === 0)
        return findWhen(true, 'nothing lost', `${scenario} ended as ${testset.outcome}, and should have continued`);
      const how = `${scenario}: ${testset.outcome} instead of ${outcomes.join(' or ')}: ${testset.reasons.map(({ sentence }) => sentence).join(' ')}`;
      return findWhen(!outcomes.includes(testset.outcome), 'right verdict', how);
    }),
    ...findWhen(isShort, 'nothing lost', `${testsets.length} of ${expected.length} testsets are reported`),
    ...findWhen(outcome !== worst, 'right verdict', `the step is ${outcome}, its worst testset ${worst}: ${sentence}`),
    ...findWhen(
      outputs['outcome'] !== outcome,
      'right verdict',
      `output ${outputs['outcome'] ?? ''}, report ${outcome}`,
    ),
  ];
}

function checkIds(
  { outputs, idOutputs }: RunRecord,
  { requests, began, ended, scenarios, resumable }: ObservedRun,
  expected: readonly ExpectedTestset[],
): Finding[] {
  const ids = expected.flatMap(({ id }) => id ?? []);
  const reported = (outputs['testset-id'] ?? '').split(',').filter(Boolean);
  const possible = expected.flatMap(({ id, possibleId = id }) => possibleId ?? []);
  const isRight =
    ids.every((id) => reported.includes(`${id}`)) && reported.every((id) => possible.includes(Number(id)));
  const asked = requests.flatMap(({ operation, id }) => (['status', 'result'].includes(operation) ? id : []));
  const waited = expected.filter(({ outcomes }) => !outcomes.includes('unknown-start')).map(({ id }) => id);
  const strange = asked.find((id) => !waited.includes(id));
  const late = expected.filter(({ scenario, id }) => {
    const create = createsOf(scenario, requests).at(-1);
    const known = resumable.has(scenario) || !create ? began : (create.endedAt ?? ended);
    const first = idOutputs.find(({ value }) => value.split(',').includes(`${id}`));
    // A resumed testset is known when the receipts were read, which takes a while.
    return id !== undefined && (first?.at ?? Infinity) > known + (resumable.has(scenario) ? 30 * MINUTE : OUTPUT_MS);
  });
  return [
    ...findWhen(
      !isRight,
      'nothing lost',
      `testset-id is ${reported.join()} instead of ${ids.join()} of ${scenarios.join()}`,
    ),
    ...findWhen(late.length > 0, 'nothing lost', 'testset-id was set late'),
    ...findWhen(strange !== undefined, 'right testset', `testset ${strange ?? ''} was asked for`),
  ];
}

const DOCUMENTS = [
  ['result.xml', ['xml', 'bare_xml']],
  ['result.json', ['json']],
  ['result.html', ['html']],
] as const;

function checkFiles({ requests, files, schedule, shown }: RunRecord, expected: readonly ExpectedTestset[]): Finding[] {
  return expected.flatMap(({ id }) =>
    DOCUMENTS.flatMap(([file, names]) => {
      const results = requestsFor(requests, 'result', id ?? 0);
      const delivered = results.flatMap((request) => names.flatMap((name) => documentIn(request, name) ?? []));
      const text = files.get(`testset-${id ?? ''}/${file}`);
      // With a secret in it, a document is not saved as it was delivered, or not at all.
      if (text === undefined) {
        const isLeft = schedule.leak > 0 && shown.includes(`${file} of testset ${id ?? ''} was not saved`);
        return findWhen(delivered.length > 0 && !isLeft, 'right files', `${file} was delivered and is missing`);
      }
      return findWhen(
        schedule.leak === 0 && !delivered.includes(text),
        'right files',
        `${file} differs from what was delivered`,
      );
    }),
  );
}

/** Receipts stay while an attempt is without a verdict and are deleted with it, those of earlier attempts included. */
function checkReceipts(
  { report, receipts, receiptText, earlier, schedule }: RunRecord,
  { requests }: ObservedRun,
  expected: readonly ExpectedTestset[],
): Finding[] {
  if (!report || schedule.earlier.length === 0) return [];
  const { outcome, testsets } = report;
  const attempt = attemptOf(schedule);
  const isOwn = (label: string): boolean => {
    const one = earlier[Number(label)];
    return label === 'main' || (one !== undefined && one.same && one.attempt < attempt);
  };
  const kept = receipts.filter(isOwn);
  const isComplete = testsets.every(({ id, status }) => id !== undefined && status === 'Complete');
  // Another attempt may get the results.
  const isFetchable = testsets.some(lacksResults);
  const hasVerdict = isComplete && !isFetchable && !['cancelled', 'timed-out'].includes(outcome);
  const created = requests.some((request) => kindOfCreate(request) === 'created' && request.operation === 'create');
  const unnamed = expected.filter(
    ({ id, outcomes }) => id !== undefined && outcomes.includes('unknown-start') && !receiptText.includes(`${id}`),
  );
  const isOpen = created && ['cancelled', 'timed-out'].includes(outcome);
  return [
    ...findWhen(hasVerdict && kept.length > 0, 'right receipts', `${kept.length} receipts stayed after ${outcome}`),
    ...findWhen(unnamed.length > 0, 'right receipts', `no receipt names testset ${unnamed[0]?.id ?? ''}`),
    ...findWhen(isOpen && !receipts.includes('main'), 'right receipts', `no receipt was left after ${outcome}`),
  ];
}

function lacksResults({ outcome, sources }: TestsetReport): boolean {
  const documents = sources.filter(({ source }) => source !== 'status');
  if (outcome !== 'inconclusive') return false;
  return documents.every(({ state }) => state === 'absent') || documents.some(({ state }) => state === 'unfetched');
}

function checkLeft({ left }: RunRecord): Finding[] {
  return [
    ...findWhen(left.sleepers > 0, 'nothing left open', `${left.sleepers} sleeps`),
    ...findWhen(left.sockets > 0, 'nothing left open', `${left.sockets} sockets`),
  ];
}
