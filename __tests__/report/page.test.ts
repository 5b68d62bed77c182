import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import { rehype } from 'rehype';

import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { formatNumber } from '../../src/model/words.ts';
import { reportPage } from '../../src/report/page.ts';
import { PAGE_SCRIPT } from '../../src/report/page-script.ts';
import { createView } from '../../src/report/view.ts';
import { contradiction, KINDS, scenarios3, timedOut } from '../support/gallery/kinds.ts';
import { RUN, compared, hostile, many, past, reportOf } from '../support/reports.ts';
import { complete, device, devices, suiteOf } from '../support/testsets.ts';

interface Element {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Element[];
}

const render = (report: Report): string => [...reportPage(createView(report))].join('');

function elementsOf(page: string): readonly Element[] {
  const walk = (node: Element): readonly Element[] => [node, ...(node.children ?? []).flatMap(walk)];
  return walk(rehype().parse(page)).filter(({ type }) => type === 'element');
}

function textOf({ value = '', children = [] }: Element): string {
  return value + children.map(textOf).join('');
}

const named = (page: string, name: string): readonly Element[] =>
  elementsOf(page).filter(({ tagName }) => tagName === name);
const textsOf = (page: string, name: string): readonly string[] => named(page, name).map(textOf);
const classOf = ({ properties }: Element): string => JSON.stringify(properties?.['className'] ?? []);

function policyOf(page: string): unknown {
  const policy = named(page, 'meta').find(({ properties }) => properties?.['httpEquiv']);
  return policy?.properties?.['content'];
}

/** As many devices as `number`, each with ten earlier results. */
function withHistory(report: Report): Report {
  const history = report.testsets.flatMap(({ scenario, suites }) =>
    suites.flatMap(({ testcases }) => testcases.map(({ device }) => past(device, 'PFPPFPPFPP', scenario))),
  );
  return { ...report, history };
}

function scenarios(number: number, size: number): Report {
  const scenarioAt = (at: number) =>
    complete(devices(size, { 4: at % 40 === 7 ? 'failed' : 'passed' }), { scenario: 1041 + at });
  return reportOf(Array.from({ length: number }, (_, at) => scenarioAt(at)));
}

test('says when it was, what started it, and which change was tested, with links', () => {
  const page = render(compared());
  expect(textsOf(page, 'title')).toEqual([expect.stringMatching(/ · 26 Nov 2026$/)]);
  const where = named(page, 'p').filter((each) => classOf(each).includes('where'));
  expect(where.map(textOf)[1]).toBe(
    '26 Nov 2026 14:05 to 14:10 UTC · pull_request · #12 Move the checkout button by octocat · branch move-checkout · commit 8f2c3d4e5b6a',
  );
  const addresses = named(page, 'a').map(({ properties }) => properties?.['href']);
  expect(addresses).toEqual(expect.arrayContaining([RUN.pullRequest?.url, RUN.commitUrl]));
});

test('a step that ended on another day has both dates', () => {
  const page = render({ ...compared(), endedAt: '2026-11-27T00:01:00.000Z' });
  expect(textsOf(page, 'time')).toEqual(['26 Nov 2026 23:55 to 27 Nov 2026 00:01 UTC']);
});

test('a page without devices has neither a table nor a script', () => {
  const page = render(timedOut());
  expect(named(page, 'script')).toEqual([]);
  expect(policyOf(page)).toContain(`script-src 'none'`);
  expect(textsOf(page, 'h2')).toEqual(['Details']);
  expect(page).toContain('testset-id: 251929');
});

