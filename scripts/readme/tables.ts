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

/** A group of inputs, which a comment of action.yml begins. */
interface Group {
  readonly title: string;
  readonly sentence: string;
}

/** `# Title: Sentence.` in the line above the first input of the group. */
const GROUP = /^ {2}# (.+?): (.+)\n {2}([\w-]+):$/gm;

/** Reads inputs and outputs from the text of an action.yml, in its order. @throws if an entry has no description */
export function readInterface(actionYml: string): Interface {
  const action: unknown = parse(actionYml);
  return { inputs: readEntries(action, 'inputs'), outputs: readEntries(action, 'outputs') };
}

/** The outputs that most workflows use; the reference has the others. */
const COMMON: ReadonlySet<string> = new Set([
  ...['testset-id', 'outcome', 'total-count', 'pass-count', 'fail-count', 'excused-count', 'failed-devices'],
  ...['results-dir', 'junit-file', 'report-url'],
]);

/** Replaces both tables of the README: inputs in their groups, without those that are described as internal. @throws if a marker is missing or an entry has no description */
export function fillReadme(readme: string, actionYml: string): string {
  const { inputs, outputs } = readInterface(actionYml);
  const forUsers = inputs.filter(({ description }) => !description.startsWith('Internal.'));
  return replaceBetween(
    replaceBetween(readme, 'inputs', inputTable(forUsers, groupsIn(actionYml))),
    'outputs',
    outputTable(outputs.filter(({ name }) => COMMON.has(name))),
  );
}

/** Replaces the table of the reference with the outputs that the README leaves out. @throws as {@link fillReadme} */
export function fillReference(reference: string, actionYml: string): string {
  const { outputs } = readInterface(actionYml);
  return replaceBetween(reference, 'outputs', outputTable(outputs.filter(({ name }) => !COMMON.has(name))));
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

/** The groups of inputs, by the first input of each. */
function groupsIn(actionYml: string): ReadonlyMap<string, Group> {
  const found = [...actionYml.matchAll(GROUP)];
  return new Map(found.map(([, title = '', sentence = '', first = '']) => [first, { title, sentence }]));
}

function inputTable(inputs: readonly Entry[], groups: ReadonlyMap<string, Group>): string {
  return table(
    ['Input', 'Default', 'Meaning'],
    inputs.flatMap((input) => {
      const group = groups.get(input.name);
      return group ? [[`**${group.title}**`, '', group.sentence], inputRow(input)] : [inputRow(input)];
    }),
  );
}

function inputRow({ name, description, required, fallback }: Entry): readonly string[] {
  return [
    `\`${name}\``,
    required ? '**required**' : fallback === undefined ? '' : `\`${fallback}\``,
    description.replaceAll(/\bdocs\/[\w-]+\.md\b/g, '[$&]($&)'),
  ];
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
