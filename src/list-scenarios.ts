// First: listens for signals (see cancel.ts).
import { cancelSignal } from './step/cancel.ts';
import { findScenarios, inChunks } from './create/find-scenarios.ts';
import { proxyFor } from './github/proxy.ts';
import { readInput } from './github/runner.ts';
import { readListInputs } from './inputs/list-inputs.ts';
import { systemClock } from './runtime/clock.ts';
import type { ProxyFor } from './runtime/platform.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const { env } = process;
const outputsOnFailure = { 'scenario-ids': '[]', 'scenario-count': '0', chunks: '[]' };

/** Requests are retried for 15 minutes at most; this limit is a safeguard. */
const TIMEOUT_MS = 20 * 60_000;

const exitCode = await runStep({ env, clock: systemClock, cancelled: cancelSignal, outputsOnFailure }, runAction);
process.stdout.write('', () => process.exit(exitCode));

async function runAction({ context, runtime, runner, setTimeLimit }: Step): Promise<LastLine> {
  setTimeLimit(TIMEOUT_MS);
  const serviceProxy: ProxyFor = (target) => proxyFor(target, env);
  const inputs = readListInputs(readInput, { context, redact: runtime.redact, proxyFor: serviceProxy });
  const scenarios = await findScenarios(inputs, runtime, serviceProxy);
  runner.setOutput('scenario-ids', JSON.stringify(scenarios));
  runner.setOutput('scenario-count', `${scenarios.length}`);
  runner.setOutput('chunks', JSON.stringify(inChunks(scenarios, inputs.chunkSize)));
  return undefined;
}
