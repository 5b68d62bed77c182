import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { launch, type Browser, type Page } from 'puppeteer-core';

import { findProgram, launchChromium, readAxe } from '../../scripts/demo/browser.ts';
import { publishArtifact } from '../../src/github/artifact.ts';
import type { Report } from '../../src/model/report.ts';
import { reportPage } from '../../src/report/page.ts';
import { createView } from '../../src/report/view.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { useFolder } from '../support/folder.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { addressOf } from '../support/github-routes.ts';
import { failed1500, failed60, scenarios200, scenarios3, timedOut } from '../support/gallery/kinds.ts';
import { compared, hostile, HOSTILE_NAMES, reportOf } from '../support/reports.ts';
import { createRuntime } from '../support/runtime.ts';
import { complete, device, devices } from '../support/testsets.ts';

/** The rule about the size of links is off by default: it is new in WCAG 2.2, and takes minutes for a thousand links. */
const RUN_AXE = `axe.run({ rules: { 'target-size': { enabled: true } } })`;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** So low that the devices are below what is shown first. */
const LOW = { width: 1280, height: 400 };

const folder = useFolder();
const github = useGithub();
let browser: Browser;

afterEach(async () => {
  for (const page of await browser.pages()) await page.close();
});

/** Each browser runs by itself, because two need the memory of a small machine. */
function useBrowser(start: () => Promise<Browser>): void {
  beforeAll(async () => {
    browser = await start();
  }, 60_000);
  afterAll(() => browser.close());
}

