// First: listens for signals (see cancel.ts).
import { cancelSignal } from './step/cancel.ts';
import { readInput } from './github/runner.ts';
import { readMergeInputs } from './inputs/merge-inputs.ts';
import { mergeJobs, UNMERGED } from './merge/merge.ts';
import { withHint } from './model/errors.ts';
import { isGreen } from './model/outcome.ts';
import { systemClock } from './runtime/clock.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const settings = { env: process.env, clock: systemClock, cancelled: cancelSignal, outputsOnFailure: UNMERGED };
const exitCode = await runStep(settings, runAction);
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime } = step;
  const inputs = await readMergeInputs(readInput, { ...context, redact: runtime.redact });
  const { outcome, sentence, hint } = await mergeJobs(inputs, step);
  return isGreen(outcome) ? undefined : withHint(sentence, hint);
}
