/**
 * `npm run build` makes dist/, the files that users run. Two builds of the same sources and lockfile are the same byte for byte,
 * wherever they are made, so that everybody can check what is committed: `npm run build -- --check` fails when it differs. To try a
 * build elsewhere, there is `npm run build -- --out <folder>`.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');

/** JavaScript between compiler and bundler. Within the repository, because the bundler looks for packages from there upwards. */
const BETWEEN = join(ROOT, 'build');

const DIST = join(ROOT, 'dist');

const TYPESCRIPT = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
const NCC = fileURLToPath(import.meta.resolve('@vercel/ncc/dist/ncc/cli.js'));

/** The first action's bundle lies in dist/ itself, that of each other action in a folder of its name. */
const MAIN = 'main';
const OTHERS = ['list-scenarios', 'merge-reports'];

/** Builds into an emptied folder, because the bundler leaves what it finds there. */
async function build(out: string): Promise<void> {
  await empty(out);
  await empty(BETWEEN);
  try {
    tool(TYPESCRIPT, '--project', 'tsconfig.build.json');
    bundle(MAIN, out);
    for (const entry of OTHERS) bundle(entry, join(out, entry));
    await writeLicenses(join(out, 'licenses.txt'));
  } finally {
    await rm(BETWEEN, { recursive: true, force: true });
  }
  await useLineFeeds(out);
}

/** Makes `index.js` of an entry. Dynamic imports become files of their own, which are read only when they are needed. */
function bundle(entry: string, out: string, ...flags: readonly string[]): void {
  const source = join(BETWEEN, `${entry}.js`);
  tool(NCC, 'build', source, '--out', out, '--target', 'es2023', '--no-cache', '--quiet', ...flags);
}

/**
 * The bundler forgets the licences of what is only loaded later, so they are taken from a second build that loads everything at once.
 * The other bundles hold no package that is not in the main one, which is looked at here.
 */
async function writeLicenses(file: string): Promise<void> {
  await importEagerly(BETWEEN);
  const [main = '', ...others] = await Promise.all([MAIN, ...OTHERS].map(licensesOf));
  const missing = others.flatMap(packagesIn).filter((name) => !packagesIn(main).includes(name));
  if (missing.length > 0)
    throw new Error(`The main bundle lacks ${missing.join(', ')}: their licences would be missing.`);
  await writeFile(file, main);
}

async function licensesOf(entry: string): Promise<string> {
  const out = join(BETWEEN, 'eager', entry);
  bundle(entry, out, '--license', 'licenses.txt');
  const chunks = (await readdir(out)).filter((each) => /^\d+\./.test(each));
  if (chunks.length > 0)
    throw new Error(`Some imports are still dynamic (${chunks.join(', ')}): their licences would be missing.`);
  return readFile(join(out, 'licenses.txt'), 'utf8');
}

/** The names stand on lines of their own, at the beginning and behind a blank line. */
function packagesIn(licenses: string): string[] {
  return [...licenses.matchAll(/^(?:@[\w.-]+\/)?[\w.-]+$/gm)].map(([name]) => name);
}

async function importEagerly(folder: string): Promise<void> {
  for (const file of await filesIn(folder)) {
    const code = await readFile(file, 'utf8');
    await writeFile(file, code.replaceAll(/\bimport\((?=['"])/g, 'import(/* webpackMode: "eager" */ '));
  }
}

/** Some packages carry other line ends, which git would change at a checkout. */
async function useLineFeeds(folder: string): Promise<void> {
  for (const file of await filesIn(folder)) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('\r\n', '\n'));
  }
}

/** Says whether a fresh build is what stands in dist/, which stays as it is. */
async function check(): Promise<void> {
  const fresh = await mkdtemp(join(tmpdir(), 'dist-'));
  try {
    await build(fresh);
    const [made, committed] = [await contents(fresh), await contents(DIST)];
    const names = [...new Set([...made.keys(), ...committed.keys()])];
    const different = names.filter((name) => made.get(name)?.equals(committed.get(name) ?? Buffer.alloc(0)) !== true);
    if (different.length === 0)
      console.log(`dist/ is what the sources make: ${String(names.length)} files, byte for byte.`);
    else {
      console.error(`dist/ is not what the sources make. Run "npm run build" and commit: ${different.join(', ')}.`);
      process.exitCode = 1;
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function contents(folder: string): Promise<Map<string, Buffer>> {
  const files = await filesIn(folder);
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function empty(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

function tool(script: string, ...options: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...options], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${relative(ROOT, script)} failed.`);
}

const { values: asked } = parseArgs({ options: { check: { type: 'boolean' }, out: { type: 'string' } } });
if (asked.check) await check();
else {
  const out = asked.out === undefined ? DIST : resolve(asked.out);
  await build(out);
  for (const [name, { length }] of await contents(out)) {
    console.log(`${String(Math.ceil(length / 1024)).padStart(6)} KiB  ${relative(ROOT, join(out, name))}`);
  }
}
