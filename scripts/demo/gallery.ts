import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as reports from '../../__tests__/support/reports.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import type { Report } from '../../src/model/report.ts';
import { findBrowser, type Browser, type View } from './browser.ts';
import { drawPage } from './page.ts';

/** Every kind of report, by the name of its page. */
const REPORTS: Readonly<Record<string, () => Report>> = {
  'all-passed': reports.allPassed,
  'one-failed': reports.oneFailed,
  'mixed-60': reports.mixed60,
  'many-1500': () => reports.many(1_500),
  'several-scenarios': reports.scenarios,
  'timed-out': reports.timedOut,
  inconclusive: reports.inconclusive,
  'not-created': reports.notCreated,
  'unknown-starts': reports.unknownStarts,
  'called-errors': reports.calledErrors,
  'hostile-names': reports.hostile,
  compared: reports.compared,
  'several-testsets': reports.severalTestsets,
};

/** The most of a page that a picture shows, in CSS pixels. */
const MAX_HEIGHT = 3_000;

const VIEWS: readonly View[] = [
  { name: 'desktop-light', width: 1_060, dark: false },
  { name: 'desktop-dark', width: 1_060, dark: true },
  { name: 'phone-light', width: 390, dark: false },
  { name: 'phone-dark', width: 390, dark: true },
];

/** Writes every report as a page. With a browser, also as pictures, and checks the accessibility. @returns the problems, one line each */
export async function drawGallery(folder: string, print: (line: string) => void): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await findBrowser();
  if (!browser) print('Chromium was not found, so there are only pages and no pictures.');
  const problems: string[] = [];
  for (const [name, make] of Object.entries(REPORTS)) {
    const page = join(folder, `${name}.html`);
    await writeFile(page, await drawPage(name, summaryMarkdown(make())));
    const found = browser ? await takePictures(browser, page) : [];
    problems.push(...found.map((problem) => `${name}: ${problem}`));
    print(`${name}${found.length > 0 ? `: ${found.length} problems` : ''}`);
  }
  return problems;
}

async function takePictures(browser: Browser, page: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const view of VIEWS) {
    const { height, problems } = await browser.check(page, view);
    await browser.screenshot(page, page.replace(/\.html$/, `-${view.name}.png`), view, Math.min(height, MAX_HEIGHT));
    for (const problem of problems) found.add(problem);
  }
  return [...found];
}
