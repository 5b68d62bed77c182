import { publishArtifact } from './github/artifact.ts';
import { findFiles } from './github/find-files.ts';
import { proxyFor } from './github/proxy.ts';
import { createReceiptStore } from './github/receipt-store.ts';
import { openGitHubServices } from './github/services.ts';
import { reportKey } from './inputs/describe.ts';
import { readInputs } from './inputs/read-inputs.ts';
import type { Inputs } from './model/inputs.ts';
import { isGreen } from './model/outcome.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { runTestset } from './run.ts';
import { systemClock } from './runtime/clock.ts';
import type { Platform } from './runtime/platform.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

// Above the await: constants below it do not exist yet when the step runs.
const BROKEN = { title: 'The step failed unexpectedly', summary: 'See its log.' };

const exitCode = await runStep(process.env, systemClock, emptyOutputs('not-started'), runAction);
// The artifact client leaves connections open that would keep the process alive for seconds.
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime } = step;
  const { inputs, warnings } = await readInputs(step.readInput, { workspace: context.workspace, context, findFiles });
  step.setTimeLimit(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  const platform = openPlatform(step, inputs);
  // A check run that stays in progress would block a pull request.
  step.onFailure(async () => platform.checkRun?.conclude('inconclusive', BROKEN));
  const { outcome, sentence, hint } = await runTestset(inputs, runtime, platform);
  return isGreen(outcome) ? undefined : `${sentence} ${hint}`.trim();
}

function openPlatform(step: Step, inputs: Inputs): Platform {
  const { context, runtime, runner, setOutput, outcomeIsDecided, runOptional } = step;
  const { run, workspace, tempDir, isEnterpriseServer } = context;
  const { clock, cancelled, log } = runtime;
  const isOffered = Boolean(process.env['ACTIONS_RUNTIME_TOKEN'] && process.env['ACTIONS_RESULTS_URL']);
  const artifacts = { clock, cancelled, run, isEnterpriseServer, isOffered };
  const artifactName = inputs.artifact?.name;
  return {
    run,
    workspace,
    tempDir,
    setOutput,
    outcomeIsDecided,
    proxyFor: (target) => proxyFor(target, process.env),
    annotate: runner.annotate,
    writeSummary: runner.writeSummary,
    publishArtifact: (content) => publishArtifact(content, artifacts),
    ...(isOffered &&
      !isEnterpriseServer && { receipts: createReceiptStore({ ...artifacts, log, tempDir, runOptional }) }),
    ...(inputs.github &&
      openGitHubServices({
        runtime,
        context,
        options: inputs.github,
        reportKey: reportKey(inputs),
        ...(artifactName !== undefined && { artifactName }),
      })),
  };
}
