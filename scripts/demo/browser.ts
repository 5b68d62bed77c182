import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { chromium, type Browser as ChromiumBrowser } from 'playwright-core';

/** How a page is shown. */
interface View {
  /** In CSS pixels. */
  readonly width: number;
  readonly dark: boolean;
}

/** A headless browser. */
export interface Browser {
  /** Opens a file. @param zoom how many pixels of a picture a CSS pixel has; 1 by default */
  open(file: string, zoom?: number): Promise<OpenPage>;
  /** Whether pictures show ❌ in colour: without a font for it, it is an empty box. */
  showsEmoji(): Promise<boolean>;
  close(): Promise<void>;
}

/** An open page. */
interface OpenPage {
  /** Takes a picture of the top of the page, at most `mostHeight` CSS pixels of it. */
  takePicture(picture: string, view: View, mostHeight: number): Promise<void>;
  /** Checks the accessibility of the page as it was last shown. @returns violations of axe-core's rules, one line each */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const NAMES = ['chromium', 'chromium-browser'];
/** Height of the window at first: low, so that only the content determines the height of the page. */
const LOW = 200;
const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly unknown[];
}

/** Whether ❌ has a pixel that is more red than green. */
const DRAW_EMOJI = `(() => {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillText('❌', 0, 10);
  return canvas.getImageData(0, 0, 12, 12).data.some((red, at, all) => at % 4 === 0 && red > all[at + 1] + 50);
})()`;

/** Starts Chromium or Chrome; `undefined` if this machine has neither. */
export async function openBrowser(): Promise<Browser | undefined> {
  const browser = await chromium.launch(findProgram()).catch((error: unknown) => {
    if (String(error).includes('is not found')) return undefined;
    throw error;
  });
  if (!browser) return undefined;
  return {
    open: (file, zoom = 1) => openPage(browser, file, zoom),
    showsEmoji: async () => (await browser.newPage()).evaluate<boolean>(DRAW_EMOJI),
    close: () => browser.close(),
  };
}

async function openPage(browser: ChromiumBrowser, file: string, zoom: number): Promise<OpenPage> {
  const page = await browser.newPage({ deviceScaleFactor: zoom });
  // Before the page, because a policy of the page would forbid a script tag.
  await page.addInitScript({ path: AXE });
  await page.goto(pathToFileURL(file).href);
  return {
    takePicture: async (picture, { width, dark }, mostHeight) => {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: LOW });
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width, height: Math.min(height, mostHeight) });
      await page.screenshot({ path: picture });
    },
    check: async () => {
      const violations = await page.evaluate<readonly Violation[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
      );
      return violations.map(({ id, help, nodes }) => `${id}: ${help} (${String(nodes.length)} times)`);
    },
    close: () => page.close(),
  };
}

/** Chromium on the PATH, or else Chrome where it is usually installed. */
export function findProgram(): { readonly executablePath: string } | { readonly channel: string } {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const executablePath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  return executablePath === undefined ? { channel: 'chrome' } : { executablePath };
}
