import { worstOutcome } from '../model/outcome.ts';
import type { Reason, TestsetReport } from '../model/report.ts';
import { listFirst } from '../model/words.ts';

const MAX_NAMED = 5;

/**
 * Makes testsets inconclusive that share an identifier, or have identical results and links: a cache that ignores the identifier returns
 * such responses.
 */
export function rejectDuplicates(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  const duplicates = findDuplicates(testsets);
  return testsets.map((testset) => rejectShared(testset, duplicates.get(testset) ?? []));
}

/** Makes a testset inconclusive if it shares something with others. @param shared from {@link findDuplicates} */
export function rejectShared(testset: TestsetReport, shared: readonly string[]): TestsetReport {
  if (shared.length === 0) return testset;
  const { outcome, reasons } = testset;
  const given = new Set(reasons.map(({ sentence }) => sentence));
  const added = shared.filter((sentence) => !given.has(sentence)).map((sentence): Reason => ({ sentence }));
  return { ...testset, outcome: worstOutcome([outcome, 'inconclusive']), reasons: [...reasons, ...added] };
}

/** What testsets share with others, a sentence each; without an entry for those that share nothing. */
export function findDuplicates(testsets: readonly TestsetReport[]): ReadonlyMap<TestsetReport, readonly string[]> {
  const duplicates = new Map<TestsetReport, readonly string[]>();
  if (testsets.length < 2) return duplicates;
  const ids = testsets.map(({ id }) => id);
  const results = testsets.map(linkedResults);
  const alike = Map.groupBy(ids, (_, at) => results[at]);
  for (const [at, testset] of testsets.entries()) {
    const { id } = testset;
    const same = results[at] === undefined ? [] : (alike.get(results[at]) ?? []);
    const sharing = [...new Set(same)].flatMap((other) => other ?? []);
    const found: string[] = [];
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) {
      found.push(`The service returned testset ${id ?? 0} for more than one scenario.`);
    }
    if (sharing.length > 1) {
      found.push(`Testsets ${listFirst(sharing, MAX_NAMED)} have identical results and result links.`);
    }
    if (id !== undefined && found.length > 0) duplicates.set(testset, found);
  }
  return duplicates;
}

/** What the documents show, as a text to compare; `undefined` without a link, because small documents may be equal by chance. */
function linkedResults({ suites }: TestsetReport): string | undefined {
  if (suites.every(({ testcases }) => testcases.every(({ url }) => url === undefined))) return undefined;
  // The labels also depend on the counts of the status.
  return JSON.stringify(suites, (key, value: unknown) => (key === 'result' ? value === 'passed' : value));
}
