import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

/**
 * What action.yml gives an input that the workflow leaves out, as the runner does before it starts the action. An expression has no value
 * outside of a workflow.
 */
export function readDefaults(actionFile: string): Record<string, string> {
  const action = parse(readFileSync(actionFile, 'utf8')) as { inputs: Record<string, { default?: unknown }> };
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default] as const);
  return Object.fromEntries(
    defaults.flatMap(([name, value]) => (typeof value === 'string' && !value.includes('${{') ? [[name, value]] : [])),
  );
}
