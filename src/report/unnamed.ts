import { unfinished } from '../counts.ts';
import { tally } from '../results/document.ts';
import type { TestsetReport } from './report.ts';
import { count } from './words.ts';

/**
 * Sentences about unit tests that the status counts and no document names, empty when there are none. How they ended is said only where it
 * follows from the counts: where the documents name all that passed, failed or had an error, the rest was stopped or never finished.
 */
export function unnamed({ counts, suites, witnesses }: TestsetReport): string[] {
  const delivered = witnesses.some(({ source, state }) => source !== 'status' && state === 'read');
  const named = tally(suites);
  const missing = counts.total - named.passed - named.notPassed;
  if (!delivered || missing <= 0) return [];
  if (named.passed !== counts.pass) return [sentence(missing, 'that the status counts')];
  const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + unfinished(counts);
  if (!certain) return [sentence(missing, 'that did not pass')];
  return [
    ...(counts.stop === 0 ? [] : [sentence(counts.stop, `${counts.stop === 1 ? 'was' : 'were'} stopped and`)]),
    ...(unfinished(counts) === 0 ? [] : [sentence(unfinished(counts), 'did not finish and')]),
  ];
}

function sentence(number: number, which: string): string {
  return `${count(number, 'unit test')} ${which} ${number === 1 ? 'is' : 'are'} not in the result documents.`;
}
