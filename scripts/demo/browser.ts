import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { launch, type Browser as Chromium } from 'puppeteer-core';

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
  const browser = await launchChromium().catch((error: unknown) => {
    if (String(error).includes('Could not find')) return undefined;
    throw error;
  });
  if (!browser) return undefined;
  return {
    open: (file, zoom = 1) => openPage(browser, file, zoom),
    showsEmoji: async () => (await (await browser.newPage()).evaluate(DRAW_EMOJI)) as boolean,
    close: () => browser.close(),
  };
}

/** Starts Chromium on the PATH, or else Chrome where it is usually installed. */
export function launchChromium(): Promise<Chromium> {
  const executablePath = findProgram('chromium', 'chromium-browser');
  // Its sandbox does not run as root.
  return launch({ ...(executablePath ? { executablePath } : { channel: 'chrome' }), args: ['--no-sandbox'] });
}

/** The first of these programs on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
}

/** The script of axe-core, to be run before a page: its policy would forbid a script tag. */
export function readAxe(): Promise<string> {
  return readFile(AXE, 'utf8');
}

async function openPage(browser: Chromium, file: string, deviceScaleFactor: number): Promise<OpenPage> {
  // A page in a window of its own: Chromium takes no picture of a page behind another one.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(await readAxe());
  await page.goto(pathToFileURL(file).href);
  return {
    takePicture: async (picture, { width, dark }, mostHeight) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
      await page.setViewport({ width, height: LOW, deviceScaleFactor });
      const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
      await page.setViewport({ width, height: Math.min(height, mostHeight), deviceScaleFactor });
      await writeFile(picture, await page.screenshot());
    },
    check: async () => {
      const { violations } = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)) as {
        readonly violations: readonly Violation[];
      };
      return violations.map(({ id, help, nodes }) => `${id}: ${help} (${String(nodes.length)} times)`);
    },
    close: () => context.close(),
  };
}
