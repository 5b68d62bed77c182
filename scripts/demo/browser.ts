import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** How a page is shown. */
export interface View {
  readonly name: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly dark: boolean;
}

/** A headless browser. */
export interface Browser {
  /** Takes a picture of the top of a page. @param height in CSS pixels */
  screenshot(page: string, picture: string, view: View, height: number): Promise<void>;
  /** Measures a page and checks its accessibility. */
  check(page: string, view: View): Promise<PageCheck>;
}

/** The result of a check. */
interface PageCheck {
  /** Height of the page, in CSS pixels. */
  readonly height: number;
  /** Violations of axe-core's accessibility rules, one line each. */
  readonly problems: readonly string[];
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'];
/** Height of the window during a check: low, so that only the content determines the height of the page. */
const LOW = 200;
const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Runs axe and writes its result to the title of the page. */
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => {
  const problems = violations.map(({ id, help, nodes }) => id + ': ' + help + ' (' + nodes.length + ' times)');
  const height = document.documentElement.scrollHeight;
  document.body.replaceChildren();
  document.title = 'checked ' + JSON.stringify({ height, problems });
});`;

const run = promisify(execFile);

/** Finds a browser on this machine. */
export async function findBrowser(): Promise<Browser | undefined> {
  for (const name of NAMES) {
    const version = await run(name, ['--version']).catch(() => undefined);
    if (version) return openBrowser(name);
  }
  return undefined;
}

function openBrowser(name: string): Browser {
  const start = async (view: View, height: number, ...rest: readonly string[]): Promise<string> => {
    const profile = await mkdtemp(join(tmpdir(), 'browser-'));
    const window = [
      `--window-size=${view.width},${height}`,
      ...(view.dark ? ['--force-dark-mode', '--blink-settings=preferredColorScheme=0'] : []),
    ];
    try {
      const options = { maxBuffer: 64 * 1024 * 1024, timeout: 60_000 };
      return (await run(name, [...FLAGS, `--user-data-dir=${profile}`, ...window, ...rest], options)).stdout;
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  return {
    screenshot: async (page, picture, view, height) => {
      await start(view, height, `--screenshot=${picture}`, pathToFileURL(page).href);
    },
    check: async (page, view) => {
      const checked = page.replace(/\.html$/, '.check.html');
      const script = `<script>${await readFile(AXE, 'utf8')}</script><script>${CHECK}</script>`;
      await writeFile(checked, `${await readFile(page, 'utf8')}${script}`);
      const dom = await start(view, LOW, '--virtual-time-budget=60000', '--dump-dom', pathToFileURL(checked).href);
      await rm(checked);
      const [, title] = /<title>checked (.*?)<\/title>/s.exec(dom) ?? [];
      return title === undefined ? { height: LOW, problems: ['the check did not finish'] } : parseCheck(title);
    },
  };
}

function parseCheck(html: string): PageCheck {
  const text = html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const fields = new Map<string, unknown>(Object.entries(JSON.parse(text) as object));
  const problems = fields.get('problems');
  return { height: Number(fields.get('height')), problems: Array.isArray(problems) ? problems.map(String) : [] };
}
