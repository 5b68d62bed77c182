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

/** A signal that follows the first one. */
interface Next {
  readonly signal: NodeJS.Signals;
  readonly afterMs: number;
}

/** Sends a signal to a run as soon as a condition holds, and perhaps another. @returns also how long the run went on */
export async function signalWhen(
  running: RunningAction,
  holds: () => boolean,
  signal: NodeJS.Signals,
  next?: Next,
): Promise<ActionResult & { readonly endedAfterMs: number }> {
  let sentAt = NaN;
  let timer: NodeJS.Timeout | undefined;
  const checks = setInterval(() => {
    if (!holds()) return;
    clearInterval(checks);
    sentAt = performance.now();
    running.signal(signal);
    const sendNext = (): void => {
      if (next) running.signal(next.signal);
    };
    timer = setTimeout(sendNext, next?.afterMs);
  }, 2);
  const result = await running.finished;
  clearInterval(checks);
  clearTimeout(timer);
  return { ...result, endedAfterMs: performance.now() - sentAt };
}
