import type { Receipt, ReceiptFile } from '../../../src/model/receipts.ts';
import type { Attempt } from '../../support/job-attempts.ts';
import type { ArtifactMemory } from './artifact-memory.ts';

/** The devices that do not pass in a testset, whatever the step says; `undefined` if there is no such testset. */
export type FailedIn = (testsetId: number) => readonly string[] | undefined;

/** What a job has stored before an attempt, by scenario. */
export interface Stored {
  /** Whatever may be a testset without results. */
  readonly open: ReadonlyMap<number, Receipt>;
  /** The last testsets that the attempt must continue, because it can tell that they are its own. */
  readonly certain: ReadonlyMap<number, Receipt>;
}

type LabelledFile = ReceiptFile & { readonly label: string };

function filesIn(memory: ArtifactMemory): readonly LabelledFile[] {
  const read = (text: string) => JSON.parse(text.slice(text.indexOf('\n'))) as ReceiptFile;
  return [...memory.values()].map(({ label, text }) => ({ ...read(text), label }));
}

/** Reads what earlier attempts of a job stored, without `ended`. @param isNamed whether the attempt knows GitHub's name of the job */
export function readStored(
  memory: ArtifactMemory,
  { jobName, attempt, isNamed }: { readonly jobName: string; readonly attempt: number; readonly isNamed: boolean },
  ended: ReadonlySet<number>,
): Stored {
  const earlier = filesIn(memory).filter((file) => file.attempt < attempt);
  const ends = earlier.filter(({ isEnd }) => isEnd);
  const files = earlier.filter((file) => !ends.some((end) => isEnded(file, end)));
  const own = files.filter(({ label }) => label.startsWith(jobName));
  const all = own
    .flatMap((file) => file.receipts.map((receipt) => ({ ...receipt, attempt: file.attempt })))
    .filter(({ testsetId = 0 }) => !ended.has(testsetId))
    .sort((a, b) => a.attempt - b.attempt || a.retry - b.retry);
  const namedIn = new Set(files.flatMap((file) => (file.jobName === jobName ? file.attempt : [])));
  const areNamed = files.every((file) => file.jobName !== undefined || namedIn.has(file.attempt));
  const isCertain = (isNamed && areNamed) || own.length === files.length;
  // Of a retry alone it is not known which devices failed before.
  const first = new Set(all.flatMap(({ scenario, retry }) => (retry === 0 ? scenario : [])));
  const certain = all.filter(({ testsetId, scenario }) => isCertain && testsetId !== undefined && first.has(scenario));
  const byScenario = (list: typeof all) => new Map(list.map((receipt) => [receipt.scenario, receipt]));
  return { open: byScenario(all), certain: byScenario(certain) };
}

/** Whether an attempt with results, which could not delete a file, said that it counts no more. */
function isEnded(file: ReceiptFile, end: ReceiptFile): boolean {
  const isOfOther = file.jobName !== undefined && end.jobName !== undefined && file.jobName !== end.jobName;
  return !isOfOther && (file.attempt < end.attempt || file.stepId === end.stepId);
}

/** Checks that testsets, and scenarios whose create may have made one, have a receipt of the attempt. */
export function checkStored(
  label: string,
  memory: ArtifactMemory,
  ...[testsets, scenarios]: readonly [testsets: readonly number[], scenarios: readonly number[]]
): string[] {
  const stored = filesIn(memory).flatMap((file) => (file.label === label ? file.receipts : []));
  const lost = testsets.filter((id) => !stored.some(({ testsetId }) => testsetId === id));
  const unknown = scenarios.filter((id) => !stored.some(({ scenario }) => scenario === id));
  return [...lost.map((id) => `testset ${id} has no receipt`), ...unknown.map((id) => `scenario ${id} has no receipt`)];
}