/** An open page, and what it asked for and complained about. */
interface Opened {
  readonly page: Page;
  readonly address: string;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

async function save(report: Report): Promise<string> {
  const file = join(folder(), 'report.html');
  await writeFile(file, [...reportPage(createView(report))]);
  return pathToFileURL(file).href;
}

/** Publishes the page with GitHub's client, and returns its address in the storage, to which GitHub redirects a browser. */
async function publish(file: string): Promise<string> {
  const content = { name: 'testset-5', files: [fileURLToPath(file)], root: folder(), isPlain: true } as const;
  const runtime = createRuntime({ clock: systemClock });
  const settings = { ...runtime, run: CONTEXT.run, client: new DefaultArtifactClient(), tempDir: folder() };
  const published = publishArtifact(content, settings);
  expect(await published).toMatchObject({ kind: 'value', value: { name: 'testset-5.html' } });
  return addressOf(github.url, github.artifact('testset-5.html').id);
}

async function openReport(report: Report, fragment = ''): Promise<Opened> {
  return open(`${await save(report)}${fragment}`);
}

async function open(address: string, prepare?: (page: Page) => Promise<unknown>): Promise<Opened> {
  const page = await browser.newPage();
  await page.setViewport(DESKTOP);
  await prepare?.(page);
  const requests: string[] = [];
  const complaints: string[] = [];
  // Firefox draws its controls from addresses with data, and asks for an icon, which the policy stops.
  const note = (list: string[], text: string): void => {
    if (!/^data:|favicon/.test(text)) list.push(text);
  };
  page.on('request', (request) => {
    note(requests, request.url());
  });
  page.on('console', (message) => {
    note(complaints, message.text());
  });
  page.on('pageerror', (error) => {
    note(complaints, String(error));
  });
  await page.goto(address);
  return { page, address, requests, complaints };
}

const read = async <T>(page: Page, expression: string): Promise<T> => (await page.evaluate(expression)) as T;
const readAll = (page: Page, selector: string, expression: string): Promise<string[]> =>
  read(page, `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => ${expression})`);

/** The first line of the cells that name the devices. */
const shownNames = (page: Page): Promise<string[]> =>
  readAll(page, '.devices tbody tr:not([hidden]) th', `element.firstChild.textContent`);
const choose = (page: Page, name: string, value: string): Promise<unknown> =>
  page.select(`select[name="${name}"]`, value);
const type = (page: Page, words: string): Promise<void> => page.type('input[name="q"]', words);
const clickButton = (page: Page, name: string): Promise<void> => page.locator(`button::-p-text(${name})`).click();
const countShown = (page: Page): Promise<string> => read(page, `document.querySelector('output').textContent`);
const fragment = (page: Page): string => new URL(page.url()).hash;

async function reset(page: Page): Promise<void> {
  await clickButton(page, 'Reset');
  await page.waitForFunction(`document.querySelector('output').textContent === ''`);
}

/** What failed of the sixty devices. */
const FAILED = ['ONEPLUS Nord_3', 'LGE Nexus_5X_3', 'SAMSUNG Galaxy_A54_5'];

const BROWSERS = {
  Chromium: launchChromium,
  Firefox: () => launch({ browser: 'firefox', executablePath: findProgram('firefox-esr', 'firefox') ?? '' }),
};

describe.each(Object.entries(BROWSERS))('%s', (_name, start) => {
  useBrowser(start);

  test.each(['file', 'artifact'])('filters and their fragment: from the %s', async (from) => {
    const file = await save(failed60());
    const { page, requests, complaints, address } = await open(from === 'file' ? file : await publish(file));
    expect(await shownNames(page)).toHaveLength(60);
    expect(await readAll(page, 'details', 'element.open')).toEqual([false]);
    await choose(page, 'result', 'failed');
    expect(await shownNames(page)).toEqual(FAILED);
    expect(await countShown(page)).toBe('3 of 60 shown');
    await choose(page, 'maker', 'LGE');
    expect(await shownNames(page)).toEqual(['LGE Nexus_5X_3']);
    expect(fragment(page)).toBe('#result=failed&maker=LGE');

    const shared = await open(`${address}${fragment(page)}`);
    expect(await shownNames(shared.page)).toEqual(['LGE Nexus_5X_3']);
    expect(await readAll(shared.page, 'select[name="maker"]', 'element.value')).toEqual(['LGE']);

    await page.bringToFront();
    await reset(page);
    expect(fragment(page)).toBe('');
    expect(requests.filter((url) => url !== address)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the message of a device is no part of its maker', async () => {
    const pixel = device(0, { device: 'Pixel', result: 'failed', message: 'App crashed' });
    const { page } = await openReport(reportOf(complete([pixel, ...devices(12)])));
    expect(await readAll(page, 'select[name="maker"] option', 'element.text')).toContain('Pixel');
  });

  test('marks, systems and words of the search are choices, and what passed is unfolded', async () => {
    const testsets = [1041, 1042].map((scenario) => complete(devices(8, { 1: 'failed' }), { scenario }));
    const several = await openReport(reportOf(testsets));
    await type(several.page, '1042');
    await choose(several.page, 'os', 'ANDROID 13');
    expect(await shownNames(several.page)).toEqual(['GOOGLE Pixel_6a', 'XIAOMI Redmi_Note_12']);
    expect(await readAll(several.page, 'section.part', 'element.checkVisibility()')).toEqual([false, true]);

    const { page } = await openReport(failed60(), '#result=fixed');
    expect(await shownNames(page)).toEqual(['SAMSUNG Galaxy_S24_6']);
    expect(await readAll(page, 'details', 'element.open')).toEqual([true]);
    await reset(page);
    expect(await readAll(page, 'details', 'element.open')).toEqual([false]);
    // The words may be anywhere in a row.
    await type(page, 'samsung android 14 unsteady');
    expect(await shownNames(page)).toEqual(['SAMSUNG Galaxy_A54_5']);
    await type(page, ' no such device');
    expect(await countShown(page)).toBe('0 of 60 shown');
  });

  test('an address with a filter opens where it filters, and what goes back has its filter', async () => {
    const { page } = await open(`${await save(failed60())}#result=new`, (opened) => opened.setViewport(LOW));
    expect(await shownNames(page)).toHaveLength(1);
    await type(page, 'nord');
    const shown = await shownNames(page);
    await page.goto('about:blank');
    await read(page, 'history.back()');
    await page.locator('.devices').wait();
    expect(await readAll(page, 'input[name="q"]', 'element.value')).toEqual(['nord']);
    expect(await shownNames(page)).toEqual(shown);
  });

  test('a short report has no controls', async () => {
    const { page } = await openReport(compared());
    expect(await shownNames(page)).toHaveLength(8);
    expect(await readAll(page, 'form, script', 'element.tagName')).toEqual([]);
  });

  test.each(['#q=%3Cimg%20src%3Dx%3E', '#result=constructor&maker=__proto__', '#%E0%A4%A'])(
    'a fragment that somebody made up does no harm: %s',
    async (made) => {
      const { page, complaints } = await openReport(failed60(), made);
      expect(complaints).toEqual([]);
      expect(await readAll(page, 'img', 'element.src')).toEqual([]);
      await choose(page, 'result', 'failed');
      await reset(page);
    },
  );
});

describe('in Chromium, which can be told to print, to be dark and to run no script', () => {
  useBrowser(launchChromium);

  test('without JavaScript everything can be read, and no control is shown', async () => {
    const { page } = await open(await save(failed60()), (opened) => opened.setJavaScriptEnabled(false));
    expect(await readAll(page, '#filter', 'element.checkVisibility()')).toEqual([false]);
    await page.click('summary');
    expect(await shownNames(page)).toHaveLength(60);
    expect(await readAll(page, 'tr[data-kinds]', 'element.checkVisibility()')).not.toContain(false);
  });

  test('printing shows all devices, whatever the filter hides', async () => {
    const { page } = await openReport(failed60(), '#result=new');
    expect(await shownNames(page)).toHaveLength(1);
    await page.emulateMediaType('print');
    const visible = await readAll(page, '.devices tbody tr, #filter', 'element.checkVisibility() && element.tagName');
    expect(visible.filter((name) => name !== 'TR')).toEqual([false]);
    expect(visible).toHaveLength(61);
  });

  test.each<[kind: string, make: () => Report]>([
    ['1,500 devices', failed1500],
    ['200 scenarios', scenarios200],
  ])('the first failed device is on the first screen, and nothing is cut: %s', async (_kind, make) => {
    const { page } = await openReport(make());
    for (const [viewport, most] of [
      [DESKTOP, 420],
      [PHONE, 640],
    ] as const) {
      await page.setViewport(viewport);
      expect(await read(page, `document.querySelector('td.f').getBoundingClientRect().bottom`)).toBeLessThanOrEqual(
        most,
      );
      expect(await read(page, 'document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  });

  test('10,000 hostile names become no element and no request', async () => {
    const named = Array.from({ length: 10_000 }, (_, at) =>
      device(at, {
        device: `${HOSTILE_NAMES[at % HOSTILE_NAMES.length] ?? ''} ${String(at)}`,
        message: `<img src="https://example.com/${String(at)}">`,
        result: at % 3 === 0 ? 'failed' : 'passed',
      }),
    );
    const { page, requests, complaints, address } = await openReport(reportOf(complete(named)));
    const attributes = await read<string[]>(
      page,
      `[...new Set([...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()))]`,
    );
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    expect(await readAll(page, 'img, script', 'element.tagName')).toEqual(['SCRIPT']);
    expect(await shownNames(page)).toHaveLength(10_000);
    expect(requests.filter((url) => url !== address)).toEqual([]);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('the policy stops what the page did not have', async () => {
    const { page } = await openReport(compared());
    const stopped = read<string[]>(
      page,
      `new Promise((resolve) => {
      const kinds = new Set();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (kinds.add(effectiveDirective).size === 4) resolve([...kinds].sort());
      });
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "changed"' }));
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }));
      document.body.append(Object.assign(new Image(), { src: 'https://example.com/x.png' }));
      void fetch('https://example.com/').catch(() => undefined);
      })`,
    );
    expect(await stopped).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    expect(await page.title()).not.toBe('changed');
  });

  test.each(Object.entries({ compared, failed60, scenarios3, hostile, timedOut }))(
    'axe-core finds nothing, in light, dark and on a phone: %s',
    async (_kind, make) => {
      const axe = await readAxe();
      const { page } = await open(await save(make()), (opened) => opened.evaluateOnNewDocument(axe));
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewport(viewport);
        for (const value of ['light', 'dark']) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          const { passes, violations } = await read<Readonly<Record<'passes' | 'violations', unknown[]>>>(
            page,
            RUN_AXE,
          );
          expect(violations).toEqual([]);
          expect(passes.length).toBeGreaterThan(10);
          expect(await read(page, 'document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        }
      }
    },
    60_000,
  );
});
