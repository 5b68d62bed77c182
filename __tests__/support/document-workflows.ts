import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { DOCUMENTS } from '../../scripts/majors/table.ts';
import { readMarkdown } from './read-markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');

type Workflow = readonly [name: string, content: string];

/**
 * The name and text of each workflow of the documents. The end of a workflow replaces that of the first one before it that has
 * its first line, and is named after its heading. @throws if no workflow has this line
 */
export async function listWorkflows(): Promise<readonly Workflow[]> {
  const texts = await Promise.all(DOCUMENTS.map((path) => readFile(resolve(ROOT, path), 'utf8')));
  const blocks = texts.flatMap((text) => readMarkdown(text).blocks).filter(({ language }) => language === 'yaml');
  const workflows: string[] = [];
  for (const { heading, content } of blocks) {
    const isComplete = /^on:/m.test(content) && /^jobs:/m.test(content);
    workflows.push(isComplete ? content : replaceEnd(workflows, content).replace(/^name: .*$/m, `name: ${heading}`));
  }
  return workflows.map((text) => [nameOf(text), text]);
}

/** The text of each workflow of the documents, by its name. */
export async function readWorkflows(): Promise<ReadonlyMap<string, string>> {
  return new Map(await listWorkflows());
}

/** The name of a workflow, from its text. */
export function nameOf(workflow: string): string {
  return /^name: (.*)$/m.exec(workflow)?.[1] ?? 'nameless';
}

function replaceEnd(workflows: readonly string[], end: string): string {
  const firstLine = `\n${end.split('\n', 1)[0] ?? ''}\n`;
  const workflow = workflows.find((each) => each.includes(firstLine));
  if (workflow === undefined) throw new Error(`No workflow of the documents has the line${firstLine}`);
  return workflow.slice(0, workflow.indexOf(firstLine) + 1) + end;
}
