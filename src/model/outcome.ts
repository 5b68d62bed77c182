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

/** The worst of several outcomes; `not-started` for none, so that an empty list is never green. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'not-started';
}

/** Whether the results decided the outcome: each device has passed or not. */
export function isPassedOrFailed(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** Whether a step with this outcome is green. */
export function isGreen(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'started';
}
