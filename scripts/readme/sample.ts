import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { failed8 } from '../../__tests__/support/gallery/kinds.ts';
import { publishedView } from '../../__tests__/support/gallery/report-parts.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { openBrowser } from '../demo/browser.ts';
import { renderPage } from '../demo/page.ts';

/** The report that the README shows: two of eight devices did not pass, and there is a baseline. */
const REPORT = failed8();

/** Width of a picture in CSS pixels, about that of a README on GitHub; the pictures have twice as many for sharp text. */
const WIDTH = 840;
const ZOOM = 2;
const MAX_HEIGHT = 1_000;

/** Takes pictures of the job summary, light and dark. @returns whether there is a browser */
export async function takePictures(folder: string): Promise<boolean> {
  const browser = await openBrowser();
  if (!browser) return false;
  const temporary = await mkdtemp(join(tmpdir(), 'readme-'));
  const page = join(temporary, 'summary.html');
  try {
    await writeFile(page, await renderPage('Job summary', summaryMarkdown(publishedView(REPORT))));
    const open = await browser.open(page, ZOOM);
    for (const dark of [false, true]) {
      await open.takePicture(
        join(folder, `summary-${dark ? 'dark' : 'light'}.png`),
        { width: WIDTH, dark },
        MAX_HEIGHT,
      );
    }
    return true;
  } finally {
    await browser.close();
    await rm(temporary, { recursive: true });
  }
}
