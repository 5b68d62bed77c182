import { describeSkipped } from '../model/history.ts';
import { isGreen, isPassedOrFailed } from '../model/outcome.ts';
import { describeStoredApp, type AppInfo, type Report } from '../model/report.ts';
import { cleanText, splitDevice, webAddress } from '../model/text.ts';
import {
  formatDuration,
  formatAge,
  formatNumber,
  formatSize,
  joinPieces,
  listFirst,
  pluralize,
} from '../model/words.ts';
import { hasWholeDuration } from './facts.ts';
import { formatCode, join, link, markup, nowrap, type Content } from './markup.ts';
import type { BarPart, ReportView } from './view.ts';

const MAX_NAMES = 3;

/** `compared with main, run 40 (in run 41 no device passed): 1 fixed (LGE Nexus_5X), 40s slower`; nothing without a baseline. */
export function compareWithBase({ report, addresses: { page }, fixed, branch }: ReportView): Content {
  const { comparison, durationSeconds, notTested = [] } = report;
  if (!comparison) return undefined;
  const { runNumber, runUrl, skippedRuns, seconds = durationSeconds } = comparison;
  const run = link(webAddress(runUrl), `${branch}, run ${runNumber}`);
  const toFixed = page === undefined ? undefined : webAddress(`${page}#result=fixed`);
  const missing = notTested.map((device) => splitDevice(device).name);
  const hasRetry = report.testsets.some(({ earlier }) => earlier.length > 0);
  const isComparable = hasWholeDuration(report) && isPassedOrFailed(report.outcome) && !hasRetry;
  const difference = isComparable ? Math.round(durationSeconds - seconds) : 0;
  // What failed at once was not faster.
  const speed = difference > 0 ? 'slower' : isGreen(report.outcome) && difference < 0 && 'faster';
  const changes = [
    fixed.length > 0 && [
      link(toFixed, nowrap(`${formatNumber(fixed.length)} fixed`)),
      listNames(fixed.map(({ name }) => name)),
    ],
    missing.length > 0 && [
      nowrap(`${pluralize(missing.length, 'device')} of run ${runNumber} not tested`),
      listNames(missing),
    ],
    speed && nowrap(`${formatDuration(Math.abs(difference))} ${speed}`),
  ];
  const skipped = skippedRuns && ` (${describeSkipped(skippedRuns)})`;
  return join(': ', [markup`compared with ${run}${skipped}`, join(', ', changes)]);
}

/** Up to `MAX_NAMES` devices. They may wrap, a number and its word may not. */
function listNames(names: readonly string[]): string {
  return ` (${listFirst(names, MAX_NAMES)})`;
}

const TEXT_LIMIT = 1000;
/** Of a reason that a row shows as well. */
const REASON_LIMIT = 200;

/** A sentence with words of the service, of at most 1,000 characters. */
export function formatSentence(text: string): Content {
  return formatCode(cleanText(text, TEXT_LIMIT));
}

/** Why, and what to do next where the devices do not show it. Of several testsets without results the rows say why, and this only of a rejection. */
export function nextStep({ report: { outcome, testsets }, text: { about, why, open, next } }: ReportView): Content {
  const isInRows = testsets.length > 1 && !isPassedOrFailed(outcome);
  const rejection = isInRows && outcome === 'rejected' && cleanText(why, REASON_LIMIT);
  if (about === '') return formatSentence(joinPieces(' ', [isInRows ? rejection : why, next]));
  const all = joinPieces(' ', [rejection, open, next]);
  return formatSentence(all && `${about}: ${all}`);
}

/** What a bar shows, in words: `2 failed, 6 passed`. */
export function describeBar(bar: readonly BarPart[]): string {
  return bar.map(({ words, number }) => `${formatNumber(number)} ${words}`).join(', ');
}

/** `commit 8f2c3d4`; where this step sent no app of it, `workflow of commit 8f2c3d4`. Empty if it is not known. */
export function nameCommit({ run, app }: Pick<Report, 'run' | 'app'>): string {
  const short = cleanText(run.headCommit).slice(0, 7);
  // Inputs of a run by hand may have chosen another commit.
  const isOfCommit = app?.kind === 'sent' && !run.inputs;
  return short && `${isOfCommit ? '' : 'workflow of '}commit ${short}`;
}

const DIGEST_LENGTH = 12;

/** The name of an app that was sent, or where the service takes it from. */
export function nameApp(app: AppInfo): string {
  return app.kind === 'sent' ? app.name : describeStoredApp(app);
}

/** Name, size, age and the beginning of the digest of an app. @param bytesBefore its size in the run to compare with */
export function describeApp(app: AppInfo, bytesBefore?: number): Content {
  const name = cleanText(nameApp(app));
  if (app.kind === 'stored') return name;
  const { bytes, ageDays, sha256 } = app;
  const size =
    bytes > 0 && joinPieces(' ', [nowrap(formatSize(bytes)), describeGrowth(bytes - (bytesBefore ?? bytes))]);
  const digest = sha256 !== undefined && markup`<code>${cleanText(sha256).slice(0, DIGEST_LENGTH)}</code>`;
  return join(', ', [name, size, formatAge(ageDays), digest]);
}

/** `(0.2 MB more)`; empty for a difference that would be shown as 0.0 MB. */
function describeGrowth(bytes: number): string {
  if (Math.abs(bytes) < 50_000) return '';
  const size = nowrap(`${(Math.abs(bytes) / 1e6).toFixed(1)} MB`);
  return `(${size} ${bytes > 0 ? 'more' : 'less'})`;
}
