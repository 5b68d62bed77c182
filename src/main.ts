// First: listens for signals (see cancel.ts).
import { cancelSignal } from './step/cancel.ts';
import { findFiles } from './github/find-files.ts';
import { readInput } from './github/runner.ts';
import { openServices } from './github/services.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { recordTestsets } from './inputs/results-dir.ts';
import { lastLine } from './publish/log-report.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { runTestset } from './run.ts';
import { systemClock } from './runtime/clock.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const { env } = process;
const outputsOnFailure = emptyOutputs('not-started');
const exitCode = await runStep({ env, clock: systemClock, cancelled: cancelSignal, outputsOnFailure }, runAction);
// After a cancel or an unexpected error some work is abandoned, such as a request to GitHub: it would keep the process alive.
process.stdout.write('', () => process.exit(exitCode));

async function runAction({ context, runtime, platform, setDeadline, onFailure }: Step): Promise<LastLine> {
  const { redact } = runtime;
  const { proxyFor } = platform;
  const { inputs, warnings } = await readInputs(readInput, { ...context, findFiles, redact, proxyFor });
  setDeadline(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  const services = openServices({ env, context, runtime, inputs });
  // A check run that stays in progress could block a pull request.
  const failed = { title: 'The step failed unexpectedly', summary: 'See its log.' };
  onFailure(async () => services.checkRun?.conclude('failure', failed));
  const setOutput = (name: string, value: string): void => {
    platform.setOutput(name, value);
    // Another step with the same `results-dir` names these testsets in its error.
    if (name === 'testset-id') recordTestsets(context, inputs.resultsDir, value);
  };
  return lastLine(await runTestset(inputs, runtime, { ...platform, ...services, setOutput }));
}
