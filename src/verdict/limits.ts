import type { Counts } from '../model/counts.ts';
import type { Limits } from '../model/report.ts';
import { pluralize } from '../model/words.ts';

const KINDS = [
  ['fail', 'failed', 'failed'],
  ['error', 'had an error', 'had an error'],
  ['stop', 'was stopped', 'were stopped'],
] as const;

/**
 * What one testset contributes to the counts that are over their limits, a sentence for each kind; limits hold for the sum over all
 * testsets.
 *
 * @param own the testset's counts
 * @param all the summed counts, and what they may be
 */
export function limitViolations(
  own: Counts,
  { counts, limits }: { readonly counts: Counts; readonly limits: Limits },
): string[] {
  const isOver = ([kind]: (typeof KINDS)[number]): boolean => counts[kind] > limits[kind] && own[kind] > 0;
  return KINDS.filter(isOver).map(([kind, one, many]) => {
    const verb = own[kind] === 1 ? one : many;
    const inAll = counts[kind] > own[kind] ? `, ${counts[kind]} in all` : '';
    return `${pluralize(own[kind], 'unit test')} ${verb}${inAll}; \`max-${kind}\` allows ${String(limits[kind])}.`;
  });
}
