import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeApk } from '../../__tests__/app/support/make-apk.ts';
import { iosFiles } from '../../__tests__/app/support/make-ios.ts';
import { readWorkflows } from '../../__tests__/support/document-workflows.ts';
import { APP_FILES, appPrograms, buildPrograms, PREBUILT, scriptFile } from './app.ts';
import { forExample, LEFT_OUT, type ActionName } from './workflows.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const START_SERVICE = '.github/actions/start-service';

/** Writes the files of the example repository. @returns the number of its workflows */
export async function writeExample(folder: string, action: ActionName): Promise<number> {
  const workflows = [...(await readWorkflows())].filter(([name]) => !(name in LEFT_OUT));
  await cp(join(import.meta.dirname, 'start-service'), join(folder, START_SERVICE), { recursive: true });
  await bundleSimulator(join(folder, START_SERVICE, 'simulator'));
  await writeFiles(folder, {
    ...APP_FILES,
    [`prebuilt/${PREBUILT.apk}`]: await makeApk(),
    ...iosFiles({}, `prebuilt/${PREBUILT.ios}/`),
    'README.md': readme(workflows.map(([name]) => name)),
  });
  for (const [minute, [name, text]] of workflows.entries()) {
    await writeFiles(folder, { [`.github/workflows/${fileOf(name)}`]: forExample(text, action, minute) });
  }
  await writePrograms(folder, appPrograms('$GITHUB_WORKSPACE/bin/gradlew'));
  await writePrograms(join(folder, 'bin'), buildPrograms('$GITHUB_WORKSPACE/prebuilt'));
  return workflows.length;
}

/** Writes files below a folder, by their paths in it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Writes scripts that can be run, by their paths in a folder. */
export async function writePrograms(folder: string, programs: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, lines] of Object.entries(programs)) {
    await writeFiles(folder, { [name]: scriptFile(lines) });
    await chmod(join(folder, name), 0o755);
  }
}

function fileOf(workflow: string): string {
  return `${workflow.toLowerCase().replaceAll(' ', '-')}.yml`;
}

/** Makes one program of the simulator that needs no packages. */
async function bundleSimulator(out: string): Promise<void> {
  await mkdir(join(ROOT, 'build'), { recursive: true });
  // In the repository, so that the bundler finds node_modules.
  const compiled = await mkdtemp(join(ROOT, 'build/simulator-'));
  try {
    const settings = {
      extends: join(ROOT, 'tsconfig.build.json'),
      compilerOptions: { rootDir: ROOT, outDir: compiled },
      files: [join(ROOT, 'simulator/main.ts')],
    };
    await writeFile(join(compiled, 'tsconfig.json'), JSON.stringify(settings));
    runTool('typescript/bin/tsc', '--project', compiled);
    const main = join(compiled, 'simulator/main.js');
    runTool('@vercel/ncc/dist/ncc/cli.js', 'build', main, '--out', out, '--minify', '--no-cache', '--quiet');
  } finally {
    await rm(compiled, { recursive: true });
  }
}

function runTool(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.resolve(program)), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} failed.`);
}

function readme(workflows: readonly string[]): string {
  return [
    '# Example of Run Testset',
    '',
    'Each workflow of the documentation of Run Testset, as a repository uses it. Most of them run every night; the job summary',
    'of each run shows its report.',
    '',
    'The service that tests the apps is simulated: each job starts its own, and its devices pass. The apps are built already, so',
    'that `./gradlew`, `flutter` and `xcodebuild` only copy them. Nothing has to be set up, and no account is needed.',
    '',
    '| Workflow | File |',
    '| --- | --- |',
    ...workflows.map((name) => `| ${name} | [${fileOf(name)}](.github/workflows/${fileOf(name)}) |`),
    '',
    'Not here:',
    '',
    ...Object.entries(LEFT_OUT).map(([name, reason]) => `- "${name}": ${reason}`),
    '',
  ].join('\n');
}