/** Checks what was created and resumed. @param ended testsets whose results an attempt before had */
export function checkAttempt(
  played: Attempt,
  { open, certain }: Stored,
  { isAllowed, retryFailed, ended }: { isAllowed: boolean; retryFailed: number; ended: ReadonlySet<number> },
): string[] {
  const findings = isAllowed ? [...checkCreates(played, certain), ...checkRetries(played, certain, retryFailed)] : [];
  return [...findings, ...checkWarned(played, open), ...checkResumed(played, ended)];
}

/** A testset with a receipt is continued. */
function checkCreates({ created }: Attempt, stored: Stored['certain']): string[] {
  const scenarios = created.filter((testset) => retryOf(testset) === 0).map(({ request }) => request.scenarioId);
  const twice = scenarios.filter((scenario, at) => scenarios.indexOf(scenario) !== at);
  const findings = twice.map((scenario) => `scenario ${scenario} was created twice`);
  for (const scenario of scenarios) {
    const before = stored.get(scenario);
    if (before) findings.push(`scenario ${scenario} was created although testset ${before.testsetId} has no result`);
  }
  return findings;
}

const WARNINGS = /^warning: .*(?:cannot be read|Could not check|is not used|may have created|several testsets)/;

/** What cannot be read, or told from the testsets of another job, may be paid for again, with a warning. */
function checkWarned({ created, log }: Attempt, open: Stored['open']): string[] {
  const again = created.filter((testset) => retryOf(testset) === 0 && open.has(testset.request.scenarioId));
  const isWarned = log.some((line) => WARNINGS.test(line));
  return again.length > 0 && !isWarned ? ['testsets were paid for again without a warning'] : [];
}

/** No attempt takes a testset whose results an attempt before had. */
function checkResumed({ report }: Attempt, ended: ReadonlySet<number>): string[] {
  const again = (report.resumed ?? []).filter(({ testsetId }) => ended.has(testsetId));
  return again.map(({ testsetId }) => `testset ${testsetId} was resumed although it had results`);
}

type Created = Attempt['created'][number];

/** 0 for the first testset of a scenario. */
export function retryOf({ request }: Created): number {
  return Number(/ retry (\d+)$/.exec(request.name)?.[1] ?? 0);
}

/** Each retry follows a testset that failed, no number is used twice, and there are no more than allowed. */
function checkRetries({ created }: Attempt, stored: Stored['certain'], allowed: number): string[] {
  return created.flatMap((testset, at) => {
    const { scenarioId: scenario } = testset.request;
    const retry = retryOf(testset);
    if (retry === 0) return [];
    const findings: string[] = [];
    const before = created.slice(0, at).filter(({ request }) => request.scenarioId === scenario);
    if (retry > allowed) findings.push(`scenario ${scenario} had retry ${retry}`);
    if (before.some((other) => retryOf(other) === retry))
      findings.push(`retry ${retry} of ${scenario} was created twice`);
    const previous = before.at(-1);
    if (previous?.devices.every(({ result }) => result === 'pass')) findings.push(`scenario ${scenario} had passed`);
    const known = stored.get(scenario);
    if (!previous && known && known.retry >= retry)
      findings.push(`retry ${retry} of ${scenario} was created although testset ${known.testsetId} is known`);
    return findings;
  });
}

/** A green step asked for the status and the results of every testset, and each device passed in one of its scenario. */
export function checkGreen({ report, requests }: Attempt, failedIn: FailedIn): string[] {
  if (report.outcome !== 'passed') return [];
  return report.testsets.flatMap(({ id = 0, earlier = [] }) => {
    const asked = (operation: string): boolean =>
      requests.some((entry) => entry.operation === operation && entry.path.includes(`/${id}`));
    const findings: string[] = [];
    if (!asked('status') || !asked('result')) findings.push(`green without status or results of testset ${id}`);
    const isExcused = (device: string): boolean =>
      earlier.some((testset) => failedIn(testset.id ?? 0)?.includes(device) === false);
    if (!failedIn(id)?.every(isExcused)) findings.push(`green although testset ${id} failed`);
    return findings;
  });
}
