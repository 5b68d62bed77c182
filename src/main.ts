import { cancelSignal } from './step/cancel.ts';
import { join } from 'node:path';

import { createArtifactClient } from './github/artifact-client.ts';
import { publishArtifact, type ArtifactSettings } from './github/artifact.ts';
import { findFiles } from './github/find-files.ts';
import { proxyFor } from './github/proxy.ts';
import { createReceiptStore } from './github/receipt-store.ts';
import { readInput } from './github/runner.ts';
import { openGitHubServices } from './github/services.ts';
import { reportKey } from './inputs/describe.ts';
import { readInputs } from './inputs/read-inputs.ts';
import type { Inputs } from './model/inputs.ts';
import { lastLine } from './publish/log-report.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { runTestset } from './run.ts';
import { systemClock } from './runtime/clock.ts';
import type { Platform } from './runtime/platform.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const { env } = process;
/** The bundle of `github/artifact-worker.ts`. */
const ARTIFACT_WORKER = join(import.meta.dirname, 'artifact-worker', 'index.js');
const outputsOnFailure = emptyOutputs('not-started');
const exitCode = await runStep({ env, clock: systemClock, cancelled: cancelSignal, outputsOnFailure }, runAction);
// After a cancel or an unexpected error some work is abandoned, such as a request to GitHub: it would keep the process alive.
process.stdout.write('', () => process.exit(exitCode));

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime } = step;
  const { workspace } = context;
  const setting = { workspace, context, findFiles, redact: runtime.redact, proxyFor: serviceProxy };
  const { inputs, warnings } = await readInputs(readInput, setting);
  step.setTimeLimit(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  const platform = openPlatform(step, inputs);
  // A check run that stays in progress could block a pull request.
  const failed = { title: 'The step failed unexpectedly', summary: 'See its log.' };
  step.onFailure(async () => platform.checkRun?.conclude('inconclusive', failed));
  return lastLine(await runTestset(inputs, runtime, platform));
}

function serviceProxy(target: URL): URL | undefined {
  return proxyFor(target, env);
}

function openPlatform(step: Step, inputs: Inputs): Platform {
  const { context, runtime, runner, outcomeIsDecided } = step;
  const { run, workspace, tempDir, isEnterpriseServer } = context;
  const { clock, cancelled, log } = runtime;
  const { github: options } = inputs;
  const isOffered = Boolean(env['ACTIONS_RUNTIME_TOKEN'] && env['ACTIONS_RESULTS_URL']);
  const artifacts: ArtifactSettings = {
    clock,
    cancelled,
    run,
    isEnterpriseServer,
    isOffered,
    client: createArtifactClient({ file: ARTIFACT_WORKER, env, log }),
  };
  const services = { runtime, context, inputs, reportKey: reportKey(inputs) };
  return {
    run,
    workspace,
    tempDir,
    setOutput: runner.setOutput,
    outcomeIsDecided,
    proxyFor: serviceProxy,
    annotate: runner.annotate,
    writeSummary: runner.writeSummary,
    publishArtifact: (content) => publishArtifact(content, artifacts),
    ...(isOffered && !isEnterpriseServer && { receipts: createReceiptStore({ ...artifacts, log, tempDir }) }),
    ...(options && openGitHubServices({ ...services, options })),
  };
}
