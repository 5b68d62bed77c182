import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';

import { findProgram } from '../../scripts/demo/browser.ts';
import { publishArtifact } from '../../src/github/artifact.ts';
import type { Report } from '../../src/model/report.ts';
import { reportPage } from '../../src/report/page.ts';
import { createView } from '../../src/report/view.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { useFolder } from '../support/folder.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { addressOf } from '../support/github-routes.ts';
import { scenarios3, timedOut } from '../support/gallery/kinds.ts';
import { compared, hostile, HOSTILE_NAMES, reportOf } from '../support/reports.ts';
import { createRuntime } from '../support/runtime.ts';
import { complete, device, devices } from '../support/testsets.ts';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const folder = useFolder();
const github = useGithub();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(findProgram());
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(() => browser.close());

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

interface Options extends BrowserContextOptions {
  /** The path of a script that runs before the page. */
  readonly script?: string;
}

async function open(address: string, { script, ...options }: Options = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  if (script !== undefined) await context.addInitScript({ path: script });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, address, requests, complaints };
}

/** The first line of the cells that name the devices. */
const shownNames = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('#devices tbody tr:not([hidden]) th').allInnerTexts();
  return texts.map((text) => text.split('\n')[0] ?? '');
};
const choice = (page: Page, name: string): Locator => page.locator(`select[name="${name}"]`);
const fragment = (page: Page): string => new URL(page.url()).hash;

test.each(['file', 'artifact'])('filters and their fragment: from the %s', async (from) => {
  const file = await save(compared());
  const { page, requests, complaints, address } = await open(from === 'file' ? file : await publish(file));
  expect(await shownNames(page)).toHaveLength(8);
  await choice(page, 'result').selectOption('Did not pass');
  expect(await shownNames(page)).toEqual(['SAMSUNG Galaxy_A54', 'XIAOMI Redmi_Note_12']);
  expect(await page.locator('output').innerText()).toBe('2 of 8 shown');
  await choice(page, 'maker').selectOption('XIAOMI');
  expect(await shownNames(page)).toEqual(['XIAOMI Redmi_Note_12']);
  expect(fragment(page)).toBe('#result=not-passed&maker=XIAOMI');

  const shared = await open(`${address}${fragment(page)}`);
  expect(await shownNames(shared.page)).toEqual(['XIAOMI Redmi_Note_12']);
  expect(await choice(shared.page, 'maker').inputValue()).toBe('XIAOMI');

  await page.getByRole('button', { name: 'Show all' }).click();
  await page.locator('output', { hasText: '8 of 8 shown' }).waitFor();
  expect(fragment(page)).toBe('');
  expect(requests).toEqual([address]);
  expect(complaints).toEqual([]);
});

test('the message of a device is no part of its maker', async () => {
  const pixel = device(0, { device: 'Pixel', result: 'failed', message: 'App crashed' });
  const { page } = await openReport(reportOf(complete([pixel, ...devices(2)])));
  expect(await choice(page, 'maker').locator('option').allInnerTexts()).toEqual(expect.arrayContaining(['Pixel']));
});

test('scenarios, marks, systems and words of the search are choices, and the number of new failures is a link', async () => {
  const testsets = [1041, 1042].map((scenario) => complete(devices(4), { scenario }));
  const several = await openReport(reportOf(testsets));
  await choice(several.page, 'scenario').selectOption('1042');
  await choice(several.page, 'os').selectOption('ANDROID 13');
  expect(await shownNames(several.page)).toEqual(['GOOGLE Pixel_6a']);

  const { page } = await openReport(compared(), '#result=fixed');
  expect(await shownNames(page)).toEqual(['LGE Nexus_5X']);
  await page.getByRole('link', { name: '1 new' }).click();
  await page.locator('output', { hasText: '1 of 8 shown' }).waitFor();
  expect(await shownNames(page)).toEqual(['SAMSUNG Galaxy_A54']);
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('All devices');
  await page.getByRole('button', { name: 'Show all' }).click();
  // The words may be anywhere in a row.
  await page.getByLabel('Search').fill('samsung android 14');
  expect(await shownNames(page)).toEqual(['SAMSUNG Galaxy_A54', 'SAMSUNG Galaxy_S24']);
  await page.getByLabel('Search').fill('no such device');
  expect(await page.locator('output').innerText()).toBe('0 of 8 shown. Change the filter, or choose "Show all".');
});

test('a column sorts up, then down, then not', async () => {
  const { page } = await openReport(compared());
  const first = await shownNames(page);
  const took = page.getByRole('columnheader', { name: 'Took' });
  await took.getByRole('button').click();
  expect((await shownNames(page))[0]).toBe('XIAOMI Redmi_Note_12');
  expect(await took.getAttribute('aria-sort')).toBe('ascending');
  await took.getByRole('button').press('Enter');
  expect((await shownNames(page))[0]).toBe('LGE Nexus_5X');
  expect(fragment(page)).toBe('#sort=-took');
  await took.getByRole('button').click();
  expect(await shownNames(page)).toEqual(first);
  expect(fragment(page)).toBe('');
});

test.each(['#q=%3Cimg%20src%3Dx%3E', '#result=constructor&maker=__proto__&sort=toString', '#%E0%A4%A', '#sort=--took'])(
  'a fragment that somebody made up does no harm: %s',
  async (made) => {
    const { page, complaints } = await openReport(compared(), made);
    expect(complaints).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('output', { hasText: '8 of 8 shown' }).waitFor();
  },
);

test('without JavaScript everything can be read, and no control is shown', async () => {
  const { page } = await open(await save(compared()), { javaScriptEnabled: false });
  expect(await page.locator('#filter').isVisible()).toBe(false);
  expect(await shownNames(page)).toHaveLength(8);
  expect(await page.getByRole('button').count()).toBe(0);
});

test('printing shows all devices, whatever the filter hides', async () => {
  const { page } = await openReport(compared(), '#result=new');
  expect(await shownNames(page)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#devices tbody tr:visible').count()).toBe(8);
  expect(await page.locator('#filter').isVisible()).toBe(false);
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
  const attributes = await page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()))]`,
  );
  expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('#devices tbody tr').count()).toBe(10_000);
  expect(requests).toEqual([address]);
  expect(complaints).toEqual([]);
}, 120_000);

test('the policy stops what the page did not have', async () => {
  const { page } = await openReport(compared());
  const stopped = page.evaluate<string[]>(`new Promise((resolve) => {
    const kinds = new Set();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      if (kinds.add(effectiveDirective).size === 4) resolve([...kinds].sort());
    });
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "changed"' }));
    document.body.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }));
    document.body.append(Object.assign(new Image(), { src: 'https://example.com/x.png' }));
    void fetch('https://example.com/').catch(() => undefined);
  })`);
  expect(await stopped).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
  expect(await page.title()).not.toBe('changed');
});

test.each(Object.entries({ compared, scenarios3, hostile, timedOut }))(
  'axe-core finds nothing, in light, dark and on a phone: %s',
  async (_kind, make) => {
    const address = await save(make());
    for (const options of [
      {},
      { colorScheme: 'dark' },
      { viewport: PHONE },
      { viewport: PHONE, colorScheme: 'dark' },
    ] as const) {
      const { page } = await open(address, { ...options, script: AXE });
      const { passes, violations } = await page.evaluate<{ passes: unknown[]; violations: unknown[] }>('axe.run()');
      expect(violations).toEqual([]);
      expect(passes.length).toBeGreaterThan(10);
      // Only tables scroll to the side.
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  },
  60_000,
);
