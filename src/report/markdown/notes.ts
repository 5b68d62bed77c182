import { countDevices } from '../../model/counts.ts';
import type { Report, TestsetReport } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { pluralize } from '../../model/words.ts';
import { unnamedDevices } from '../devices.ts';
import { testsetNames } from '../testset-words.ts';
import { html, link, prose } from './html.ts';

/** In UTF-16 units. */
const NOTE_LIMIT = 1000;

/** A list of the notes. */
export function* noteLines(report: Report, rows: number): Generator<string> {
  const notes = notesOf(report);
  const shown = notes.slice(0, rows);
  if (shown.length > 0) {
    yield '<ul>';
    for (const note of shown) yield `<li>${prose(cleanText(note, NOTE_LIMIT))}</li>`;
    yield '</ul>';
  }
  const left = notes.length - shown.length;
  if (left > 0) yield `<p>${pluralize(left, 'note')} not shown here.</p>`;
}

/** Reasons that the sentence of the report does not contain, errors, devices that are in no document, and warnings. */
export function notesOf(report: Report): string[] {
  const hasSeveral = report.testsets.length > 1;
  return report.testsets.flatMap((testset) => {
    const { id, scenario } = testset;
    const label = id === undefined ? scenario !== undefined && `Scenario ${scenario}: ` : `Testset ${id}: `;
    return testsetNotes(report, testset)
      .filter((note) => !report.sentence.includes(note))
      .map((note) => `${(hasSeveral && label) || ''}${note}`);
  });
}

function testsetNotes({ testsets }: Report, testset: TestsetReport): string[] {
  const { reasons, problem, warnings } = testset;
  const { unclear } = unnamedDevices(testset);
  const verb = unclear === 1 ? 'is' : 'are';
  return [
    ...reasons,
    ...(problem && !reasons.includes(problem.message) ? [`${problem.message} ${problem.hint}`.trim()] : []),
    ...(unclear === 0
      ? []
      : [`${countDevices(unclear, testsets.length)} that the status counts ${verb} not in the result documents.`]),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

/** How to wait for testsets that are still running, as Markdown with a snippet to copy. */
export function* attachHelp({ testsets }: Report, rows: number): Generator<string> {
  const running = testsets.filter(({ status }) => status === 'Running').flatMap(({ id }) => id ?? []);
  if (running.length === 0) return;
  const what = running.length === 1 ? 'A testset' : pluralize(running.length, 'testset');
  yield `${what} may still be running. To wait for the results without starting another test, run the step with \`testset-id\` in place of \`app-file\` or the scenarios.`;
  if (running.length > rows) yield ' The output `testset-id` of this step has the identifiers.\n\n';
  else yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}

const COMMIT_SHOWN = 12;

/** Small print: testsets, artifact, commit, run. */
export function* footerLines({ testsets, artifact, run }: Report, rows: number): Generator<string> {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  const facts = [
    testsetNames(ids, rows),
    artifact && `artifact ${link(artifact.url, cleanText(artifact.name))}`,
    run.commit && `commit <code>${html(cleanText(run.commit).slice(0, COMMIT_SHOWN))}</code>`,
    run.runNumber > 0 && link(run.url, `run ${run.runNumber}, attempt ${run.attempt}`),
  ].filter(Boolean);
  if (facts.length > 0) yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}
