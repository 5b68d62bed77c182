import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pLimit from 'p-limit';

import type { Report } from '../../src/model/report.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { openBrowser, type Browser } from './browser.ts';
import {
  contradiction,
  failed1500,
  failed60,
  failed8,
  firstRun,
  KINDS,
  quarantined,
  retried,
  scenarios200,
  scenarios3,
  single,
  timedOut,
} from '../../__tests__/support/gallery/kinds.ts';
import { hostile } from '../../__tests__/support/reports.ts';
import { reportPage } from '../../src/report/page.ts';
import { endOfLog, logOfWait } from '../../__tests__/support/gallery/log-of.ts';
import { publishedView } from '../../__tests__/support/gallery/report-parts.ts';
import { renderPage } from './page.ts';
import { createView } from '../../src/report/view.ts';

/** The Markdown of each page, by its name: a job summary of every kind, then comments and logs. */
const PAGES: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([name, make]) => [name, () => summaryMarkdown(publishedView(make()))]),
  ),
  comment: () => commentMarkdown(publishedView(failed8()), ''),
  'comment-scenarios': () => commentMarkdown(publishedView(scenarios3()), ''),
  'log-8': () => log(failed8()),
  'log-60': () => log(firstRun()),
};

function log(report: Report): string {
  return ['```text', ...logOfWait(report), ...endOfLog(report), '```'].join('\n');
}

/** The report pages. */
const REPORT_PAGES: Readonly<Record<string, () => Report>> = {
  'page-1': single,
  'page-8': failed8,
  'page-60': failed60,
  'page-1500': failed1500,
  'page-scenarios-200': scenarios200,
  'page-hostile-names': hostile,
  'page-inconclusive': contradiction,
  'page-timed-out': timedOut,
  'page-retry-failed': () => retried('failed'),
  'page-quarantined': quarantined,
};

/** Every page as HTML, by its name. */
const ALL_PAGES: readonly (readonly [name: string, render: () => string | Promise<string>])[] = [
  ...Object.entries(PAGES).map(([name, render]) => [name, () => renderPage(name, render())] as const),
  ...Object.entries(REPORT_PAGES).map(
    ([name, make]) => [name, () => [...reportPage(createView(make()))].join('')] as const,
  ),
];

/** How many pages are rendered at the same time. */
const AT_ONCE = 3;

/** The most of a page that a picture shows, in CSS pixels. */
const MAX_HEIGHT = 3_000;

const VIEWS = [
  { name: 'desktop-light', width: 1_060, dark: false },
  { name: 'desktop-dark', width: 1_060, dark: true },
  { name: 'phone-light', width: 390, dark: false },
  { name: 'phone-dark', width: 390, dark: true },
];

/** Writes every kind of report as a page. With a browser, also as pictures, and checks the accessibility. @returns the problems, one line each */
export async function renderGallery(folder: string, print: (line: string) => void): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser();
  if (!browser) print('Chromium was not found, so there are only pages and no pictures.');
  else if (!(await browser.showsEmoji()))
    print('No font has ❌ in colour, so pictures show empty boxes. On Debian: fonts-noto-color-emoji.');
  const problems = await pLimit(AT_ONCE).map(ALL_PAGES, async ([name, render]) => {
    const page = join(folder, `${name}.html`);
    await writeFile(page, await render());
    const found = browser ? await takePictures(browser, page) : [];
    print(`${name}${found.length > 0 ? `: ${String(found.length)} problems` : ''}`);
    return found.map((problem) => `${name}: ${problem}`);
  });
  await browser?.close();
  return problems.flat();
}

async function takePictures(browser: Browser, file: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const page = await browser.open(file);
  for (const { name, ...view } of VIEWS) {
    await page.takePicture(file.replace(/\.html$/, `-${name}.png`), view, MAX_HEIGHT);
    for (const problem of await page.check()) found.add(problem);
  }
  await page.close();
  return [...found];
}
