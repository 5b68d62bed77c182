import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { NO_COUNTS, addCounts } from '../../src/model/counts.ts';
import { findReports } from '../../src/merge/find-reports.ts';
import { matchReports } from '../../src/merge/match.ts';
import { mergeReports } from '../../src/merge/merged-report.ts';
import { worstOutcome } from '../../src/model/outcome.ts';
import { junitXml } from '../../src/report/junit.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestResult } from '../../src/model/results.ts';
import { jobReport, leave, passedReport, RUN, scenarioTestset } from './support.ts';

/** How one device ended. */
const result = fc.constantFrom<TestResult>('passed', 'failed', 'error', 'skipped');

/** The jobs of a run: for each scenario of each job how its devices ended. */
const jobs = fc.array(fc.array(fc.array(result, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 6,
});

function reportsOf(run: readonly (readonly (readonly TestResult[])[])[]): readonly Report[] {
  return run.map((job, at) =>
    jobReport(job.map((results, scenario) => scenarioTestset(100 * (at + 1) + scenario, results))),
  );
}

function chunksOf(reports: readonly Report[]): number[][] {
  return reports.map(({ testsets }) => testsets.map(({ scenario = 0 }) => scenario));
}

/** Writes the reports as jobs do, changes the files with `harm`, and merges them. */
async function merge(
  reports: readonly Report[],
  harm: (folder: string) => Promise<void> = async () => {},
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'merge-'));
  try {
    for (const [at, report] of reports.entries()) await leave(join(folder, `part-${at}-1`), report);
    await harm(folder);
    const { chunks, unassigned } = matchReports(chunksOf(reports), await findReports(folder), RUN);
    return mergeReports(chunks, unassigned, RUN);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The totals that the suites of a JUnit file declare, and the elements that a strict parser finds. */
function countXml(xml: string): { readonly declared: readonly number[]; readonly found: readonly number[] } {
  const found = { testcase: 0, failure: 0, error: 0, skipped: 0 };
  let declared: readonly number[] = [0, 0, 0, 0];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuite') {
      const own = ['tests', 'failures', 'errors', 'skipped'].map((total) => Number(attributes[total]));
      declared = declared.map((sum, at) => sum + (own[at] ?? NaN));
    }
    if (Object.hasOwn(found, name)) found[name as keyof typeof found] += 1;
  });
  parser.write(xml).close();
  return { declared, found: Object.values(found) };
}

test('counts and elements are the sum of the parts', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, async (run) => {
      const reports = reportsOf(run);
      const merged = await merge(reports);
      expect(merged.counts).toEqual(reports.map(({ counts }) => counts).reduce(addCounts, NO_COUNTS));
      expect(merged.outcome).toBe(worstOutcome(reports.map(({ outcome }) => outcome)));
      const { declared, found } = countXml([...junitXml(merged, new Date())].join(''));
      const { total, fail, error, stop } = merged.counts;
      expect(found).toEqual([total, fail, error + stop, 0]);
      expect(declared).toEqual(found);
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
const green = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
  .map((sizes) =>
    sizes.map((size, at) => passedReport(Array.from({ length: size }, (_, scenario) => 100 * (at + 1) + scenario))),
  )
  .chain((reports) => fc.record({ reports: fc.constant(reports), at: fc.nat({ max: reports.length - 1 }) }));

test('nothing is green without any one file', async () => {
  await fc.assert(
    fc.asyncProperty(green, fc.constantFrom('', 'report.json', 'junit.xml'), async ({ reports, at }, file) => {
      expect((await merge(reports)).outcome).toBe('passed');
      const merged = await merge(reports, (folder) => rm(join(folder, `part-${at}-1`, file), { recursive: true }));
      expect(merged.outcome).toBe('inconclusive');
    }),
    { numRuns: 30 },
  );
});

async function mergeWithHarmed(
  file: string,
  { reports, at }: { reports: readonly Report[]; at: number },
  harm: Harm,
): Promise<Report> {
  return merge(reports, async (folder) => {
    const path = join(folder, `part-${at}-1`, file);
    await writeFile(path, harm(await readFile(path, 'utf8')));
  });
}

test('nothing is green with any one report changed', async () => {
  const changed = replaced(
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
  await fc.assert(
    fc.asyncProperty(green, fc.oneof(cutShort, changed), async (jobs, harm) => {
      expect((await mergeWithHarmed('report.json', jobs, harm)).outcome).toBe('inconclusive');
    }),
    { numRuns: 100 },
  );
});

test('nothing is green with any one JUnit file changed', async () => {
  const changed = replaced(
    ['<testcase ', '<testcase><failure/></testcase><testcase '],
    ['</testcase>', '<error/></testcase>'],
    ['</testsuite>', ''],
    ['tests="', 'tests="9'],
  );
  await fc.assert(
    fc.asyncProperty(green, fc.oneof(cutShort, changed), async (jobs, harm) => {
      expect((await mergeWithHarmed('junit.xml', jobs, harm)).outcome).toBe('inconclusive');
    }),
    { numRuns: 60 },
  );
});
