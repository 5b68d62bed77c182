import type { Report, TestsetReport } from '../model/report.ts';
import { countResults } from '../model/results.ts';
import { formatNumber } from '../model/words.ts';
import { testsetNames } from './testset-words.ts';

const MOST_NAMED = 5;

/**
 * Explains a table of devices that would contradict the counts beside it: the documents may mark as errors what the status counts as
 * failed. One sentence for all testsets; `undefined` where the kinds are the same.
 */
export function explainDifference({ testsets }: Pick<Report, 'testsets'>): string | undefined {
  const different = testsets.filter(isMarkedDifferently);
  const status = sum(different.map(({ counts }) => [counts.fail, counts.error]));
  const documents = sum(different.map(documentKinds));
  // Differences of several testsets can cancel each other out; then the table agrees with the counts.
  if (status[0] === documents[0]) return undefined;
  const ids = different.flatMap(({ id }) => id ?? []);
  const where = testsets.length > 1 ? ` of ${testsetNames(ids, MOST_NAMED).replace(/^T/, 't')}` : '';
  return `The status${where}, which decides, counts ${words(status)}; the result documents, shown in the table, have ${words(documents)}.`;
}

/** How many failed, and how many had an error. */
type Kinds = readonly [failed: number, error: number];

/** Whether status and documents have the same devices as not passed, but not the same number as failed. */
function isMarkedDifferently(testset: TestsetReport): boolean {
  const { fail, error } = testset.counts;
  const [documentFail, documentError] = documentKinds(testset);
  return fail + error === documentFail + documentError && fail !== documentFail;
}

function documentKinds({ suites }: TestsetReport): Kinds {
  const { failed, error } = countResults(suites);
  return [failed, error];
}

function sum(all: readonly Kinds[]): Kinds {
  return all.reduce<Kinds>((a, b) => [a[0] + b[0], a[1] + b[1]], [0, 0]);
}

function words([failed, error]: Kinds): string {
  return `${formatNumber(failed)} failed and ${formatNumber(error)} with an error`;
}
