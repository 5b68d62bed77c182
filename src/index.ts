import { systemClock } from './clock.ts';
import { findFiles } from './github/find-files.ts';
import { proxyFor } from './github/proxy.ts';
import type { ReceiptSettings } from './github/receipt-outbox.ts';
import { readInputs } from './inputs/read-inputs.ts';
import type { Inputs } from './inputs.ts';
import { loadWhenNeeded } from './late-receipts.ts';
import type { Office } from './office.ts';
import { isGreen } from './outcome.ts';
import { emptyOutputs } from './outputs.ts';
import type { ReceiptStore } from './receipts.ts';
import { runTestset } from './run-testset.ts';
import { subjectOf } from './subject.ts';
import { runStep, type LastLine, type Step } from './step.ts';

const exitCode = await runStep(process.env, systemClock, emptyOutputs('not-started'), runAction);
// The artifact client leaves connections open that would hold the process for seconds; everything is written by now.
process.stdout.write('', () => process.exit(exitCode));

const BROKEN = { title: 'The step failed unexpectedly', summary: 'Its log says more.' };

async function runAction(step: Step): Promise<LastLine> {
  const { context, world } = step;
  const { inputs, warnings } = await readInputs(step.readInput, { workspace: context.workspace, context, findFiles });
  step.limitTime(inputs.timeoutMs);
  for (const warning of warnings) world.log.warning(warning);
  const office = { ...openOffice(step, inputs), ...(await openPlaces(step, inputs)) };
  // A check run that stays in progress would hold a pull request for ever.
  step.whenItFails(async () => office.checkRun?.conclude('inconclusive', BROKEN));
  const { outcome, sentence, hint } = await runTestset(inputs, world, office);
  return isGreen(outcome) ? undefined : `${sentence} ${hint}`.trim();
}

async function openPlaces({ context, world }: Step, inputs: Inputs): Promise<Partial<Office>> {
  const { github: wishes, artifact } = inputs;
  if (!wishes) return {};
  const { openPlaces: open } = await import('./github/places.ts');
  const artifactName = artifact?.name;
  return open({
    world,
    context,
    wishes,
    subject: subjectOf(inputs),
    ...(artifactName !== undefined && { artifactName }),
  });
}

function openOffice(step: Step, { service: { accessKey } }: Inputs): Office {
  const { context, world, runner, setOutput, outcomeStands } = step;
  const isOffered = Boolean(process.env['ACTIONS_RUNTIME_TOKEN'] && process.env['ACTIONS_RESULTS_URL']);
  const { run, isEnterpriseServer, tempDir } = context;
  const artifacts = { clock: world.clock, cancelled: world.cancelled, run, isEnterpriseServer, isOffered };
  return {
    run: context.run,
    workspace: context.workspace,
    tempDir: context.tempDir,
    proxyFor: (target) => proxyFor(target, process.env),
    setOutput,
    annotate: runner.annotate,
    writeSummary: runner.writeSummary,
    ...(isOffered &&
      !isEnterpriseServer && { receipts: openReceipts({ ...artifacts, log: world.log, tempDir, accessKey }, step) }),
    publishArtifact: async (parcel) => {
      // The artifact client throws from inside an event when it cannot read a file; that must not take the verdict with it.
      outcomeStands();
      const { createPublisher } = await import('./github/artifact.ts');
      return createPublisher(artifacts)(parcel);
    },
  };
}

function openReceipts(settings: ReceiptSettings, { world: { log }, bearWith }: Step): ReceiptStore {
  const load = async (): Promise<ReceiptStore> => {
    const { createReceiptStore } = await import('./github/receipts.ts');
    return createReceiptStore(settings);
  };
  return loadWhenNeeded(load, { log, bearWith });
}