test('the policy allows the style and the script of the page, and nothing else', () => {
  const page = render(compared());
  const [style = '', script = ''] = ['style', 'script'].map((name) => textsOf(page, name).join());
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policyOf(page)).toBe(
    `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
  );
  expect(script).toBe(PAGE_SCRIPT);
});

const ELEMENTS =
  'html strong bdi head meta title style body main header section h1 h2 h3 p a b span small code ul li br div svg path rect table thead tbody tr th td form label input select option button output dl dt dd script time';
const ATTRIBUTES =
  'lang charSet httpEquiv content name className id title href tabIndex ariaLabel ariaHidden role viewBox preserveAspectRatio d x width height scope rowSpan colSpan dataKey dataKinds dataValue hidden type spellCheck value dateTime';

test.each<[what: string, others: Report['testsets']]>([
  ['one testset', []],
  ['several testsets', scenarios3().testsets],
])('hostile texts become no element, attribute or address: %s', (_, others) => {
  const elements = elementsOf(render({ ...hostile(), testsets: [...hostile().testsets, ...others] }));
  const names = new Set(elements.map(({ tagName }) => tagName));
  const attributes = new Set(elements.flatMap(({ properties = {} }) => Object.keys(properties)));
  expect([...names].filter((name) => !ELEMENTS.split(' ').includes(name ?? ''))).toEqual([]);
  expect([...attributes].filter((name) => !ATTRIBUTES.split(' ').includes(name))).toEqual([]);
  const addresses = elements.flatMap(({ properties }) => properties?.['href'] ?? []);
  const isOurs = (address: unknown): boolean =>
    typeof address === 'string' && /^(?:https:\/\/|#result=\w+$|#all$)/.test(address);
  expect(addresses.filter((address) => !isOurs(address))).toEqual([]);
  expect(elements.filter(({ tagName }) => tagName === 'script')).toHaveLength(1);
});

test('scenarios without devices stand above the table of devices', () => {
  const page = render(scenarios3());
  expect(textsOf(page, 'h2')).toEqual(['Without results', 'All devices', 'Details']);
  expect(named(page, 'tr').map(textOf)[1]).toMatch(/^1042\s*🚫\sRejected.*scenario-id: 1042/);
});

const different = complete(devices(3), {
  xml: [suiteOf(devices(4))],
  counts: { total: 4, pass: 3, fail: 1, error: 0, stop: 0, initializing: 0 },
});

test.each<[why: string, report: Report]>([
  ['status and XML disagree', contradiction()],
  ['they disagree beside a failure', reportOf(different)],
])('no device is said to have passed where %s', (_why, report) => {
  const page = render(report);
  expect(named(page, 'td').filter((each) => /"p"/.test(classOf(each)))).toEqual([]);
});

/** Two devices of the same name, which is one in the history; both did not pass the last time. */
function twins(second: TestResult): Report {
  const results = ['passed', second] as const;
  const testcases = results.map((result, at) => device(at, { device: 'Twin', result }));
  return reportOf(complete(testcases), { comparison: compared().comparison, history: [past('Twin', 'PF')] });
}

describe('the number in a link is the number of rows that its filter shows', () => {
  const kinds = { ...KINDS, 'twins-passed': () => twins('passed'), 'twins-differ': () => twins('failed') };
  const pages = Object.entries(kinds).map(([name, make]) => [name, render(make())] as const);
  const linksOf = (page: string) => [...page.matchAll(/<a href="#result=([\w-]+)">([\d,]+)\W/g)];

  test.each(pages)('%s', (_name, page) => {
    const rows = [...page.matchAll(/<tr data-kinds="(.*?)"/g)].map(([, words = '']) => words.split(' '));
    for (const [, kind = '', number = ''] of linksOf(page)) {
      expect(page).toContain(`<option value="${kind}">`);
      expect(`${number} ${kind}`).toBe(`${formatNumber(rows.filter((row) => row.includes(kind)).length)} ${kind}`);
    }
  });

  test('the mark that the heading does not have has a link', () => {
    const linked = pages.flatMap(([, page]) => linksOf(page).map(([, kind]) => kind));
    expect([...new Set(linked)].sort()).toEqual(['fixed']);
  });
});

test('a device that does not count is neither green nor red, and says why', () => {
  const quarantine = { reason: 'The sheet opens <twice>', owner: '@acme/pay', expires: '2026-12-15', line: 1 };
  const three = devices(3, { 1: 'failed' });
  const page = render(reportOf(complete(three), { quarantine: [{ ...quarantine, device: three[1]?.device }] }));
  const [result] = named(page, 'td').filter((cell) => textOf(cell).includes('✗'));
  expect(result && classOf(result)).toBe('["u"]');
  expect(result && textOf(result)).toMatch(/failed.*quarantined/);
  expect(textsOf(page, 'small')).toEqual(['The sheet opens <twice> · @acme/pay · until 2026-12-15']);
  expect(named(page, 'tr').filter(({ properties }) => properties?.['dataKinds'])).toHaveLength(3);
  expect(textsOf(page, 'h2')).toContain('Quarantine');
});

test('every device has a row with its earlier results as a drawing with words', () => {
  const page = render(withHistory(many(200)));
  expect(named(page, 'tr').filter(({ properties }) => properties?.['dataKinds'])).toHaveLength(200);
  const words = named(page, 'svg').map(({ properties }) => properties?.['ariaLabel']);
  expect(words.filter((label) => label === 'passed 7 of 10')).toHaveLength(200);
});

test.each([
  ['1,500 devices', (): Report => many(1_500)],
  ['200 scenarios on eight devices', (): Report => scenarios(200, 8)],
])('%s with their history need less than 2 MB', (_, make) => {
  expect(Buffer.byteLength(render(withHistory(make())))).toBeLessThan(2_000_000);
});
