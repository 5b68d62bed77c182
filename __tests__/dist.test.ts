import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, test } from '@jest/globals';

import { replaceUnpacker } from '../scripts/unpacking.ts';
import { watchEgress } from './support/egress.ts';
import { useFolder } from './support/folder.ts';
import { runAction } from './support/run-action.ts';
import { fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const WORKER = 'artifact-worker/index.js';
const SCRIPTS = [...readdirSync(DIST).filter((name) => name.endsWith('.js')), WORKER];

function read(...path: string[]): string {
  return readFileSync(join(ROOT, ...path), 'utf8');
}

/** The version of a package in the lockfile. */
function versionOf(name: string): string {
  const lock = fields(fields(JSON.parse(read('package-lock.json')))['packages']);
  return String(fields(lock[`node_modules/${name}`])['version']);
}

function scriptsContaining(text: string): string[] {
  return SCRIPTS.filter((name) => read('dist', name).includes(text));
}

describe('the committed bundles', () => {
  test('are those of the actions and of the artifact client', () => {
    const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
    expect(names.filter((name) => /(?:^|\/)index\.js$/.test(name)).sort()).toEqual([WORKER, 'index.js']);
  });

  test('are declared as ES modules', () => {
    expect(JSON.parse(read('dist', 'package.json'))).toStrictEqual({ type: 'module' });
  });

  test('contain one copy of undici each', () => {
    const copies = SCRIPTS.flatMap((name) =>
      [...read('dist', name).matchAll(/Symbol\.for\(['"]undici\.globalDispatcher\.\d+['"]\)/g)].map(() => name),
    );
    expect(copies).toEqual(['index.js', WORKER]);
  });

  test('load the artifact client only when needed', () => {
    const text = 'github.actions.results.api.v1.ArtifactService';
    expect(scriptsContaining(text)).not.toHaveLength(0);
    expect(scriptsContaining(text)).not.toContain('index.js');
  });

  test.each([
    ['the simulator', '/simulator/'],
    ['what unpacks artifacts', 'dataDescriptorSignature'],
    ['a source map', 'sourceMappingURL=data:'],
    ['a carriage return', '\r'],
  ])('do not contain %s', (_what, text) => {
    expect(scriptsContaining(text)).toStrictEqual([]);
  });

  test.each(SCRIPTS)('%s has valid syntax', (name) => {
    const { status, stderr } = spawnSync(process.execPath, ['--check', join(DIST, name)], { encoding: 'utf8' });
    expect([stderr, status]).toStrictEqual(['', 0]);
  });

  test.each([
    ['licenses.txt', 'saxes', 'undici', 'tunnel', 'yaml'],
    ['artifact-worker/licenses.txt', '@actions/artifact', '@azure/storage-blob', 'isarray'],
  ])('include %s with versions', (file, ...packages) => {
    const lines = read('dist', file).split('\n');
    const named = packages.map((name) => `${name} ${versionOf(name)}`);
    expect(lines).toStrictEqual(expect.arrayContaining(named));
  });

  test('have the packages that the list of a release names, which is valid for CycloneDX', async () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/release/sbom.ts'], { cwd: ROOT, encoding: 'utf8' });
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(stdout)).toBeNull();
    const { metadata, components } = fields(JSON.parse(stdout));
    const { version } = fields(JSON.parse(read('package.json')));
    expect(metadata).toMatchObject({ component: { type: 'application', name: 'run-testset', version } });
    const listed = (components as { name: string; version: string }[]).map((each) => `${each.name} ${each.version}`);
    const texts = ['licenses.txt', 'artifact-worker/licenses.txt'].map((file) => read('dist', file)).join('\n\n');
    const bundled = new Set(texts.match(/^\S+ \d+\.\d+\.\d+(?=\n\S.*\n\n)/gm));
    expect(bundled.size).toBeGreaterThan(100);
    expect(listed.sort()).toStrictEqual([...bundled].sort());
  });

  test("are listed with NTIA's minimum elements, and each package is reached from the action", () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/release/sbom.ts'], { cwd: ROOT, encoding: 'utf8' });
    const { metadata, components, dependencies } = fields(JSON.parse(stdout));
    const { timestamp, authors, component } = fields(metadata);
    const text: unknown = expect.stringMatching(/\w/);
    expect([timestamp, authors]).toEqual([text, [{ name: text }]]);
    const parts = [component, ...(components as unknown[])].map(fields);
    for (const { supplier, ...part } of parts) {
      expect([supplier, part]).toMatchObject([{ name: text }, { name: text, version: text, purl: text }]);
    }
    const graph = dependencies as { ref: string; dependsOn: readonly string[] }[];
    const reached = new Set([graph[0]?.ref]);
    for (const one of reached) graph.find(({ ref }) => ref === one)?.dependsOn.forEach((ref) => reached.add(ref));
    expect([...reached].sort()).toEqual(parts.map(({ purl }) => purl).sort());
    const [ref, needed] = ['saxes', 'xmlchars'].map((name) => `pkg:npm/${name}@${versionOf(name)}`);
    expect(graph).toContainEqual({ ref, dependsOn: [needed] });
  });

  test('include the text of every licence', () => {
    const texts = ['licenses.txt', 'artifact-worker/licenses.txt'].map((file) => read('dist', file)).join('\n\n');
    const parts = texts.split(/^(?=\S+ \d+\.\d+\.\d+\n\S.*\n\n)/m);
    expect(parts.length).toBeGreaterThan(100);
    const incomplete = parts.filter((part) => !/permission|redistribut|warrant/i.test(part));
    expect(incomplete.map((part) => part.split('\n').slice(0, 2))).toStrictEqual([]);
  });
});

describe('the build', () => {
  const folder = useFolder();
  const USED = `import unzip from 'unzip-stream';\n  if (isZip && !skipDecompress) {\n//\n\n  x.pipe(unzip.Extract({`;

  test.each([
    ['unpacks only after a download that must unpack', true, USED],
    ['unpacks elsewhere, too', false, `${USED}\nx.pipe(unzip.Parse())`],
    ['unpacks after every download', false, USED.replace(' && !skipDecompress', '')],
    ['unpacks with another package', false, USED.replaceAll('unzip', 'yauzl')],
  ])('knows that the artifact client %s: %p', async (_what, isKnown, text) => {
    writeFileSync(join(folder(), 'download.js'), text);
    const replaced = replaceUnpacker(folder(), join(folder(), 'replacement.mjs')).then(
      () => true,
      () => false,
    );
    expect(await replaced).toBe(isKnown);
  });
});

describe('the entry', () => {
  const folder = useFolder();

  test.each([undefined, 'list-scenarios'] as const)('says in one line that Node.js is too old: %s', async (action) => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`;
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
    const { exitCode, stdout, stderr, outputs } = await runAction({
      action,
      nodeOptions,
      inputs: { 'access-key': 'k3y' },
    });
    expect({ exitCode, stderr, outputs }).toEqual({ exitCode: 1, stderr: '', outputs: {} });
    expect(stdout).toMatch(/^::error::.* needs Node\.js 24, .* Node\.js 20\.20\.2\. No testset was created\. .*\n$/);
  });

  test.each(['index.mjs', 'list-scenarios/index.mjs', 'dist/index.js'])(
    'says in one line that there is no runner: %s',
    async (file) => {
      const { option, check } = watchEgress(join(folder(), 'egress'));
      const args = [option, join(ROOT, file)];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' });
      expect({ status, stderr, contacts: await check() }).toEqual({ status: 1, stderr: '', contacts: [] });
      expect(stdout).toMatch(/^This is a GitHub Action: use it in a workflow\..*\n$/);
    },
  );

  test('is not green if the action ends without a result', () => {
    cpSync(join(ROOT, 'index.mjs'), join(folder(), 'index.mjs'));
    mkdirSync(join(folder(), 'dist'));
    writeFileSync(join(folder(), 'dist/package.json'), read('dist', 'package.json'));
    writeFileSync(join(folder(), 'dist/index.js'), 'await new Promise(() => undefined);');
    expect(spawnSync(process.execPath, [join(folder(), 'index.mjs')]).status).toBe(1);
  });
});
