import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compared } from '../../__tests__/support/reports.ts';
import { lastLine, logReport } from '../../src/publish/log-report.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { logLine } from '../../src/runtime/log.ts';
import { findBrowser } from '../demo/browser.ts';
import { formatLogLine } from '../demo/log-line.ts';
import { drawPage } from '../demo/page.ts';
import { replaceBetween } from './markers.ts';

/** The report that the README shows: two of eight devices did not pass, and there is a baseline. */
const REPORT = compared();

/** Width of a picture in CSS pixels, about that of a README on GitHub; the pictures have twice as many for sharp text. */
const WIDTH = 840;
const ZOOM = 2;

/** Writes the end of the log into the README. @throws if a marker is missing */
export function fillLog(readme: string): string {
  const lines: string[] = [];
  const add = (line: Parameters<typeof logLine>[0]): number => lines.push(logLine(line));
  logReport(REPORT, { info: add, warning: add });
  lines.push(`::error::${lastLine(REPORT) ?? ''}`);
  const shown = lines.flatMap((line) => formatLogLine(line, false) ?? []);
  return replaceBetween(readme, 'log', ['```text', ...shown, '```'].join('\n'));
}

/** Takes pictures of the job summary, light and dark. @returns whether there is a browser */
export async function takePictures(folder: string): Promise<boolean> {
  const browser = await findBrowser();
  if (!browser) return false;
  const temporary = await mkdtemp(join(tmpdir(), 'readme-'));
  const page = join(temporary, 'summary.html');
  try {
    const html = await drawPage('Job summary', summaryMarkdown(REPORT));
    await writeFile(page, html);
    const { height } = await browser.check(page, { name: 'check', width: WIDTH, dark: false });
    await writeFile(page, html.replace('</style>', `html { zoom: ${ZOOM}; }\n</style>`));
    for (const [name, dark] of [
      ['light', false],
      ['dark', true],
    ] as const) {
      const picture = join(folder, `summary-${name}.png`);
      await browser.screenshot(page, picture, { name, width: WIDTH * ZOOM, dark }, height * ZOOM);
    }
    return true;
  } finally {
    await rm(temporary, { recursive: true });
  }
}
