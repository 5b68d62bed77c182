import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { renderGallery } from './demo/gallery.ts';
import { formatLogLine } from '../__tests__/support/gallery/log-line.ts';
import { runDemo, type DemoResult } from './demo/run.ts';
import { SCENES, type Scene } from './demo/scenes.ts';
import { TEXTS } from '../__tests__/support/gallery/texts.ts';
import { visibleMarkdown } from '../__tests__/support/gallery/visible-text.ts';
import { readOptions } from './read-options.ts';

const OUTPUT = resolve(import.meta.dirname, '..', 'demo-output');
const RUN_FOLDER = join(OUTPUT, 'run');
const GALLERY_FOLDER = join(OUTPUT, 'gallery');
const TEXTS_FOLDER = resolve(import.meta.dirname, '..', '__tests__/report/texts');

async function demo(scene: Scene): Promise<boolean> {
  await rm(RUN_FOLDER, { recursive: true, force: true });
  await mkdir(RUN_FOLDER, { recursive: true });
  console.log(`${scene.title}\n`);
  const result = await runDemo(scene, RUN_FOLDER, printLogLine);
  console.log(`\n${describeResult(result)}`);
  return result.differences.length === 0;
}

function printLogLine(line: string): void {
  const shown = formatLogLine(line, process.stdout.isTTY);
  if (shown !== undefined) console.log(`  | ${shown}`);
}

function describeResult({ result, page, uploadedBytes, differences }: DemoResult): string {
  const seconds = (result.milliseconds / 1000).toFixed(1);
  const megabytes = (uploadedBytes / 1e6).toFixed(1);
  const facts = `The step ran for ${seconds} s, sent ${megabytes} MB and ended with exit code ${String(result.exitCode)}.`;
  if (differences.length > 0) return `${facts}\nThis is not the expected result: ${differences.join('; ')}.`;
  return [
    `${facts} The job summary:`,
    '',
    ...visibleMarkdown(result.summary)
      .split('\n')
      .map((line) => `  | ${line}`.trimEnd()),
    '',
    'To be opened in a browser, the job summary as GitHub shows it, and the report page (both without links to pages of',
    'GitHub and the service, which are simulated):',
    pathToFileURL(join(RUN_FOLDER, 'summary.html')).href,
    pathToFileURL(join(RUN_FOLDER, page)).href,
  ].join('\n');
}

async function gallery(): Promise<boolean> {
  const problems = await renderGallery(GALLERY_FOLDER, (line) => {
    console.log(line);
  });
  if (problems.length > 0) console.log(`Problems:\n${problems.join('\n')}`);
  console.log(`The pages, to be opened in a browser:\n${pathToFileURL(GALLERY_FOLDER).href}`);
  return problems.length === 0;
}

async function writeTexts(): Promise<boolean> {
  await rm(TEXTS_FOLDER, { recursive: true, force: true });
  await mkdir(TEXTS_FOLDER);
  for (const [name, make] of Object.entries(TEXTS)) await writeFile(join(TEXTS_FOLDER, `${name}.txt`), make());
  return true;
}

const HELP = `npm run demo -- [--scene <name> | --gallery | --texts]
Runs the action with a real app against the simulated service, and leaves log, job summary and result files in
demo-output/run/. The scenes: ${Object.keys(SCENES).join(', ')}. --gallery renders every kind of report instead, and --texts
writes what users read of it to __tests__/report/texts/, with which the tests compare.`;

async function run(): Promise<boolean> {
  const { values } = readOptions(HELP, {
    gallery: { type: 'boolean' },
    texts: { type: 'boolean' },
    scene: { type: 'string', default: 'failed' },
  });
  const scene = SCENES[values.scene];
  if (values.gallery) return gallery();
  if (values.texts) return writeTexts();
  if (!scene) throw new Error(`There is no scene "${values.scene}".\n${HELP}`);
  return demo(scene);
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
