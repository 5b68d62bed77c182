import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { DOCUMENTS } from '../../scripts/majors/table.ts';
import { readMarkdown } from './read-markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Begins the head of a workflow whose other lines are the block before. */
const ABOVE = '# Above the lines before';

type Workflow = readonly [name: string, content: string];

/**
 * The name and text of each workflow of the documents. Lines for another workflow begin with a comment that says where they go; the
 * result is named after their heading, and a second part replaces it. @throws if the place does not exist
 */
export async function listWorkflows(): Promise<readonly Workflow[]> {
  const texts = await Promise.all(DOCUMENTS.map((path) => readFile(resolve(ROOT, path), 'utf8')));
  const blocks = texts.flatMap((text) => readMarkdown(text).blocks).filter(({ language }) => language === 'yaml');
  const workflows: Workflow[] = [];
  for (const [at, { heading, content: own }] of blocks.entries()) {
    const [first = '', ...rest] = own.split('\n');
    const content = first === ABOVE ? `${rest.join('\n')}${blocks[at - 1]?.content ?? ''}` : own;
    const isWhole = /^on:/m.test(content) && /^jobs:/m.test(content) && !content.startsWith('#');
    if (isWhole) workflows.push([nameOf(content), content]);
    else if (content.startsWith('# ')) {
      const [base, text] = insert(new Map(workflows), content);
      if (base === heading) workflows.pop();
      workflows.push([heading, text.replace(/^name: .*$/m, `name: ${heading}`)]);
    }
  }
  return workflows;
}

/** The text of each workflow of the documents, by its name. */
export async function readWorkflows(): Promise<ReadonlyMap<string, string>> {
  return new Map(await listWorkflows());
}

/** The name of a workflow, from its text. */
export function nameOf(workflow: string): string {
  return /^name: (.*)$/m.exec(workflow)?.[1] ?? 'nameless';
}

/** Puts lines where their first line says. @returns the name of the workflow that they are for, and its new text */
function insert(workflows: ReadonlyMap<string, string>, content: string): readonly [base: string, text: string] {
  const [comment = '', ...rest] = content.split('\n');
  const [, how = '', place = '', base = '', end] =
    /^# (At the end of|Above|Below|In place of) (?:"(.+?)" of )?"(.+?)"(, and of all lines below it)?$/.exec(comment) ??
    [];
  const text = workflows.get(base);
  if (text === undefined) throw new Error(`There is no workflow for the lines ${comment}`);
  const lines = rest.join('\n');
  if (how === 'At the end of') return [base, text + lines];
  const marker = how === 'In place of' ? `# ${place}` : place;
  const [, above, line, below] = new RegExp(`^([^]*?\\n)( *${marker}.*\\n)([^]*)$`).exec(text) ?? [];
  if (above === undefined || line === undefined || below === undefined) throw new Error(`No place for ${comment}`);
  if (how === 'Above') return [base, lines + line + below];
  if (how === 'Below') return [base, above + line + lines + below];
  const app = /^ {2}APP: .*\n/m.exec(lines)?.[0] ?? '';
  const next = below.search(/^ {6}# /m);
  if (end === undefined && next < 0) throw new Error(`No comment ends the place of ${comment}`);
  const after = end === undefined ? below.slice(next) : '';
  return [base, above.replace(/^ {2}APP: .*\n/m, app || '$&') + lines.replace(app, '') + after];
}
