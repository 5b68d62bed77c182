import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { readMarkdown } from './read-markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'docs/recipes.md'];

/** The name and text of each workflow in a document. */
export function workflowsIn(markdown: string): readonly (readonly [name: string, content: string])[] {
  return readMarkdown(markdown)
    .blocks.filter(({ language }) => language === 'yaml')
    .map(({ content }) => [nameOf(content), content] as const);
}

/** The name of a workflow, from its text. */
export function nameOf(workflow: string): string {
  return /^name: (.*)$/m.exec(workflow)?.[1] ?? 'nameless';
}

/** The text of each complete workflow of the documents, by its name. */
export async function readWorkflows(): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(DOCUMENTS.map((path) => readFile(resolve(ROOT, path), 'utf8')));
  return new Map(texts.flatMap(workflowsIn).filter(([, text]) => /^on:/m.test(text) && /^jobs:/m.test(text)));
}
