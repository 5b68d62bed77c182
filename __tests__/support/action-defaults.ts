import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

/**
 * What action.yml gives an input that the workflow leaves out, as the runner does before it starts the action. An expression has no value
 * outside of a workflow.
 */
export function readDefaults(actionFile: string): Record<string, string> {
  const action: unknown = parse(readFileSync(actionFile, 'utf8'));
  return Object.fromEntries(
    entries(member(action, 'inputs')).flatMap(([name, input]) => {
      const value = member(input, 'default');
      return typeof value === 'string' && !value.includes('${{') ? [[name, value]] : [];
    }),
  );
}

function member(value: unknown, key: string): unknown {
  return entries(value).find(([name]) => name === key)?.[1];
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
