import { describe, expect, test } from '@jest/globals';

import { attachHelp, footerLines, noteLines } from '../../../src/report/markdown/notes.ts';
import type { Report } from '../../../src/model/report.ts';
import {
  allPassed,
  createReport,
  createTestset,
  mixed60,
  oneFailed,
  severalTestsets,
  timedOut,
} from '../../support/reports.ts';

function notes(report: Report, rows = Infinity): string[] {
  return [...noteLines(report, rows)];
}

test('there may be no notes', () => {
  expect(notes(allPassed())).toEqual([]);
});

test('warnings are notes', () => {
  expect(notes(mixed60())).toEqual([
    '<ul>',
    '<li>Warning: The service took 3 tries to deliver the results.</li>',
    '</ul>',
  ]);
});

test('devices that are in no document are counted', () => {
  const passed = (total: number): Report =>
    createReport({ testsets: [createTestset({ counts: { total, pass: total, fail: 0, error: 0, stop: 0 } })] });
  expect(notes(passed(2))).toContain('<li>1 device that the status counts is not in the result documents.</li>');
  expect(notes(passed(3))).toContain('<li>2 devices that the status counts are not in the result documents.</li>');
});

test('reasons in the sentence of the report are not repeated', () => {
  const sentence = 'It failed: one device failed.';
  const testset = createTestset({ reasons: [sentence, 'Another reason.'] });
  expect(notes({ ...oneFailed(), sentence, testsets: [testset] })).toEqual([
    '<ul>',
    '<li>Another reason.</li>',
    '</ul>',
  ]);
});

test('an error is shown once, with its testset if there are several', () => {
  const problem = { code: 'credentials', message: 'The key is wrong.', hint: 'Fix it.' } as const;
  expect(notes(createReport({ testsets: [createTestset({ problem })] }))).toContain(
    '<li>The key is wrong. Fix it.</li>',
  );
  const reasons = ['The key is wrong.'];
  const several = createReport({
    testsets: [createTestset({ problem, reasons }), ...severalTestsets().testsets.slice(2)],
  });
  expect(notes(several).slice(1, 3)).toEqual([
    '<li>Testset 251929: The key is wrong.</li>',
    expect.stringMatching(/^<li>The service refused the new testset: /),
  ]);
});

test.each([
  [1, ['<ul>', '<li>a</li>', '</ul>', '<p>2 notes not shown here.</p>']],
  [0, ['<p>3 notes not shown here.</p>']],
])('with %i rows it counts what is not shown', (rows, lines) => {
  expect(notes(createReport({ testsets: [createTestset({ reasons: ['a', 'b', 'c'] })], sentence: '' }), rows)).toEqual(
    lines,
  );
});

const running = (id: number): ReturnType<typeof createTestset> => createTestset({ id, status: 'Running' });

describe('attachHelp', () => {
  test('without a running testset there is no help', () => {
    expect([...attachHelp(allPassed(), Infinity)]).toEqual([]);
    expect([...attachHelp(severalTestsets(), Infinity)]).toEqual([]);
    expect([...attachHelp(createReport({ testsets: [createTestset({ status: 'Unknown' })] }), Infinity)]).toEqual([]);
  });

  test('the identifier of a running testset can be copied', () => {
    const text = [...attachHelp(timedOut(), Infinity)].join('');
    expect(text).toContain('A testset may still be running.');
    expect(text).toContain('\n\n```yaml\ntestset-id: 251929\n```\n\n');
  });

  test('several can be copied together', () => {
    const text = [...attachHelp(createReport({ testsets: [running(1), createTestset(), running(2)] }), Infinity)].join(
      '',
    );
    expect(text).toContain('2 testsets may still be running.');
    expect(text).toContain('testset-id: 1,2\n');
  });

  test('too many identifiers are left to the output', () => {
    const text = [...attachHelp(createReport({ testsets: [running(1), running(2)] }), 1)].join('');
    expect(text).toContain('The output `testset-id` of this step has the identifiers.');
    expect(text).not.toContain('```');
  });
});

describe('footerLines', () => {
  const { run } = createReport();

  test.each([
    [1, [5], 'Testset 5 · '],
    [2, [5, 6], 'Testsets 5, 6 · '],
    [1, [5, 6], '2 testsets · '],
    [2, [], ''],
  ])('with %i rows, testsets %j', (rows, ids, words) => {
    const testsets = ids.map((id) => createTestset({ id }));
    expect([...footerLines(createReport({ testsets }), rows)]).toEqual([
      `<p><sub>${words}commit <code>0123456789ab</code> · <a href="${run.url}">run 42, attempt 1</a></sub></p>`,
    ]);
  });

  test('an artifact is linked', () => {
    const artifact = { name: 'testset-5', url: 'https://github.com/octo-org/octo-app/actions/runs/1/artifacts/2' };
    expect([...footerLines(createReport({ artifact }), Infinity)].join('')).toContain(
      `Testset 251929 · artifact <a href="${artifact.url}">testset-5</a> · commit`,
    );
  });

  test('there is no small print without facts', () => {
    const report = createReport({ testsets: [], run: { ...run, commit: '', runNumber: 0 } });
    expect([...footerLines(report, Infinity)]).toEqual([]);
  });
});
