import { parse } from 'yaml';

import { replaceBetween } from './markers.ts';

/** An input or output, as the README describes it. */
interface Entry {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Absent if action.yml has no default. */
  readonly fallback?: string;
}

/** The inputs and outputs of an action.yml. */
export interface Interface {
  readonly inputs: readonly Entry[];
  readonly outputs: readonly Entry[];
}

/** Reads inputs and outputs from the text of an action.yml, in its order. @throws if an entry has no description */
export function readInterface(actionYml: string): Interface {
  const action: unknown = parse(actionYml);
  return { inputs: readEntries(action, 'inputs'), outputs: readEntries(action, 'outputs') };
}

/** Replaces both tables of the README, without inputs that are described as internal. @throws if a marker is missing or an entry has no description */
export function fillTables(readme: string, actionYml: string): string {
  const { inputs, outputs } = readInterface(actionYml);
  const forUsers = inputs.filter(({ description }) => !description.startsWith('Internal.'));
  return replaceBetween(replaceBetween(readme, 'inputs', inputTable(forUsers)), 'outputs', outputTable(outputs));
}

function readEntries(action: unknown, section: 'inputs' | 'outputs'): Entry[] {
  return Object.entries(fields(fields(action)[section])).map(([name, value]) => {
    const { description, required, default: fallback } = fields(value);
    if (typeof description !== 'string' || description.trim() === '')
      throw new Error(`action.yml: ${name} in ${section} has no description.`);
    const entry = { name, description: description.trim(), required: required === true };
    return typeof fallback === 'string' ? { ...entry, fallback } : entry;
  });
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function inputTable(inputs: readonly Entry[]): string {
  return table(
    ['Input', 'Default', 'Meaning'],
    inputs.map(({ name, description, required, fallback }) => [
      `\`${name}\``,
      required ? '**required**' : fallback === undefined ? '' : `\`${fallback}\``,
      description.replaceAll(/\bdocs\/[\w-]+\.md\b/g, '[$&]($&)'),
    ]),
  );
}

function outputTable(outputs: readonly Entry[]): string {
  return table(
    ['Output', 'Meaning'],
    outputs.map(({ name, description }) => [`\`${name}\``, description]),
  );
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map(() => '---'), ...rows.map((row) => row.map(escapeCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Escapes bars, which end a cell, and replaces line breaks, which end a row. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
