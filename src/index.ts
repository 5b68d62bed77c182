import { systemClock } from './clock.ts';
import { findFiles } from './github/find-files.ts';
import { proxyFor } from './github/proxy.ts';
import type { ReceiptSettings } from './github/receipts/outbox.ts';
import type { Host } from './host.ts';
import type { Inputs } from './inputs.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { isGreen } from './outcome.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { loadWhenNeeded } from './receipts/late-receipts.ts';
import type { ReceiptStore } from './receipts/receipts.ts';
import { reportKey } from './report-key.ts';
import { runTestset } from './run-testset.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

// Before the step runs: what stands below an await at the top is not there yet.
const BROKEN = { title: 'The step failed unexpectedly', summary: 'Its log says more.' };

const exitCode = await runStep(process.env, systemClock, emptyOutputs('not-started'), runAction);
// The artifact client leaves connections open that would hold the process for seconds; everything is written by now.
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const { context, world } = step;
  const { inputs, warnings } = await readInputs(step.readInput, { workspace: context.workspace, context, findFiles });
  step.limitTime(inputs.timeoutMs);
  for (const warning of warnings) world.log.warning(warning);
  const host = { ...openHost(step, inputs), ...(await openPlaces(step, inputs)) };
  // A check run that stays in progress would hold a pull request for ever.
  step.onFailure(async () => host.checkRun?.conclude('inconclusive', BROKEN));
  const { outcome, sentence, hint } = await runTestset(inputs, world, host);
  return isGreen(outcome) ? undefined : `${sentence} ${hint}`.trim();
}

async function openPlaces({ context, world }: Step, inputs: Inputs): Promise<Partial<Host>> {
  const { github: options, artifact } = inputs;
  if (!options) return {};
  const { openPlaces: open } = await import('./github/places.ts');
  const artifactName = artifact?.name;
  return open({
    world,
    context,
    options,
    reportKey: reportKey(inputs),
    ...(artifactName !== undefined && { artifactName }),
  });
}

function openHost(step: Step, { service: { accessKey } }: Inputs): Host {
  const { context, world, runner, setOutput, outcomeIsDecided } = step;
  const isOffered = Boolean(process.env['ACTIONS_RUNTIME_TOKEN'] && process.env['ACTIONS_RESULTS_URL']);
  const { run, isEnterpriseServer, tempDir } = context;
  const artifacts = { clock: world.clock, cancelled: world.cancelled, run, isEnterpriseServer, isOffered };
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
      !isEnterpriseServer && { receipts: openReceipts({ ...artifacts, log: world.log, tempDir, accessKey }, step) }),
    publishArtifact: async (content) => {
      const { createPublisher } = await import('./github/artifact.ts');
      return createPublisher(artifacts)(content);
    },
  };
}

function openReceipts(settings: ReceiptSettings, { world: { log }, runOptional }: Step): ReceiptStore {
  const load = async (): Promise<ReceiptStore> => {
    const { createReceiptStore } = await import('./github/receipts/store.ts');
    return createReceiptStore(settings);
  };
  return loadWhenNeeded(load, { log, runOptional });
}
