/**
 * `npm run demo` runs the action with a real app against the simulated service and eight devices, and writes log, summary and result
 * files to demo-output/. With `--gallery` it draws every kind of report instead.
 */
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

import { drawGallery } from './demo/gallery.ts';
import { MAIN_RUN, runDemo, type DemoResult } from './demo/run.ts';
import { formatLogLine } from './demo/log-line.ts';

const OUTPUT = resolve(import.meta.dirname, '..', 'demo-output');

async function demo(): Promise<void> {
  await rm(OUTPUT, { recursive: true, force: true });
  await mkdir(OUTPUT, { recursive: true });
  console.log(`${MAIN_RUN.title}. ${MAIN_RUN.description}\nThe log of the step:\n`);
  const result = await runDemo(MAIN_RUN, OUTPUT, print);
  console.log(`\n${describeResult(result)}`);
  process.exitCode = result.differences.length === 0 ? 0 : 1;
}

function print(line: string): void {
  const shown = formatLogLine(line, process.stdout.isTTY);
  if (shown !== undefined) console.log(`  | ${shown}`);
}

function describeResult({ result, uploadedBytes, files, differences }: DemoResult): string {
  const seconds = (result.milliseconds / 1000).toFixed(1);
  const megabytes = (uploadedBytes / 1e6).toFixed(1);
  const facts = `The step ran for ${seconds} s, sent ${megabytes} MB and ended with exit code ${String(result.exitCode)}.`;
  if (differences.length > 0) return `${facts}\nThis is not the expected result: ${differences.join('; ')}.`;
  return [
    `${facts} The step is red, as expected.`,
    'Open these files:',
    ...files.map((file) => `  demo-output/${file}`),
    'The service and GitHub are simulated on this machine, so links to their pages do not work.',
  ].join('\n');
}

async function gallery(): Promise<void> {
  const problems = await drawGallery(resolve(OUTPUT, 'gallery'), (line) => {
    console.log(line);
  });
  console.log(problems.length === 0 ? 'The pages are in demo-output/gallery/.' : `Problems:\n${problems.join('\n')}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

await (process.argv.includes('--gallery') ? gallery() : demo());
