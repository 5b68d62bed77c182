/**
 * `npm run demo`: the main job on real input with nothing but the checkout. A workflow step uploads a real app to the simulated service,
 * waits for eight devices, and reports. What a user would see stays in demo-output/. With `--gallery` it draws every kind of report instead.
 */
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

import { drawGallery } from './demo/gallery.ts';
import { playScene, type Played } from './demo/play.ts';
import { MAIN_SCENE, type Scene } from './demo/scene.ts';
import { showLine } from './demo/show-line.ts';

const OUTPUT = resolve(import.meta.dirname, '..', 'demo-output');

async function demo(scene: Scene): Promise<void> {
  await rm(OUTPUT, { recursive: true, force: true });
  await mkdir(OUTPUT, { recursive: true });
  console.log(`${scene.title}. ${scene.story}\nThe log of the step:\n`);
  const played = await playScene(scene, OUTPUT, print);
  console.log(`\n${closing(played)}`);
  process.exitCode = played.surprises.length === 0 ? 0 : 1;
}

function print(line: string): void {
  const shown = showLine(line, process.stdout.isTTY);
  if (shown !== undefined) console.log(`  | ${shown}`);
}

function closing({ result, uploadedBytes, left, surprises }: Played): string {
  const seconds = (result.milliseconds / 1000).toFixed(1);
  const megabytes = (uploadedBytes / 1e6).toFixed(1);
  const facts = `The step ran for ${seconds} s, sent ${megabytes} MB and ended with exit code ${String(result.exitCode)}.`;
  if (surprises.length > 0) return `${facts}\nThe demo did not go as foreseen: ${surprises.join('; ')}.`;
  return [
    `${facts} A red step is what should come of this.`,
    'Have a look at:',
    ...left.map((file) => `  demo-output/${file}`),
    'The service and GitHub are played on this machine: links to their pages lead nowhere.',
  ].join('\n');
}

async function gallery(): Promise<void> {
  const wrong = await drawGallery(resolve(OUTPUT, 'gallery'), (line) => {
    console.log(line);
  });
  console.log(wrong.length === 0 ? 'The pictures are in demo-output/gallery/.' : `What is wrong:\n${wrong.join('\n')}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

await (process.argv.includes('--gallery') ? gallery() : demo(MAIN_SCENE));
