import type { Counts } from '../model/counts.ts';
import { isGreen, type Outcome } from '../model/outcome.ts';
import { limitViolations } from '../verdict/limits.ts';
import type { Limits } from '../model/report.ts';
import { pluralize, listFirst } from '../model/words.ts';
import type { Chunk } from './match.ts';
import type { KeptReport } from './read-report.ts';

/** The reason of each scenario of a job without a report. */
export const NO_REPORT = 'The job that was to run it left no report that can be used.';

/** The reason of a testset that was only started. */
export const NOT_AWAITED = 'The job did not wait for its end, so nobody knows how it went.';

const LOOK = 'Look at the logs of these jobs; "Re-run failed jobs" runs them again, and this one after them.';
const AGAIN = 'Run all jobs again.';
const LINKS = 'Each device that did not pass links to its result page.';

/** At most so many jobs, scenarios or doubts have their say in the sentence. */
const MOST_SAID = 3;

/** What the sentence is about. */
export interface Subject {
  readonly chunks: readonly Chunk[];
  readonly doubts: readonly string[];
  readonly counts: Counts;
  readonly limits: Limits;
}

/** What happened, and what the jobs say about it. */
export function sentenceOf(outcome: Outcome, { chunks, doubts, counts, limits }: Subject): string {
  if (outcome === 'passed') return `${counts.pass} of ${counts.total} unit tests passed.`;
  const silent = chunks.filter(({ report }) => report === undefined);
  const red = redReports(chunks);
  const number = silent.length + red.length;
  const excess = red.some((report) => report.outcome === 'failed') ? [] : limitViolations(counts, { counts, limits });
  return [
    ...(number === 0 ? [] : [`${number} of ${pluralize(chunks.length, 'job')} did not pass.`]),
    ...(silent.length === 0 ? [] : [`There is no report that can be used of ${scenariosWords(silent)}.`]),
    ...sayings(red.map(({ outcome: word, sentence }) => (isGreen(word) ? NOT_AWAITED : sentence))),
    ...(excess.length === 0 ? [] : [`In all jobs together: ${excess.join(' ')}`]),
    ...sayings(doubts),
  ].join(' ');
}

/** What to do next: what the first of the jobs says, and how to run again what has to be. */
export function hintOf(chunks: readonly Chunk[], doubts: readonly string[]): string {
  const red = redReports(chunks);
  const hint = red.filter(({ outcome }) => !isGreen(outcome)).find((report) => report.hint !== '')?.hint;
  if (red.length > 0 || chunks.some(({ report }) => report === undefined)) return `${hint ?? ''} ${LOOK}`.trim();
  return doubts.length > 0 ? AGAIN : LINKS;
}

function redReports(chunks: readonly Chunk[]): readonly KeptReport[] {
  return chunks.flatMap(({ report }) => (report && report.outcome !== 'passed' ? report : []));
}

/** The first few, each once, and how many more there are. */
function sayings(sentences: readonly string[]): readonly string[] {
  const said = [...new Set(sentences)];
  const more = said.length - MOST_SAID;
  return more > 0 ? [...said.slice(0, MOST_SAID), `And ${pluralize(more, 'more reason')}.`] : said;
}

/** `scenario 101`, `scenarios 101, 102, 103 and 17 more`. */
function scenariosWords(chunks: readonly Chunk[]): string {
  const scenarios = chunks.flatMap((chunk) => chunk.scenarios);
  return `${scenarios.length === 1 ? 'scenario' : 'scenarios'} ${listFirst(scenarios, MOST_SAID)}`;
}
