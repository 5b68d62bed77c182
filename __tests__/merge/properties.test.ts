import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { sumCounts } from '../../src/model/counts.ts';
import { findReports } from '../../src/merge/find-reports.ts';
import { matchReports } from '../../src/merge/match.ts';
import { mergeReports } from '../../src/merge/merged-report.ts';
import { worstOutcome } from '../../src/model/outcome.ts';
import { junitXml } from '../../src/report/junit.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { expectCounts, readXml } from '../support/junit.ts';
import { jobReport, leave, passedReport, RUN, scenarioTestset } from './support.ts';

/** How one device ended. */
const result = fc.constantFrom<TestResult>('passed', 'failed', 'error', 'skipped');

/** A list of one to `maxLength`. */
function some<T>(arbitrary: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { minLength: 1, maxLength });
}

/** The reports of the jobs of a run: for each scenario of each job how its devices ended. */
const reportsOfRun = some(some(some(result, 5), 4), 6).map((jobs) =>
  jobs.map((job, at) => jobReport(job.map((results, scenario) => scenarioTestset(100 * (at + 1) + scenario, results)))),
);

/** Writes the reports as jobs do, changes the files with `harm`, and merges them. */
async function merge(
  reports: readonly Report[],
  harm: (folder: string) => Promise<void> = async () => {},
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'merge-'));
  try {
    for (const [at, report] of reports.entries()) await leave(join(folder, `part-${at}-1`), report);
    await harm(folder);
    const wanted = reports.map(({ testsets }) => testsets.map(({ scenario = 0 }) => scenario));
    const { chunks, unassigned } = matchReports(wanted, await findReports(folder), RUN);
    return mergeReports(chunks, unassigned, RUN);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('counts and elements are the sum of the parts', async () => {
  await fc.assert(
    fc.asyncProperty(reportsOfRun, async (reports) => {
      const merged = await merge(reports);
      expect(merged.counts).toEqual(sumCounts(reports.map(({ counts }) => counts)));
      expect(merged.outcome).toBe(worstOutcome(reports.map(({ outcome }) => outcome)));
      const { total, pass } = merged.counts;
      expectCounts(readXml([...junitXml(merged)].join('')), [pass, total - pass]);
    }),
    { numRuns: 60 },
  );
});

/** A change of a text. */
type Harm = (text: string) => string;

/** Cuts off at least one character that is not white space. */
const cutShort = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }).map((share): Harm => (text) => {
  return text.slice(0, Math.floor(share * (text.trimEnd().length - 1)));
});

/** Replaces the first occurrence. */
function replaced(...pairs: readonly (readonly [from: string, to: string])[]): fc.Arbitrary<Harm> {
  return fc.constantFrom(...pairs).map(([from, to]) => (text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  });
}

/** Reports of jobs that all passed, and which of them is changed. */
const green = some(fc.integer({ min: 1, max: 3 }), 4)
  .map((sizes) =>
    sizes.map((size, at) => passedReport(Array.from({ length: size }, (_, scenario) => 100 * (at + 1) + scenario))),
  )
  .chain((reports) => fc.record({ reports: fc.constant(reports), at: fc.nat({ max: reports.length - 1 }) }));

const changedReport = replaced(
  ['"outcome":"passed"', '"outcome":"failed"'],
  ['"result":"passed"', '"result":"failed"'],
  ['"status":"Complete"', '"status":"Running"'],
  ['"pass":', '"pass":1'],
  ['"total":', '"total":1'],
  ['"fail":0', '"fail":1'],
  ['"scenario":', '"scenario":9'],
  ['"attempt":1', '"attempt":7'],
  ['"runId":"', '"runId":"0'],
  ['"repository":"', '"repository":"x'],
  ['"commit":"', '"commit":"f'],
  ['"state":"read"', '"state":"unreadable"'],
  ['"reasons":[]', '"reasons":["No."]'],
  ['"schema":3', '"schema":2'],
  ['"suites":[', '"suites":[],"others":['],
);
const changedJunit = replaced(
  ['<testcase ', '<testcase><failure/></testcase><testcase '],
  ['</testcase>', '<error/></testcase>'],
  ['</testsuite>', ''],
  ['tests="', 'tests="9'],
);

type HarmFile = (path: string) => Promise<void>;
const removed: HarmFile = (path) => rm(path, { recursive: true });

/** Cuts a file short, or changes it. */
const harmed = (changed: fc.Arbitrary<Harm>): fc.Arbitrary<HarmFile> =>
  fc.oneof(cutShort, changed).map((harm) => async (path) => writeFile(path, harm(await readFile(path, 'utf8'))));

test.each<[what: string, file: string, harm: fc.Arbitrary<HarmFile>, numRuns: number]>([
  ['without the files of a job', '', fc.constant(removed), 10],
  ['without a report.json', 'report.json', fc.constant(removed), 10],
  ['without a junit.xml', 'junit.xml', fc.constant(removed), 10],
  ['with any one report.json changed', 'report.json', harmed(changedReport), 100],
  ['with any one junit.xml changed', 'junit.xml', harmed(changedJunit), 60],
])('nothing is green %s', async (_what, file, arbitrary, numRuns) => {
  await fc.assert(
    fc.asyncProperty(green, arbitrary, async ({ reports, at }, harm) => {
      expect((await merge(reports)).outcome).toBe('passed');
      const merged = await merge(reports, (folder) => harm(join(folder, `part-${at}-1`, file)));
      expect(merged.outcome).toBe('inconclusive');
    }),
    { numRuns },
  );
});
