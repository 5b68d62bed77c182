// First: listens for signals (see cancel.ts).
import { cancelSignal } from './step/cancel.ts';
import { findFiles } from './github/find-files.ts';
import { openPlatform } from './github/platform.ts';
import { proxyFor } from './github/proxy.ts';
import { readInput } from './github/runner.ts';
import { reportKey } from './inputs/describe.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { recordTestsets } from './inputs/reserve-folder.ts';
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

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime } = step;
  const { workspace } = context;
  const setting = {
    workspace,
    context,
    findFiles,
    redact: runtime.redact,
    proxyFor: (target: URL) => proxyFor(target, env),
  };
  const { inputs, warnings } = await readInputs(readInput, setting);
  step.setTimeLimit(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  // For the error of another step that is given the same folder.
  const runner = {
    ...step.runner,
    setOutput: (name: string, value: string) => {
      step.runner.setOutput(name, value);
      if (name === 'testset-id') recordTestsets(context, inputs.resultsDir, value);
    },
  };
  const platform = openPlatform({ ...step, runner, env, inputs, reportKey: reportKey(inputs, runtime.redact) });
  // A check run that stays in progress could block a pull request.
  const failed = { title: 'The step failed unexpectedly', summary: 'See its log.' };
  step.onFailure(async () => platform.checkRun?.conclude('inconclusive', failed));
  return lastLine(await runTestset(inputs, runtime, platform));
}
