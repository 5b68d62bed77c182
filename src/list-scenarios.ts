import { inChunks } from './create/find-scenarios.ts';
import { systemClock } from './runtime/clock.ts';
import { findScenarios } from './create/find-scenarios.ts';
import { proxyFor } from './github/proxy.ts';
import { readListInputs } from './inputs/list-inputs.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

/** What the outputs are when the scenarios are not known. */
const UNKNOWN = { 'scenario-ids': '[]', 'scenario-count': '0', chunks: '[]' };

/** The list is asked for again and again for a quarter of an hour at most; this ends what nobody foresaw. In milliseconds. */
const TIMEOUT_MS = 20 * 60_000;

const exitCode = await runStep(process.env, systemClock, UNKNOWN, runAction);
process.stdout.write('', () => process.exit(exitCode));

async function runAction({ context, runtime, readInput, setOutput, setTimeLimit }: Step): Promise<LastLine> {
  setTimeLimit(TIMEOUT_MS);
  const inputs = readListInputs(readInput, context);
  const scenarios = await findScenarios(inputs, runtime, (target) => proxyFor(target, process.env));
  setOutput('scenario-ids', JSON.stringify(scenarios));
  setOutput('scenario-count', `${scenarios.length}`);
  setOutput('chunks', JSON.stringify(inChunks(scenarios, inputs.chunkSize)));
  return undefined;
}
