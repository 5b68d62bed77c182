import type { Report, RunInfo, TestsetReport } from '../../model/report.ts';
import { cleanText } from '../../model/text.ts';
import { pluralize } from '../../model/words.ts';
import { unnamedDevices } from '../devices.ts';
import { testsetNames } from '../testset-words.ts';
import { countDevices } from '../verdict-words.ts';
import type { Detail } from './fit.ts';
import { html, link, prose } from './html.ts';

const NOTE_LIMIT = 1000;

/** What else there is to say, as a list: reasons beyond the sentence above, unit tests without a name, warnings. */
export function* noteLines(report: Report, { rows }: Detail): Generator<string> {
  const notes = [...allNotes(report)];
  if (notes.length === 0) return;
  if (rows > 0) {
    yield '<ul>';
    for (const note of notes.slice(0, rows)) yield `<li>${prose(cleanText(note, NOTE_LIMIT))}</li>`;
    yield '</ul>';
  }
  const left = notes.length - rows;
  if (left > 0) yield `<p>${pluralize(left, 'remark')} left out for length.</p>`;
}

/** How many notes there are. */
export function noteCount(report: Report): number {
  return [...allNotes(report)].length;
}

function* allNotes(report: Report): Generator<string> {
  for (const testset of report.testsets) {
    const whose = report.testsets.length > 1 ? ownerOf(testset) : '';
    for (const note of testsetNotes(report, testset)) {
      if (!report.sentence.includes(note)) yield whose + note;
    }
  }
}

function ownerOf({ id, scenario }: TestsetReport): string {
  if (id !== undefined) return `Testset ${id}: `;
  return scenario === undefined ? '' : `Scenario ${scenario}: `;
}

function testsetNotes(report: Report, testset: TestsetReport): string[] {
  const { reasons, problem, warnings } = testset;
  const trouble = problem && !reasons.includes(problem.message) ? [`${problem.message} ${problem.hint}`.trim()] : [];
  return [
    ...reasons,
    ...trouble,
    ...unclearNotes(report, testset),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

function unclearNotes(report: Report, testset: TestsetReport): string[] {
  const { unclear } = unnamedDevices(testset);
  const verb = unclear === 1 ? 'is' : 'are';
  return unclear === 0
    ? []
    : [`${countDevices(report, unclear)} that the status counts ${verb} not in the result documents.`];
}

const COMMIT_SHOWN = 12;

/** How to come back to what still runs. All of it is our own text, so it can be Markdown and be copied. */
export function* attachHelp({ testsets }: Report, { rows }: Detail): Generator<string> {
  const running = testsets.filter(({ status }) => status === 'Running').flatMap(({ id }) => id ?? []);
  if (running.length === 0) return;
  const who = running.length === 1 ? 'A testset' : pluralize(running.length, 'testset');
  yield `${who} may still be running. To wait for the results without starting anything again, run the step with \`testset-id\` in place of \`app-file\` or the scenarios.`;
  if (running.length > rows) yield ' The output `testset-id` of this step names them.\n\n';
  else yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}

/** Small print: testsets, artifact, commit, run. */
export function* footerLines({ testsets, artifact, run }: Report, { rows }: Detail): Generator<string> {
  const facts = [
    testsetNames(
      testsets.flatMap(({ id }) => id ?? []),
      rows,
    ),
    artifact ? `artifact ${link(artifact.url, cleanText(artifact.name))}` : '',
    commitWords(run),
    runWords(run),
  ].filter(Boolean);
  if (facts.length > 0) yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}

function commitWords({ commit }: RunInfo): string {
  return commit === '' ? '' : `commit <code>${html(cleanText(commit).slice(0, COMMIT_SHOWN))}</code>`;
}

function runWords({ runNumber, attempt, url }: RunInfo): string {
  return runNumber > 0 ? link(url, `run ${runNumber}, attempt ${attempt}`) : '';
}
