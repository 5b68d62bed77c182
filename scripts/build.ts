import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { licensesOf } from './licenses.ts';
import { readOptions } from './read-options.ts';
import { replaceUnpacker } from './unpacking.ts';

const HELP = `npm run build -- [--check | --out <folder>]
Makes dist/, the files that users run. The same sources and lockfile give the same bytes on every machine. With --check,
the exit code is 1 if dist/ differs from a new build; --out writes to another folder.`;

const ROOT = resolve(import.meta.dirname, '..');

/** Output of the compiler. In the repository, so that the bundler finds node_modules. */
const COMPILED = join(ROOT, 'build');

/** The bundler looks for packages as this configuration of the compiler says. */
const ALIASES = join(COMPILED, 'tsconfig.json');

const DIST = join(ROOT, 'dist');

const TYPESCRIPT = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
const NCC = fileURLToPath(import.meta.resolve('@vercel/ncc/dist/ncc/cli.js'));
const CLIENT = dirname(fileURLToPath(import.meta.resolve('@actions/artifact')));

/** The bundle of both actions is in dist/ itself. */
const MAIN = 'main';
/** Its bundle is minified: 1.9 MB instead of 4.8 MB, and 8 MB less memory. That of the actions is not, because it started 15 ms later then. */
const WORKER = 'github/artifact-worker';

/** Builds both bundles. The folder is emptied first, because the bundler does not remove old files. */
async function build(out: string): Promise<void> {
  await emptyFolder(out);
  await emptyFolder(COMPILED);
  try {
    runTool(TYPESCRIPT, '--project', 'tsconfig.build.json');
    await bundle(MAIN, out);
    const aliases = await replaceUnpacker(CLIENT, join(COMPILED, 'no-unpacker.js'));
    await writeFile(ALIASES, JSON.stringify(aliases));
    // `debug` uses it for colours if it is installed. Only tools of developers bring it, so the list of packages does not name it.
    await bundle(WORKER, join(out, basename(WORKER)), '--minify', '--external', 'supports-color');
  } finally {
    await rm(COMPILED, { recursive: true, force: true });
  }
  await normalizeLineEnds(out);
}

/** Bundles an entry into `index.js`, with the licences of its packages. Dynamic imports become separate files, which are loaded when needed. */
async function bundle(entry: string, out: string, ...flags: readonly string[]): Promise<void> {
  const source = join(COMPILED, `${entry}.js`);
  const statistics = join(COMPILED, 'statistics.json');
  const settings = ['--target', 'es2023', '--no-cache', '--quiet', '--stats-out', statistics];
  runTool(NCC, 'build', source, '--out', out, ...settings, ...flags);
  const { modules } = JSON.parse(await readFile(statistics, 'utf8')) as { modules: Parameters<typeof licensesOf>[0] };
  const [, mit = ''] = (await readFile(join(ROOT, 'LICENSE'), 'utf8')).split(/^Copyright .*\n\n/m);
  await writeFile(join(out, 'licenses.txt'), await licensesOf(modules, mit));
}

/** Replaces CRLF, which some packages use and which git would change at a checkout. */
async function normalizeLineEnds(folder: string): Promise<void> {
  for (const file of await listFiles(folder)) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('\r\n', '\n'));
  }
}

/** Compares dist/ with a new build, without changing it. */
async function checkDist(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dist-'));
  try {
    await build(folder);
    const [built, committed] = [await readContents(folder), await readContents(DIST)];
    const names = [...new Set([...built.keys(), ...committed.keys()])];
    const different = names.filter((name) => built.get(name)?.equals(committed.get(name) ?? Buffer.alloc(0)) !== true);
    if (different.length === 0) console.log(`dist/ matches the sources (${String(names.length)} files).`);
    else {
      console.error(
        `dist/ does not match the sources. Run "npm run build" and commit these files: ${different.join(', ')}.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readContents(folder: string): Promise<Map<string, Buffer>> {
  const files = await listFiles(folder);
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

function runTool(script: string, ...args: readonly string[]): void {
  const env = { ...process.env, TS_NODE_PROJECT: ALIASES };
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${relative(ROOT, script)} failed.`);
}

const { values: options } = readOptions(HELP, { check: { type: 'boolean' }, out: { type: 'string' } });
if (options.check) await checkDist();
else {
  const out = options.out === undefined ? DIST : resolve(options.out);
  await build(out);
  for (const [name, { length }] of await readContents(out)) {
    console.log(`${String(Math.ceil(length / 1024)).padStart(6)} KiB  ${relative(ROOT, join(out, name))}`);
  }
}
