import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as reports from '../../__tests__/support/reports.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import type { Report } from '../../src/model/report.ts';
import { findBrowser, type Browser, type View } from './browser.ts';
import { drawPage } from './page.ts';

/** What hangs in the gallery: every kind of report that a reader may meet. */
const PICTURES: Readonly<Record<string, () => Report>> = {
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

/** A picture is no longer than this, in CSS pixels. */
const HIGHEST = 3_000;

const VIEWS: readonly View[] = [
  { name: 'desktop-light', width: 1_060, dark: false },
  { name: 'desktop-dark', width: 1_060, dark: true },
  { name: 'phone-light', width: 390, dark: false },
  { name: 'phone-dark', width: 390, dark: true },
];

/**
 * Draws every report as a page, photographs it in a browser where there is one, and has each page checked for those who do not see it.
 *
 * @returns what is wrong, a line each
 */
export async function drawGallery(folder: string, say: (line: string) => void): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await findBrowser();
  if (!browser) say('There is no Chromium here, so there are pages and no pictures.');
  const wrong: string[] = [];
  for (const [name, make] of Object.entries(PICTURES)) {
    const page = join(folder, `${name}.html`);
    await writeFile(page, await drawPage(name, summaryMarkdown(make())));
    const found = browser ? await photograph(browser, page) : [];
    wrong.push(...found.map((trouble) => `${name}: ${trouble}`));
    say(`${name}${found.length > 0 ? `: ${found.length} faults` : ''}`);
  }
  return wrong;
}

async function photograph(browser: Browser, page: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const view of VIEWS) {
    const { height, faults } = await browser.check(page, view);
    await browser.photograph(page, page.replace(/\.html$/, `-${view.name}.png`), view, Math.min(height, HIGHEST));
    for (const fault of faults) found.add(fault);
  }
  return [...found];
}
