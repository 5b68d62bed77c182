import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { parseReport } from '../../src/github/stored-report.ts';
import { junitXml } from '../../src/report/junit.ts';
import { reportOutputs } from '../../src/publish/outputs.ts';
import { reportPage } from '../../src/report/page.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { schemaProblems } from '../support/report-json-schema.ts';
import { APP, compared, reportOf, REQUEST, RUN, SCENARIOS, STORED_APP, type Facts } from '../support/reports.ts';
import { complete, devices } from '../support/testsets.ts';

function placesOf(run: Partial<typeof RUN>, facts: Facts = {}): Readonly<Record<string, string>> {
  const view = createView(reportOf(complete(devices(2)), { run: { ...RUN, ...run }, ...facts }));
  return {
    summary: summaryMarkdown(view),
    comment: commentMarkdown(view, '<!-- x -->'),
    page: [...reportPage(view)].join(''),
    junit: [...junitXml(view)].join(''),
    data: reportJson(view),
  };
}

test('two parts of a matrix differ in every place', () => {
  const [free, paid] = ['free', 'paid'].map((flavour) => placesOf({ matrix: { flavour, number: 3 } }));
  for (const [place, text] of Object.entries(paid ?? {})) {
    const isShown = place === 'data' ? /"matrix":\{"flavour":"paid"/ : /test-on-devices \(paid, 3\)/;
    expect([place, isShown.test(text), isShown.test(free?.[place] ?? '')]).toEqual([place, true, false]);
  }
  expect(parseReport(paid?.['data'] ?? '')?.run.matrix).toEqual({ flavour: 'paid', number: 3 });
});

test('a later step of a job names itself in every place', () => {
  const { data, ...shown } = placesOf({ step: 'ios', isLaterStep: true });
  for (const place of Object.entries(shown))
    expect(place).toEqual([place[0], expect.stringContaining('test-on-devices, step ios')]);
  expect(data).not.toContain('isLaterStep');
});

const STORED = 'app stored in project 509';
const NAMED = 'the app that project 509 names';

test.each([
  [STORED_APP, STORED, { storedInProject: 509, sourceType: 'file' }],
  [{ ...STORED_APP, sourceType: 'app_id' as const }, NAMED, { storedInProject: 509, sourceType: 'app_id' }],
])('every place of a scenario says that it tests %j', (app, words, written) => {
  const { summary, comment, page, junit, data = '' } = placesOf({}, { request: SCENARIOS, app });
  expect(summary).toContain(` · ${words} · testset `);
  expect(comment).toContain(`<sub>${words} · workflow of commit 8f2c3d4 · testset `);
  expect(page?.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(` · ${words} · <a href="[^"]+">workflow of commit 8f2c3d4</a>`),
  );
  expect(page).toContain(`<dt>App</dt><dd>${words}</dd>`);
  expect(junit).toContain(`<property name="app" value="${words}"/>`);
  expect(JSON.parse(data)).toMatchObject({ app: written });
});

test('a name that the workflow sets is in the comment, beside the commit, but is no data', () => {
  const given = { ...REQUEST, name: 'Wallet iOS', isNameGiven: true } as const;
  const { comment, data } = placesOf({}, { request: given, app: APP });
  expect(comment).toContain('<sub><strong>Wallet iOS</strong> · Commit 8f2c3d4 · Wallet.apk');
  expect(data).not.toContain('isNameGiven');
  const ofScenarios = placesOf({}, { request: { ...given, kind: 'scenario' } });
  expect(ofScenarios['comment']).toContain(`<sub><strong>Wallet iOS</strong> · ${STORED} · workflow of commit 8f2c3d4`);
  expect(placesOf({})['comment']).not.toContain('Move the checkout button');
  expect(placesOf({ headCommit: '' })['comment']).toMatch(
    /<sub><strong>Move the checkout button .*<\/strong> · Wallet\.apk/,
  );
});

test('an app that was sent is one of the commit, in every place', () => {
  const { data = '', ...places } = placesOf({}, { app: APP });
  for (const [place, text] of Object.entries(places)) {
    expect([place, text.includes('Wallet.apk')]).toEqual([place, true]);
    expect([place, /workflow of|stored in/.test(text)]).toEqual([place, false]);
  }
  expect(places['comment']).toContain('<sub>Commit 8f2c3d4 · Wallet.apk');
  expect(places['junit']).toContain('<property name="app" value="Wallet.apk"/>');
  expect(JSON.parse(data)).toMatchObject({ app: { name: 'Wallet.apk', bytes: 6_400_000 } });
});

test("GitHub's name of the job, and the link to it, are in every place; the address of the run stays", () => {
  const jobUrl = 'https://github.com/octo-org/wallet-app/actions/runs/7123456789/job/7';
  const { data = '', ...shown } = placesOf({ jobName: 'android / test (paid)', jobId: '7', jobUrl, inputs: ['app'] });
  const places = Object.entries(shown).filter(([, text]) => text.includes('Device tests / android / test (paid)'));
  expect(places.map(([place]) => place)).toEqual(['summary', 'comment', 'page', 'junit']);
  const linked = places.filter(([, text]) => text.includes(`href="${jobUrl}"`));
  expect(linked.map(([place]) => place)).toEqual(['summary', 'comment', 'page']);
  const { run } = JSON.parse(data) as Report;
  expect(run).toMatchObject({ jobName: 'android / test (paid)', jobId: '7', jobUrl, url: RUN.url, inputs: ['app'] });
  expect(schemaProblems(data)).toEqual([]);
});

test('a run that inputs by hand may have changed says so in summary, comment and page', () => {
  const { summary, comment, page } = placesOf({ inputs: ['branch', 'minutes'] });
  for (const text of [summary, comment, page]) expect(text).toContain(' · by hand, with inputs branch, minutes<');
  expect(Object.values(placesOf({})).join('')).not.toContain('by hand');
});

test('marks are the same in the summary, in report.json and in failed-devices', () => {
  const view = createView(compared());
  const marks = view.failed.map(({ mark }) => mark);
  expect(marks).toEqual(['new', 'unsteady']);
  const [suite] = (JSON.parse(reportJson(view)) as Pick<Report, 'testsets'>).testsets.flatMap(({ suites }) => suites);
  expect(suite).toMatchObject({
    devices: expect.arrayContaining(marks.map((mark) => expect.objectContaining({ mark }))),
  });
  const failed = JSON.parse(reportOutputs(view.report)['failed-devices'] ?? '') as { readonly mark?: string }[];
  expect(failed.map(({ mark }) => mark).sort()).toEqual(marks);
});

test('attached testsets are named by number and system, with the time of the wait', () => {
  const of = (id: number, os: string) =>
    complete(
      devices(2).map((one) => ({ ...one, device: one.device.replace(/ANDROID/, os) })),
      { id, origin: 'attached' },
    );
  const request = { kind: 'attached', name: 'Wallet 3.2' } as const;
  const view = createView(reportOf([of(251929, 'ANDROID'), of(251930, 'iOS')], { request, app: undefined }));
  const text = summaryMarkdown(view);
  for (const words of [
    '<td>251929, ANDROID</td>',
    '<td>251930, iOS</td>',
    'Wallet 3.2',
    'waited 5m 16s',
    '· app not known, ANDROID, iOS ·',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
  expect(commentMarkdown(view, '')).toContain('<sub>Workflow of commit 8f2c3d4 · ');
  expect([...junitXml(view)].join('')).not.toContain('name="app"');
  expect(JSON.parse(reportJson(view))).toMatchObject({ app: null });
});
