import { systemClock } from '../runtime/clock.ts';
import { cancelSignal } from './cancel.ts';
import { runStep, type LastLine, type Step } from './step.ts';

/** Runs the step of an action, then ends the process. @param outputsOnFailure those of a step that fails before it sets them */
export async function runEntry(
  outputsOnFailure: Readonly<Record<string, string>>,
  action: (step: Step) => Promise<LastLine>,
): Promise<void> {
  const settings = { env: process.env, clock: systemClock, cancelled: cancelSignal, outputsOnFailure };
  const exitCode = await runStep(settings, action);
  // After a cancel or an unexpected error some work is abandoned, such as a request to GitHub: it would keep the process alive.
  process.stdout.write('', () => process.exit(exitCode));
}
