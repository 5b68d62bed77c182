import { plain } from '../clean.ts';
import { prose } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report, TestsetReport } from '../report.ts';
import { unnamed } from '../unnamed.ts';
import { testsCount } from '../verdict-words.ts';
import { count } from '../words.ts';

const NOTE_LIMIT = 1000;

/** What else there is to say, as a list: reasons beyond the sentence above, unit tests without a name, warnings. */
export function* noteLines(report: Report, { rows }: Detail): Generator<string> {
  const notes = [...allNotes(report)];
  if (notes.length === 0) return;
  if (rows > 0) {
    yield '<ul>';
    for (const note of notes.slice(0, rows)) yield `<li>${prose(plain(note, NOTE_LIMIT))}</li>`;
    yield '</ul>';
  }
  const left = notes.length - rows;
  if (left > 0) yield `<p>${count(left, 'remark')} left out for length.</p>`;
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
  const { unclear } = unnamed(testset);
  const verb = unclear === 1 ? 'is' : 'are';
  return unclear === 0
    ? []
    : [`${testsCount(report, unclear)} that the status counts ${verb} not in the result documents.`];
}
