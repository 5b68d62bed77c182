// First: listens for signals (see cancel.ts).
import './step/cancel.ts';
import { findScenarios } from './create/find-scenarios.ts';
import { readInput } from './github/runner.ts';
import { readListInputs } from './inputs/list-inputs.ts';
import { runEntry } from './step/entry.ts';
import type { LastLine, Step } from './step/step.ts';

await runEntry({ 'scenario-ids': '[]', 'scenario-count': '0' }, runAction);

async function runAction({ context, runtime, platform }: Step): Promise<LastLine> {
  const { proxyFor } = platform;
  const inputs = readListInputs(readInput, { ...context, redact: runtime.redact, proxyFor });
  const scenarios = await findScenarios(inputs, runtime, proxyFor);
  platform.setOutput('scenario-ids', JSON.stringify(scenarios));
  platform.setOutput('scenario-count', `${scenarios.length}`);
  return undefined;
}
