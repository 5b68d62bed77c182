import { createHash } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { rehype } from 'rehype';

import type { Report } from '../../src/model/report.ts';
import { reportPage } from '../../src/report/page.ts';
import { PAGE_SCRIPT } from '../../src/report/page-script.ts';
import { createView } from '../../src/report/view.ts';
import { contradiction, failed60, scenarios3, timedOut } from '../support/gallery/kinds.ts';
import { RUN, compared, hostile, many, past, reportOf } from '../support/reports.ts';
import { complete, devices, suiteOf } from '../support/testsets.ts';

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

/** Ten earlier results of a device. */
const TEN = 'PFPPFPPFPP';

function scenarios(number: number, size: number): Report {
  const numbers = Array.from({ length: number }, (_, at) => 1041 + at);
  const testsets = numbers.map((scenario, at) =>
    complete(devices(size, { 4: at % 40 === 7 ? 'failed' : 'passed' }), { scenario }),
  );
  const history = numbers.flatMap((scenario) => devices(size).map(({ device }) => past(device, TEN, scenario)));
  return reportOf(testsets, { history });
}

test('says which job, when it was, and the head of the pull request, not the merge commit of the run, with links', () => {
  const page = render(compared());
  expect(textsOf(page, 'title')).toEqual([expect.stringMatching(/ · 26 Nov 2026$/)]);
  const where = named(page, 'p').filter((each) => classOf(each).includes('where'));
  expect(where.map((each) => textOf(each).replaceAll('\u00a0', ' '))).toEqual([
    'Device tests / test-on-devices · run 42 · 26 Nov 2026 14:05 to 14:10 UTC · #12 Move the checkout button · commit 8f2c3d4',
  ]);
  const addresses = named(page, 'a').map(({ properties }) => properties?.['href']);
  expect(addresses).toEqual(expect.arrayContaining([RUN.pullRequest?.url, RUN.commitUrl]));
});

test('a step that ended on another day has both dates', () => {
  const page = render({ ...compared(), endedAt: '2026-11-27T00:01:00.000Z' });
  expect(textsOf(page, 'time')).toEqual(['26 Nov 2026 23:55 to 27 Nov 2026 00:01 UTC']);
});

test('after a comment, whose commit is not known, it says the name', () => {
  const run = { ...RUN, headCommit: '', pullRequest: undefined, branch: '' };
  const page = render({ ...compared(), run, request: { ...compared().request, name: 'Checkout at 1f2e3d4' } });
  const where = named(page, 'p').find((each) => classOf(each).includes('where'));
  expect(where && textOf(where)).toMatch(/ UTC · Checkout at 1f2e3d4$/);
});

test('a page without devices has neither a table nor a script', () => {
  const page = render(timedOut());
  expect(named(page, 'script')).toEqual([]);
  expect(policyOf(page)).toContain(`script-src 'none'`);
  expect(textsOf(page, 'h2')).toEqual(['Details']);
  expect(page).toContain('testset-id: 251929');
});

test('the policy allows the style and the script of the page, and nothing else', () => {
  const page = render(failed60());
  const [style = '', script = ''] = ['style', 'script'].map((name) => textsOf(page, name).join());
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policyOf(page)).toBe(
    `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
  );
  expect(script).toBe(PAGE_SCRIPT);
});

const ELEMENTS =
  'html strong head meta title style body main header section details summary h1 h2 p a span small code ul li br wbr div svg path rect table thead tbody tr th td form label input select option button output dl dt dd script time';
const ATTRIBUTES =
  'lang charSet httpEquiv content name className id href ariaLabel role viewBox preserveAspectRatio d x width height scope dataKinds hidden open type spellCheck value dateTime';

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
  const isOurs = (address: unknown): boolean => typeof address === 'string' && /^https:\/\//.test(address);
  expect(addresses.filter((address) => !isOurs(address))).toEqual([]);
  expect(elements.filter(({ tagName }) => tagName === 'script')).toHaveLength(1);
});

test('each scenario that did not pass has a section, those that passed are one list', () => {
  const page = render(scenarios3());
  const heads = ['❌ Scenario 1041 · 2 of 8 devices failed · 1 new · 1 unsteady', '🚫 Scenario 1042 · Rejected · '];
  expect(textsOf(page, 'h2')).toEqual([heads[0], expect.stringContaining(heads[1] ?? ''), 'Details']);
  expect(textsOf(page, 'p')).toContainEqual(expect.stringContaining('scenario-id: 1042'));
  expect(textsOf(page, 'summary')).toEqual([
    expect.stringMatching(/^✅ 6 passed/),
    expect.stringMatching(/^✅ Scenario 1043 passed in/),
  ]);
});

test('from 30 device runs on those that passed are folded', () => {
  const folds = [29, 30].map((number) =>
    named(render(many(number)), 'details').map(({ properties }) => properties?.['open']),
  );
  expect(folds).toEqual([[true], [undefined]]);
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

test('a device that does not count is neither green nor red, and says why', () => {
  const quarantine = { reason: 'The sheet opens <twice>', owner: '@acme/pay', expires: '2026-12-15', line: 1 };
  const three = devices(3, { 1: 'failed' });
  const page = render(reportOf(complete(three), { quarantine: [{ ...quarantine, device: three[1]?.device }] }));
  const [result] = named(page, 'td').filter((cell) => textOf(cell).includes('🟨'));
  expect(result && classOf(result)).toBe('["u"]');
  expect(result && textOf(result)).toBe('🟨 quarantined');
  expect(textsOf(page, 'small')).toEqual(['The sheet opens <twice> · @acme/pay · until 2026-12-15']);
  expect(named(page, 'tr').filter(({ properties }) => properties?.['dataKinds'])).toHaveLength(3);
  expect(textsOf(page, 'h2')).toContain('Quarantine');
});

test('a device has how often it passed, and since which run it is still failing', () => {
  const results = ['PPPPPPPFFF', 'FFFFFFFFFF', 'PPP'];
  const three = devices(3, { 0: 'failed', 1: 'failed' });
  const history = three.map(({ device }, at) => past(device, results[at] ?? ''));
  const cells = textsOf(render(reportOf(complete(three), { history })), 'td').filter((text) => text.includes(' of '));
  expect(cells.map((text) => text.trim())).toEqual([
    'passed 0 of 10failing at least since run 32',
    'passed 7 of 10failing since run 39',
    'passed 3 of 3',
  ]);
});

test('every device has a row with its earlier results as a drawing with words', () => {
  const page = render(many(200, TEN));
  expect(named(page, 'tr').filter(({ properties }) => properties?.['dataKinds'])).toHaveLength(200);
  const words = named(page, 'svg').map(({ properties }) => properties?.['ariaLabel']);
  expect(words.filter((label) => label === 'passed 7 of 10')).toHaveLength(200);
});

test.each([
  ['1,500 devices', (): Report => many(1_500, TEN)],
  ['200 scenarios on eight devices', (): Report => scenarios(200, 8)],
])('%s with their history need less than 2 MB', (_, make) => {
  expect(Buffer.byteLength(render(make()))).toBeLessThan(2_000_000);
});
