import { findScenarios } from './create/find-scenarios.ts';
import { readInput } from './github/runner.ts';
import { readListInputs } from './inputs/list-inputs.ts';
import type { LastLine, Step } from './step/step.ts';

/** The outputs of the action list-scenarios before there is a list. */
export const NO_SCENARIOS = { 'scenario-ids': '[]', 'scenario-count': '0' };

/** The action list-scenarios. @throws InputErrors, TestsetError if there is no list */
export async function runListScenarios({ context, runtime, platform }: Step): Promise<LastLine> {
  const { proxyFor } = platform;
  const inputs = readListInputs(readInput, { ...context, redact: runtime.redact, proxyFor });
  const scenarios = await findScenarios(inputs, runtime, proxyFor);
  platform.setOutput('scenario-ids', JSON.stringify(scenarios));
  platform.setOutput('scenario-count', `${scenarios.length}`);
  return undefined;
}
