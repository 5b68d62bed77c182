import type { Witness } from './report.ts';

/**
 * Whether a document bears out the status (docs/design.md §5): it shows the same number passed, and no more not passed than the status
 * knows of; a unit test that failed or was stopped may be absent from it.
 */
export function bearsOut(status: Witness, document: Witness): boolean {
  return document.state === 'read' && document.passed === status.passed && document.notPassed <= status.notPassed;
}
