import { countResults } from '../../results/document.ts';
import { plain } from '../clean.ts';
import { prose } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report, TestsetReport } from '../report.ts';
import { unnamed } from '../unnamed.ts';
import { testsCount } from '../verdict-words.ts';
import { count, grouped } from '../words.ts';

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
    const whose = report.testsets.length > 1 && testset.id !== undefined ? `Testset ${testset.id}: ` : '';
    for (const note of testsetNotes(report, testset)) {
      if (!report.sentence.includes(note)) yield whose + note;
    }
  }
}

function testsetNotes(report: Report, testset: TestsetReport): string[] {
  const { reasons, problem, warnings } = testset;
  const trouble = problem && !reasons.includes(problem.message) ? [`${problem.message} ${problem.hint}`.trim()] : [];
  return [
    ...reasons,
    ...trouble,
    ...unclearNotes(report, testset),
    ...kindNotes(testset),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

/** The service's documents may call errors what its status counts as failed: the table would contradict the heading silently. */
function kindNotes({ counts, suites }: TestsetReport): string[] {
  const { failed, error } = countResults(suites);
  if (failed + error !== counts.fail + counts.error || failed === counts.fail) return [];
  const words = `${grouped(counts.fail)} failed and ${grouped(counts.error)} with an error`;
  const shown = `${grouped(failed)} failed and ${grouped(error)} with an error`;
  return [`The status counts ${words}; the result documents, and so the table, show ${shown}.`];
}

function unclearNotes(report: Report, testset: TestsetReport): string[] {
  const { unclear } = unnamed(testset);
  const verb = unclear === 1 ? 'is' : 'are';
  return unclear === 0
    ? []
    : [`${testsCount(report, unclear)} that the status counts ${verb} not in the result documents.`];
}
