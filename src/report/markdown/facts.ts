import { isGreen } from '../../model/outcome.ts';
import type { AppInfo, Comparison, Report, TestsetReport } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { pluralize, formatDuration, formatNumber, formatSize } from '../../model/words.ts';
import { deviceSeconds, splitDevice } from '../devices.ts';
import { resumeNotice, scenarioLabel } from '../testset-words.ts';
import { countsLine } from '../verdict-words.ts';
import type { Detail } from './fit.ts';
import { html, link, prose } from './html.ts';

/** A sentence says what the service said, too; more of it than this helps nobody. */
const SENTENCE_LIMIT = 1000;

/** How much of a digest is enough to compare it by eye. */
const DIGEST_SHOWN = 12;

/** Below the heading: why the step is red and what to do, then the totals, the app, what ran, and the times. */
export function* factLines(report: Report): Generator<string> {
  if (!isGreen(report.outcome)) yield* explanation(report);
  yield '<ul>';
  if (report.counts.total > 0) yield `<li>${html(countsLine(report))}</li>`;
  if (report.app) yield `<li>App: ${appWords(report.app)}</li>`;
  yield* requestLines(report);
  if (report.resumed) yield `<li>${prose(resumeNotice(report.resumed))}</li>`;
  yield* timeLines(report);
  yield '</ul>';
}

function* explanation({ sentence, hint }: Report): Generator<string> {
  for (const text of [sentence, hint].map((words) => cleanText(words, SENTENCE_LIMIT))) {
    if (text !== '') yield `<p>${prose(text)}</p>`;
  }
}

function appWords({ name, bytes, sent, sha256 }: AppInfo): string {
  const unnamed = sent ? 'sent' : 'not sent';
  const digest =
    sha256 === undefined ? unnamed : `SHA-256 <code>${html(cleanText(sha256).slice(0, DIGEST_SHOWN))}</code>`;
  // An app that was not even opened has no size yet.
  return [`<strong>${html(cleanText(name))}</strong>`, ...(bytes > 0 ? [formatSize(bytes)] : []), digest].join(', ');
}

/** What ran, or was to run; nothing of testsets that existed before, when none of them was ever seen. */
function* requestLines(report: Report): Generator<string> {
  const { request, testsets } = report;
  if (request.kind === 'attached' && testsets.every(({ status }) => status === 'Unknown')) return;
  const isKnown = testsets.some(({ id }) => id !== undefined);
  yield `<li>${isKnown ? 'Ran' : 'Asked for'}: ${requestWords(report)}</li>`;
}

function requestWords({ request, testsets }: Report): string {
  if (request.kind === 'attached') return 'testsets that existed before this step';
  const facts = [
    `${request.kind} test <strong>${html(cleanText(request.name))}</strong>${request.osType === undefined ? '' : ` on ${request.osType}`}`,
    request.kind === 'scenario' ? scenariosWords(testsets) : '',
    request.timeLimitMinutes === undefined ? '' : `at most ${request.timeLimitMinutes}m on each device`,
  ];
  return facts.filter(Boolean).join(', ');
}

/** One scenario by its name; several are named by the table of testsets. */
function scenariosWords(testsets: readonly TestsetReport[]): string {
  const [first] = testsets;
  if (testsets.length > 1) return pluralize(testsets.length, 'scenario');
  return html(scenarioLabel(first?.scenario, first?.scenarioName));
}

/** People wait for the slowest device, and pay for all of them: two times that have little to do with each other. */
function* timeLines(report: Report): Generator<string> {
  if (report.outcome !== 'started' && report.testsets.some(({ id }) => id !== undefined)) {
    yield `<li>Waited: ${formatDuration(report.durationSeconds)}</li>`;
  }
  const busy = deviceSeconds(report);
  if (busy > 0) yield `<li>Device time: ${formatDuration(busy)} in all</li>`;
}

/** More names than this are only counted: the table has what fails now, and the earlier report the rest. */
const MOST_NAMES = 20;

/** What is different from the run before: devices, and how long it took. */
export function* comparisonLines({ comparison }: Report, { rows }: Detail): Generator<string> {
  if (!comparison) return;
  const few = Math.min(rows, MOST_NAMES);
  yield `<p><strong>Compared with before</strong>${beforeWords(comparison)}</p>`;
  yield '<ul>';
  yield `<li>🔺 Newly failing: ${nameWords(comparison.newlyFailing, few)}</li>`;
  yield `<li>➖ Still failing: ${nameWords(comparison.stillFailing, few)}</li>`;
  yield `<li>✅ Fixed: ${nameWords(comparison.fixed, few)}</li>`;
  const time = timeWords(comparison);
  if (time !== '') yield `<li>Waited: ${time}</li>`;
  yield '</ul>';
}

function beforeWords({ runUrl }: Comparison): string {
  return ` (${link(runUrl, 'the earlier run')})`;
}

function nameWords(names: readonly string[], few: number): string {
  const number = `<strong>${formatNumber(names.length)}</strong>`;
  const shown = names.slice(0, few).map((name) => html(deviceWords(name)));
  if (shown.length === 0) return number;
  const more = names.length - shown.length;
  return `${number} (${shown.join(', ')}${more > 0 ? `, and ${formatNumber(more)} more` : ''})`;
}

function deviceWords(name: string): string {
  const { device, os } = splitDevice(name);
  return os === '' ? device : `${device} / ${os}`;
}

function timeWords({ secondsBefore, secondsNow }: Comparison): string {
  if (secondsBefore === undefined) return '';
  const difference = Math.round(secondsNow) - Math.round(secondsBefore);
  const times = `${formatDuration(secondsNow)}, before ${formatDuration(secondsBefore)}`;
  if (difference === 0) return `as long as before, ${formatDuration(secondsNow)}`;
  return `${formatDuration(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} (${times})`;
}
