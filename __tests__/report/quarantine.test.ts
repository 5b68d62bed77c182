import { describe, expect, test } from '@jest/globals';

import type { QuarantineEntry } from '../../src/model/quarantine.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testcase } from '../../src/model/results.ts';
import { createView } from '../../src/report/view.ts';
import { reportPage } from '../../src/report/page.ts';
import { summaryMarkdown } from '../../src/report/summary.ts';
import { past, reportOf } from '../support/reports.ts';
import { complete, device, devices } from '../support/testsets.ts';

const [A, B] = devices(2);
const OF = { reason: 'It is slow', owner: '@acme/pay', expires: '2026-12-15' };
const nameOf = (device: string): string => device.split(' / ')[0] ?? '';
const FIRST = nameOf(A?.device ?? '');

/** The rows of the table of entries, with their cells divided by a bar. */
function rowsOf(report: Report): readonly string[] {
  const [, table = ''] = summaryMarkdown(createView(report)).split('<summary>Quarantine');
  const rows = table.slice(0, table.indexOf('</details>')).split('<tr>').slice(2);
  return rows.map((row) =>
    row
      .replace(/<\/td><td[^>]*>/g, ' | ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' ')
      .replaceAll('&#8203;', '')
      .trim(),
  );
}

describe('the table of entries', () => {
  const history = (results: string): Report['history'] => [A, B].map((each) => past(each?.device ?? '', results));

  test.each<[what: string, failing: Record<number, 'failed'>, device: string, results: string, row: string]>([
    ['excuses a failure', { 0: 'failed' }, FIRST, 'PPPPPPPPPF', 'excused 1 of 1 result | passed 9 of 10'],
    ['is of no use any more', {}, FIRST, 'PPPPPPPPPP', 'passed | passed 10 of 10: remove it'],
    ['may be of no use, but the history is short', {}, FIRST, 'PPPPPPPPP', 'passed | passed 9 of 9'],
    [
      'may be of no use, but fails today',
      { 0: 'failed' },
      FIRST,
      'PPPPPPPPPP',
      'excused 1 of 1 result | passed 10 of 10',
    ],
    ['is for several devices', {}, 'SAMSUNG*', 'PPPPPPPPPP', 'all 2 passed | passed 20 of 20: remove it'],
    ['matches nothing', {}, 'Nokia*', 'PPPPPPPPPP', 'no device'],
  ])('says that an entry %s', (_what, failing, device, results, row) => {
    const quarantine = [{ ...OF, device }];
    const report = reportOf(complete(devices(2, failing)), { quarantine, history: history(results) });
    expect(rowsOf(report)).toEqual([`Line 1: ${device} | ${row} | 19 days | @acme/pay`]);
  });

  test.each([
    ['PPPPPPPPPP', 'Quarantine: 2 entries, 1 to remove'],
    ['PPPPPPPPPF', 'Quarantine: 2 entries'],
  ])('says folded whether to remove an entry: after %s', (results, title) => {
    const quarantine = [FIRST, 'Nokia*'].map((device) => ({ ...OF, device }));
    const report = reportOf(complete(devices(2)), { quarantine, history: history(results) });
    expect(summaryMarkdown(createView(report))).toContain(`<summary>${title}</summary>`);
  });

  test('is not to be removed while one of its scenarios did not run', () => {
    const [entry, scenario] = [{ ...OF, device: FIRST }, 7];
    const known = history('PPPPPPPPPP')?.map((each) => ({ ...each, scenario }));
    const rowFor = (scenarios: number[]): string =>
      rowsOf(
        reportOf(complete(devices(2), { scenario }), { quarantine: [{ ...entry, scenarios }], history: known }),
      ).join();
    expect([rowFor([7]), rowFor([7, 8])].map((row) => row.includes('remove it'))).toEqual([true, false]);
  });

  test('has the last day, and the scenarios', () => {
    const quarantine = [{ ...OF, expires: '2026-11-26', scenarios: [7, 8] }];
    const report = reportOf(complete(devices(2, { 0: 'failed' }), { scenario: 7 }), { quarantine });
    expect(rowsOf(report)).toEqual([
      'Line 1: all devices, scenarios 7, 8 | excused 1 of 2 results | last day | @acme/pay',
    ]);
  });
});

describe('a note', () => {
  const notesOf = (
    device: string,
    facts: { readonly expires?: string; readonly failing?: number } = {},
  ): readonly string[] => {
    const { expires = OF.expires, failing = 0 } = facts;
    const entry = { ...OF, expires, device, line: 1 };
    const hasEnded = expires < '2026-11-26';
    const file = hasEnded ? { expired: [entry] } : { quarantine: [entry] };
    return createView(reportOf(complete(devices(3, { [failing]: 'failed' })), file)).quarantineNotes.map(
      ({ words }) => words,
    );
  };

  test('names the nearest entry', () => {
    const device = FIRST.slice(0, -1);
    expect(notesOf(device)).toEqual([`No quarantine entry matches ${A?.device ?? ''}. Nearest: Line 1: ${device}.`]);
  });

  test('names an entry of another scenario', () => {
    const report = reportOf(complete(devices(2, { 0: 'failed' }), { scenario: 7 }), {
      quarantine: [{ ...OF, device: FIRST, scenarios: [8] }],
    });
    expect(createView(report).quarantineNotes[0]?.words).toMatch(/, scenario 7\. Nearest: Line 1: .*, scenario 8\.$/);
  });

  test('is not there for an entry of another device, or for one that matches', () => {
    expect(notesOf('Nokia 3310')).toEqual([]);
    expect(notesOf((A?.device ?? '').replace(' / ', '  '))).toEqual([]);
  });

  test('is in the row of a device of which the quarantine ended', () => {
    const file = { expired: [{ ...OF, expires: '2026-11-24', device: FIRST, line: 1 }] };
    const view = createView(reportOf(complete(devices(3, { 0: 'failed' })), file));
    for (const text of [summaryMarkdown(view), [...reportPage(view)].join('')])
      expect(text.replaceAll('\u00a0', ' ')).toMatch(/failed, quarantine ended (?:<time>)?2026-11-24</);
  });

  test('says which failure counts again, and where its entry is', () => {
    expect(notesOf(FIRST, { expires: '2026-11-24' })).toEqual([
      `${A?.device ?? ''}: its quarantine ended on 2026-11-24, so the failure counts. Fix the failure, or extend the entry in line 1 of .github/quarantine.yml (@acme/pay).`,
    ]);
  });

  test.each<[testcases: readonly Testcase[], entry: Partial<QuarantineEntry>, outcome: string, warnings: number]>([
    [devices(3, { 1: 'failed' }), { device: '*oid*' }, 'failed', 1],
    [devices(3, { 1: 'failed' }), { device: '*Galaxy*' }, 'passed', 0],
    [devices(3, { 1: 'failed' }), { device: '*oid*', scenarios: [7] }, 'failed', 1],
    [devices(3, { 1: 'failed' }), { scenarios: [7] }, 'passed', 0],
    [devices(1, { 0: 'failed' }), { device: '*oid*' }, 'inconclusive', 0],
    [[device(0, { result: 'failed' }), device(1, { device: '(unnamed)' })], { device: '*Galaxy*' }, 'passed', 0],
  ])(
    'warns of an entry that matches every device of a testset, and does not count: %#',
    (testcases, entry, ...expected) => {
      const report = reportOf(complete(testcases, { scenario: 7 }), { quarantine: [{ ...OF, ...entry }] });
      const warnings = createView(report).notes.filter((note) =>
        / matches every device of testset 251936, so /.test(note),
      );
      expect([report.outcome, warnings.length]).toEqual(expected);
    },
  );
});
