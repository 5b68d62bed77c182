import type { ArtifactService } from '../../support/artifact-service.ts';
import { useArtifactService } from '../../support/github-fixture.ts';
import type { ActionResult, ActionUse, RunningAction } from '../../support/run-action.ts';

/** The attempts of a job, whose receipts a real client stores. */
export interface Attempts {
  readonly artifacts: ArtifactService;
  /** How an attempt uses the action. */
  readonly use: (attempt: number, inputs: ActionUse['inputs']) => Partial<ActionUse>;
  readonly receipts: () => number;
}

/** Prepares the artifact service for attempts, in each test of the file. */
export function useAttempts(): Attempts {
  const artifacts = useArtifactService();
  return {
    artifacts,
    use: (attempt, inputs) => ({ inputs, env: { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${attempt}` } }),
    receipts: () => artifacts.artifacts().filter(({ name }) => name.startsWith('run-testset-receipt-')).length,
  };
}

/** Sends a signal to a run from the moment on that a condition holds. */
export async function signalWhen(
  running: RunningAction,
  signal: NodeJS.Signals,
  holds: () => boolean,
): Promise<ActionResult> {
  const checks = setInterval(() => {
    if (holds()) running.signal(signal);
  }, 5);
  const result = await running.finished;
  clearInterval(checks);
  return result;
}
