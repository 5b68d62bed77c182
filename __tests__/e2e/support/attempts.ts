import { useGithub } from '../../support/github-fixture.ts';
import type { ActionResult, ActionUse, RunningAction } from '../../support/run-action.ts';

/** Prepares GitHub for the attempts of a job, whose receipts a real client stores, in each test of the file. */
export function useAttempts() {
  const github = useGithub();
  return {
    github,
    /** How an attempt uses the action. */
    use: (attempt: number, inputs: ActionUse['inputs']): Partial<ActionUse> => ({
      inputs,
      env: { ...github.env, GITHUB_RUN_ATTEMPT: `${attempt}` },
    }),
    receipts: () => github.state.artifacts.filter(({ name }) => name.startsWith('run-testset-receipt-')).length,
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
