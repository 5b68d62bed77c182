import { worstOutcome } from '../model/outcome.ts';
import type { Reason, TestsetReport } from '../model/report.ts';
import { listFirst } from '../model/words.ts';

const MAX_NAMED = 5;

/**
 * Makes testsets inconclusive that share an identifier, or have identical results and links: a cache that ignores the identifier returns
 * such responses.
 */
export function rejectDuplicates(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  if (testsets.length < 2) return testsets;
  const ids = testsets.map(({ id }) => id);
  const results = testsets.map(linkedResults);
  const alike = Map.groupBy(ids, (_, at) => results[at]);
  return testsets.map((testset, at) => {
    const { id, reasons } = testset;
    if (id === undefined) return testset;
    const found: string[] = [];
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) {
      found.push(`The service returned testset ${id} for more than one scenario.`);
    }
    const sharing =
      results[at] === undefined ? [] : [...new Set(alike.get(results[at]))].flatMap((other) => other ?? []);
    if (sharing.length > 1) {
      found.push(`Testsets ${listFirst(sharing, MAX_NAMED)} have identical results and result links.`);
    }
    if (found.length === 0) return testset;
    const outcome = worstOutcome([testset.outcome, 'inconclusive']);
    const given = new Set(reasons.map(({ sentence }) => sentence));
    const added = found.filter((sentence) => !given.has(sentence)).map((sentence): Reason => ({ sentence }));
    return { ...testset, outcome, reasons: [...reasons, ...added] };
  });
}

/** What the documents show, as a text to compare; `undefined` without a link, because small documents may be equal by chance. */
function linkedResults({ suites }: TestsetReport): string | undefined {
  if (suites.every(({ testcases }) => testcases.every(({ url }) => url === undefined))) return undefined;
  // The labels also depend on the counts of the status.
  return JSON.stringify(suites, (key, value: unknown) => (key === 'result' ? value === 'passed' : value));
}
