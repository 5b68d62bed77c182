import { isGreen } from '../../outcome.ts';
import { adoptionWords } from '../adoption-words.ts';
import { plain } from '../clean.ts';
import { deviceSeconds } from '../device.ts';
import { html, prose } from '../escape.ts';
import type { AppFacts, Report, TestsetReport } from '../report.ts';
import { scenarioLabel } from '../testset-label.ts';
import { totals } from '../verdict-words.ts';
import { count, duration, size } from '../words.ts';

/** A sentence says what the service said, too; more of it than this helps nobody. */
const SENTENCE_LIMIT = 1000;

/** How much of a digest is enough to compare it by eye. */
const DIGEST_SHOWN = 12;

/** Below the heading: why the step is red and what to do, then the totals, the app, what ran, and the times. */
export function* factLines(report: Report): Generator<string> {
  if (!isGreen(report.outcome)) yield* explanation(report);
  yield '<ul>';
  if (report.counts.total > 0) yield `<li>${html(totals(report))}</li>`;
  if (report.app) yield `<li>App: ${appWords(report.app)}</li>`;
  yield* requestLines(report);
  if (report.adopted) yield `<li>${prose(adoptionWords(report.adopted))}</li>`;
  yield* timeLines(report);
  yield '</ul>';
}

function* explanation({ sentence, hint }: Report): Generator<string> {
  for (const text of [sentence, hint].map((words) => plain(words, SENTENCE_LIMIT))) {
    if (text !== '') yield `<p>${prose(text)}</p>`;
  }
}

function appWords({ name, bytes, sent, sha256 }: AppFacts): string {
  const unnamed = sent ? 'sent' : 'not sent';
  const digest = sha256 === undefined ? unnamed : `SHA-256 <code>${html(plain(sha256).slice(0, DIGEST_SHOWN))}</code>`;
  // An app that was not even opened has no size yet.
  return [`<strong>${html(plain(name))}</strong>`, ...(bytes > 0 ? [size(bytes)] : []), digest].join(', ');
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
    `${request.kind} test <strong>${html(plain(request.name))}</strong>${request.osType === undefined ? '' : ` on ${request.osType}`}`,
    request.kind === 'scenario' ? scenariosWords(testsets) : '',
    request.timeLimitMinutes === undefined ? '' : `at most ${request.timeLimitMinutes}m on each device`,
  ];
  return facts.filter(Boolean).join(', ');
}

/** One scenario by its name; several are named by the table of testsets. */
function scenariosWords(testsets: readonly TestsetReport[]): string {
  const [first] = testsets;
  if (testsets.length > 1) return count(testsets.length, 'scenario');
  return html(scenarioLabel(first?.scenario, first?.scenarioName));
}

/** People wait for the slowest device, and pay for all of them: two times that have little to do with each other. */
function* timeLines(report: Report): Generator<string> {
  if (report.outcome !== 'started' && report.testsets.some(({ id }) => id !== undefined)) {
    yield `<li>Waited: ${duration(report.durationSeconds)}</li>`;
  }
  const busy = deviceSeconds(report);
  if (busy > 0) yield `<li>Device time: ${duration(busy)} in all</li>`;
}
