import { describe, expect, test } from '@jest/globals';

import { attachHelp, footerLines } from '../../../src/report/markdown/notes.ts';
import { allPassed, createReport, createTestset, severalTestsets, timedOut } from '../../support/reports.ts';

const ALL = { passed: true, rows: Infinity };
const running = (id: number): ReturnType<typeof createTestset> => createTestset({ id, status: 'Running' });

describe('attachHelp', () => {
  test('nothing runs, no help', () => {
    expect([...attachHelp(allPassed(), ALL)]).toEqual([]);
    expect([...attachHelp(severalTestsets(), ALL)]).toEqual([]);
    expect([...attachHelp(createReport({ testsets: [createTestset({ status: 'Unknown' })] }), ALL)]).toEqual([]);
  });

  test('a testset that runs can be copied', () => {
    const text = [...attachHelp(timedOut(), ALL)].join('');
    expect(text).toContain('A testset may still be running.');
    expect(text).toContain('\n\n```yaml\ntestset-id: 251929\n```\n\n');
  });

  test('so can several', () => {
    const text = [...attachHelp(createReport({ testsets: [running(1), createTestset(), running(2)] }), ALL)].join('');
    expect(text).toContain('2 testsets may still be running.');
    expect(text).toContain('testset-id: 1,2\n');
  });

  test('where all of them would be too long, it says where to find them', () => {
    const text = [...attachHelp(createReport({ testsets: [running(1), running(2)] }), { passed: false, rows: 1 })].join(
      '',
    );
    expect(text).toContain('The output `testset-id` of this step names them.');
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
    expect([...footerLines(createReport({ testsets }), { passed: true, rows })]).toEqual([
      `<p><sub>${words}commit <code>0123456789ab</code> · <a href="${run.url}">run 42, attempt 1</a></sub></p>`,
    ]);
  });

  test('an artifact is linked', () => {
    const artifact = { name: 'testset-5', url: 'https://github.com/octo-org/octo-app/actions/runs/1/artifacts/2' };
    expect([...footerLines(createReport({ artifact }), ALL)].join('')).toContain(
      `Testset 251929 · artifact <a href="${artifact.url}">testset-5</a> · commit`,
    );
  });

  test('where the runner says nothing, nothing is said', () => {
    const report = createReport({ testsets: [], run: { ...run, commit: '', runNumber: 0 } });
    expect([...footerLines(report, ALL)]).toEqual([]);
  });
});
