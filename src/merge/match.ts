import type { RunFacts } from '../report/report.ts';
import type { Part } from './find-parts.ts';
import type { KeptReport } from './read-report.ts';

/** What one job was to run, and the report that it left, if any. */
export interface Chunk {
  readonly scenarios: readonly number[];
  readonly report?: KeptReport;
}

/** What belongs together, and what could not be used. */
export interface Matched {
  readonly chunks: readonly Chunk[];
  /** Sentences: parts that no chunk can use, and why. */
  readonly warnings: readonly string[];
}

/**
 * Finds for each chunk the report of exactly its scenarios. A job that was run again has left one for each attempt, of which the last counts.
 * Reports of another run, or of other scenarios, count for nothing.
 */
export function matchParts(wanted: readonly (readonly number[])[], parts: readonly Part[], run: RunFacts): Matched {
  const latest = new Map<string, KeptReport>();
  const warnings: string[] = [];
  const keys = new Set(wanted.map(keyOf));
  for (const part of parts) {
    const why = part.kind === 'broken' ? part.why : objection(part.report, keys, run);
    if (why !== undefined) warnings.push(`The report in ${part.folder} cannot be used: ${why}.`);
    else if (part.kind === 'report') keepLatest(latest, part.report);
  }
  const chunks = wanted.map((scenarios) => {
    const report = latest.get(keyOf(scenarios));
    return { scenarios, ...(report && { report }) };
  });
  return { chunks, warnings };
}

function objection({ run, testsets }: KeptReport, keys: ReadonlySet<string>, here: RunFacts): string | undefined {
  if (run.runId !== here.runId) return 'it is of another run';
  return keys.has(keyOf(scenariosOf(testsets)))
    ? undefined
    : 'it tells of other scenarios than any of the jobs was to run';
}

function keepLatest(latest: Map<string, KeptReport>, report: KeptReport): void {
  const key = keyOf(scenariosOf(report.testsets));
  const other = latest.get(key);
  if (!other || other.run.attempt <= report.run.attempt) latest.set(key, report);
}

/** A testset without a scenario stands as 0, which no scenario is. */
function scenariosOf(testsets: KeptReport['testsets']): readonly number[] {
  return testsets.map(({ scenario = 0 }) => scenario);
}

/** The same for the same scenarios in any order; what stands twice counts twice. */
function keyOf(scenarios: readonly number[]): string {
  return [...scenarios].sort((a, b) => a - b).join();
}
