import { countResults } from '../model/results.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import { testsetNames } from './testset-words.ts';
import { formatNumber } from '../model/words.ts';

/** As many testsets as are named. */
const MOST_NAMED = 5;

/** How many unit tests ended with a failure, and how many with an error, as one source has it. */
interface Kinds {
  readonly failed: number;
  readonly error: number;
}

/**
 * Explains a table of devices that would contradict the counts beside it: the service's documents may call errors what its status counts as
 * failed. A sentence for all testsets together; `undefined` where there is nothing to explain.
 */
export function explainDifference({ testsets }: Pick<Report, 'testsets'>): string | undefined {
  const concerned = testsets.filter(differs);
  const [status, documents] = [sum(concerned.map(statusKinds)), sum(concerned.map(documentKinds))];
  // Also where one testset's difference makes up for another's: the sums agree, and so does the table.
  if (status.failed === documents.failed) return undefined;
  const ids = concerned.flatMap(({ id }) => id ?? []);
  const where = testsets.length > 1 ? ` of ${testsetNames(ids, MOST_NAMED).replace(/^T/, 't')}` : '';
  return (
    `The status${where}, which decides, counts ${words(status)}; ` +
    `the result documents, and so the table, show ${words(documents)}.`
  );
}

/** Whether status and documents mean the same unit tests by other words; a number that differs is a matter of the sources. */
function differs(testset: TestsetReport): boolean {
  const [status, documents] = [statusKinds(testset), documentKinds(testset)];
  return status.failed + status.error === documents.failed + documents.error && status.failed !== documents.failed;
}

function statusKinds({ counts }: TestsetReport): Kinds {
  return { failed: counts.fail, error: counts.error };
}

function documentKinds({ suites }: TestsetReport): Kinds {
  const { failed, error } = countResults(suites);
  return { failed, error };
}

function sum(all: readonly Kinds[]): Kinds {
  return all.reduce((a, b) => ({ failed: a.failed + b.failed, error: a.error + b.error }), { failed: 0, error: 0 });
}

function words({ failed, error }: Kinds): string {
  return `${formatNumber(failed)} failed and ${formatNumber(error)} with an error`;
}
