import { isGreen } from '../../model/outcome.ts';
import type { AppInfo, Comparison, Report } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { formatDuration, formatNumber, formatSize, pluralize } from '../../model/words.ts';
import { splitDevice } from '../devices.ts';
import { resumeNotice, scenarioLabel } from '../testset-words.ts';
import { countsLine } from '../titles.ts';
import { html, link, prose } from './html.ts';

/** A sentence can contain a message of the service. In UTF-16 units. */
const SENTENCE_LIMIT = 1000;

/** Characters of a digest that are enough to compare it by eye. */
const DIGEST_SHOWN = 12;

/** Below the heading: why the step is red and what to do, then the totals, the app, what ran, and the times. */
export function* factLines(report: Report): Generator<string> {
  const { app, counts, request, resumed, testsets } = report;
  const isCreated = testsets.some(({ id }) => id !== undefined);
  if (!isGreen(report.outcome)) {
    for (const text of [report.sentence, report.hint].filter(Boolean)) {
      yield `<p>${prose(cleanText(text, SENTENCE_LIMIT))}</p>`;
    }
  }
  yield '<ul>';
  if (counts.total > 0) yield `<li>${html(countsLine(counts, testsets.length))}</li>`;
  if (app) yield `<li>App: ${appWords(app)}</li>`;
  // Testsets of an earlier step that returned no status may not exist.
  if (request.kind !== 'attached' || testsets.some(({ status }) => status !== 'Unknown')) {
    yield `<li>${isCreated ? 'Ran' : 'Requested'}: ${requestWords(report)}</li>`;
  }
  if (resumed) yield `<li>${prose(resumeNotice(resumed))}</li>`;
  if (report.outcome !== 'started' && isCreated) yield `<li>Waited: ${formatDuration(report.durationSeconds)}</li>`;
  const seconds = deviceSeconds(report);
  if (seconds > 0) yield `<li>Device time: ${formatDuration(seconds)} in all</li>`;
  yield '</ul>';
}

function appWords({ name, bytes, sent, sha256 }: AppInfo): string {
  const digest = sha256 && `SHA-256 <code>${html(cleanText(sha256).slice(0, DIGEST_SHOWN))}</code>`;
  return [
    `<strong>${html(cleanText(name))}</strong>`,
    ...(bytes > 0 ? [formatSize(bytes)] : []),
    digest ?? (sent ? 'sent' : 'not sent'),
  ].join(', ');
}

function requestWords({ request, testsets }: Report): string {
  if (request.kind === 'attached') return 'testsets that existed before this step';
  const [first, ...others] = testsets;
  const system = request.osType === undefined ? '' : ` on ${request.osType}`;
  const scenarios =
    others.length > 0
      ? pluralize(testsets.length, 'scenario')
      : html(scenarioLabel(first?.scenario, first?.scenarioName));
  return [
    `${request.kind} test <strong>${html(cleanText(request.name))}</strong>${system}`,
    request.kind === 'scenario' ? scenarios : '',
    request.timeLimitMinutes === undefined ? '' : `at most ${request.timeLimitMinutes}m on each device`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** How long the devices were in use; a device without a known duration adds nothing. */
function deviceSeconds({ testsets }: Report): number {
  return testsets
    .flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases))
    .reduce((sum, { seconds = 0 }) => sum + seconds, 0);
}

/** More devices than this are only counted. */
const MOST_NAMES = 20;

/** What changed since the earlier run: devices, and how long it took. */
export function* comparisonLines({ comparison }: Report, rows: number): Generator<string> {
  if (!comparison) return;
  const most = Math.min(rows, MOST_NAMES);
  yield `<p><strong>Compared with before</strong> (${link(comparison.runUrl, 'the earlier run')})</p>`;
  yield '<ul>';
  yield `<li>🔺 Newly failing: ${countNames(comparison.newlyFailing, most)}</li>`;
  yield `<li>➖ Still failing: ${countNames(comparison.stillFailing, most)}</li>`;
  yield `<li>✅ Fixed: ${countNames(comparison.fixed, most)}</li>`;
  const time = compareTimes(comparison);
  if (time !== '') yield `<li>Waited: ${time}</li>`;
  yield '</ul>';
}

function countNames(names: readonly string[], most: number): string {
  const number = `<strong>${formatNumber(names.length)}</strong>`;
  const shown = names.slice(0, most).map((name) => {
    const { device, os } = splitDevice(name);
    return html(os === '' ? device : `${device} / ${os}`);
  });
  if (shown.length === 0) return number;
  const more = names.length - shown.length;
  return `${number} (${shown.join(', ')}${more > 0 ? `, and ${formatNumber(more)} more` : ''})`;
}

function compareTimes({ secondsBefore, secondsNow }: Comparison): string {
  if (secondsBefore === undefined) return '';
  const difference = Math.round(secondsNow) - Math.round(secondsBefore);
  if (difference === 0) return `as long as before, ${formatDuration(secondsNow)}`;
  const times = `${formatDuration(secondsNow)}, before ${formatDuration(secondsBefore)}`;
  return `${formatDuration(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} (${times})`;
}
