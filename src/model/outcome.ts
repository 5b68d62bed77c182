/** The outcomes of a step, or of one testset of it, worst first (docs/design.md, outcomes). */
export const OUTCOMES = [
  'unknown-start',
  'rejected',
  'not-started',
  'cancelled',
  'timed-out',
  'inconclusive',
  'failed',
  'started',
  'passed',
] as const;

/** The outcome of a step, or of one testset of it. */
export type Outcome = (typeof OUTCOMES)[number];

/** Whether the results decided the outcome: each device has passed or not. */
export function isPassedOrFailed(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** Whether a step with this outcome is green. */
export function isGreen(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'started';
}

/** Whether an outcome of a create says that there is no testset. */
export function isNotCreated(outcome: Outcome): boolean {
  return outcome === 'rejected' || outcome === 'not-started';
}
