import { systemClock } from './runtime/clock.ts';
import { findFiles } from './github/find-files.ts';
import { proxyFor } from './github/proxy.ts';
import type { ReceiptSettings } from './github/receipts/outbox.ts';
import type { Platform } from './runtime/platform.ts';
import type { Inputs } from './model/inputs.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { isGreen } from './model/outcome.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { loadWhenNeeded } from './github/late-receipts.ts';
import type { ReceiptStore } from './create/receipts.ts';
import { reportKey } from './inputs/describe.ts';
import { runTestset } from './run.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

// Before the step runs: what stands below an await at the top is not there yet.
const BROKEN = { title: 'The step failed unexpectedly', summary: 'Its log says more.' };

const exitCode = await runStep(process.env, systemClock, emptyOutputs('not-started'), runAction);
// The artifact client leaves connections open that would hold the process for seconds; everything is written by now.
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime } = step;
  const { inputs, warnings } = await readInputs(step.readInput, { workspace: context.workspace, context, findFiles });
  step.setTimeLimit(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  const platform = { ...openHost(step, inputs), ...(await openPlaces(step, inputs)) };
  // A check run that stays in progress would hold a pull request for ever.
  step.onFailure(async () => platform.checkRun?.conclude('inconclusive', BROKEN));
  const { outcome, sentence, hint } = await runTestset(inputs, runtime, platform);
  return isGreen(outcome) ? undefined : `${sentence} ${hint}`.trim();
}

async function openPlaces({ context, runtime }: Step, inputs: Inputs): Promise<Partial<Platform>> {
  const { github: options, artifact } = inputs;
  if (!options) return {};
  const { openGitHubServices: open } = await import('./github/services.ts');
  const artifactName = artifact?.name;
  return open({
    runtime,
    context,
    options,
    reportKey: reportKey(inputs),
    ...(artifactName !== undefined && { artifactName }),
  });
}

function openHost(step: Step, { service: { accessKey } }: Inputs): Platform {
  const { context, runtime, runner, setOutput, outcomeIsDecided } = step;
  const isOffered = Boolean(process.env['ACTIONS_RUNTIME_TOKEN'] && process.env['ACTIONS_RESULTS_URL']);
  const { run, isEnterpriseServer, tempDir } = context;
  const artifacts = { clock: runtime.clock, cancelled: runtime.cancelled, run, isEnterpriseServer, isOffered };
  return {
    run: context.run,
    workspace: context.workspace,
    tempDir: context.tempDir,
    proxyFor: (target) => proxyFor(target, process.env),
    setOutput,
    outcomeIsDecided,
    annotate: runner.annotate,
    writeSummary: runner.writeSummary,
    ...(isOffered &&
      !isEnterpriseServer && { receipts: openReceipts({ ...artifacts, log: runtime.log, tempDir, accessKey }, step) }),
    publishArtifact: async (content) => {
      const { createPublisher } = await import('./github/artifact.ts');
      return createPublisher(artifacts)(content);
    },
  };
}

function openReceipts(settings: ReceiptSettings, { runtime: { log }, runOptional }: Step): ReceiptStore {
  const load = async (): Promise<ReceiptStore> => {
    const { createReceiptStore } = await import('./github/receipts/store.ts');
    return createReceiptStore(settings);
  };
  return loadWhenNeeded(load, { log, runOptional });
}
