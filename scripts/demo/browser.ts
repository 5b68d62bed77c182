import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** How a page is looked at. */
export interface View {
  readonly name: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly dark: boolean;
}

/** A browser without a window. */
export interface Browser {
  /** Takes a picture of so much of a page, in CSS pixels from above. */
  photograph(page: string, picture: string, view: View, height: number): Promise<void>;
  /** Measures a page, and has it checked. */
  check(page: string, view: View): Promise<Checked>;
}

/** What came of checking a page. */
export interface Checked {
  /** How long the page is, in CSS pixels. */
  readonly height: number;
  /** What keeps people who cannot see it from reading it, by axe-core's rules; a line each. */
  readonly faults: readonly string[];
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'];
/** The window while a page is checked, so that its content alone decides how long it is. */
const LOW = 200;
const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Waits for axe, and leaves what it found in the page's title. */
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => {
  const faults = violations.map(({ id, help, nodes }) => id + ': ' + help + ' (' + nodes.length + ' times)');
  const height = document.documentElement.scrollHeight;
  document.body.replaceChildren();
  document.title = 'checked ' + JSON.stringify({ height, faults });
});`;

const run = promisify(execFile);

/** The browser of this machine; undefined where there is none. */
export async function findBrowser(): Promise<Browser | undefined> {
  for (const name of NAMES) {
    const there = await run(name, ['--version']).catch(() => undefined);
    if (there) return open(name);
  }
  return undefined;
}

function open(name: string): Browser {
  const start = async (view: View, height: number, ...rest: readonly string[]): Promise<string> => {
    const profile = await mkdtemp(join(tmpdir(), 'browser-'));
    const look = [
      `--window-size=${view.width},${height}`,
      ...(view.dark ? ['--force-dark-mode', '--blink-settings=preferredColorScheme=0'] : []),
    ];
    try {
      const options = { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 };
      return (await run(name, [...FLAGS, `--user-data-dir=${profile}`, ...look, ...rest], options)).stdout;
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  return {
    photograph: async (page, picture, view, height) => {
      await start(view, height, `--screenshot=${picture}`, pathToFileURL(page).href);
    },
    check: async (page, view) => {
      const checked = page.replace(/\.html$/, '.check.html');
      const script = `<script>${await readFile(AXE, 'utf8')}</script><script>${CHECK}</script>`;
      await writeFile(checked, `${await readFile(page, 'utf8')}${script}`);
      const dom = await start(view, LOW, '--virtual-time-budget=60000', '--dump-dom', pathToFileURL(checked).href);
      await rm(checked);
      const [, said] = /<title>checked (.*?)<\/title>/s.exec(dom) ?? [];
      return said === undefined ? { height: LOW, faults: ['it could not be checked'] } : readChecked(said);
    },
  };
}

function readChecked(html: string): Checked {
  const text = html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const said = new Map<string, unknown>(Object.entries(JSON.parse(text) as object));
  const faults = said.get('faults');
  return { height: Number(said.get('height')), faults: Array.isArray(faults) ? faults.map(String) : [] };
}
