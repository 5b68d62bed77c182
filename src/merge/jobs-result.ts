import type { Chunk } from './match.ts';

/**
 * What the result of the jobs, as GitHub tells it, says against reports that have all passed: such a report may be of an earlier attempt,
 * and the job that was to renew it may have died. Where a report explains the result, there is nothing to add.
 */
export function jobsDoubts(chunks: readonly Chunk[], result: string): readonly string[] {
  const isExplained = result === 'success' || chunks.some(({ report }) => report?.outcome !== 'passed');
  return isExplained ? [] : [`Every report says passed, but the jobs ended with ${result}.`];
}
