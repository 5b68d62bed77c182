import { systemClock } from './runtime/clock.ts';
import { readMergeInputs } from './inputs/merge-inputs.ts';
import { mergeChunks, UNMERGED } from './merge/merge-chunks.ts';
import { isGreen } from './model/outcome.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const exitCode = await runStep(process.env, systemClock, UNMERGED, runAction);
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const inputs = await readMergeInputs(step.readInput, step.context.workspace);
  const { outcome, sentence, hint } = await mergeChunks(inputs, step);
  return isGreen(outcome) ? undefined : `${sentence} ${hint}`.trim();
}
