import { SOURCE_NAMES, type ResultSource } from '../model/report.ts';
import type { Suite } from '../model/results.ts';
import { cleanText } from '../model/text.ts';

/** A document that may have been read. */
interface Document {
  readonly source: Pick<ResultSource, 'source'>;
  /** Absent if it was not. */
  readonly suites?: readonly Suite[];
}

/**
 * Compares what documents of one testset show: each device has passed equally often in all. Device runs that did not pass may be missing,
 * but not in both of two documents.
 *
 * @returns the first difference, as a sentence
 */
export function findDifference(documents: readonly Document[]): string | undefined {
  const read = documents.flatMap(({ source, suites }) =>
    suites ? [{ name: SOURCE_NAMES[source.source], runs: countRuns(suites) }] : [],
  );
  for (const [at, one] of read.entries()) {
    for (const other of read.slice(at + 1)) {
      const difference = compare(one, other);
      if (difference !== undefined) return `The results name different devices: ${difference}`;
    }
  }
  return undefined;
}

/** How often each device passed, and how often it did not. */
type Runs = ReadonlyMap<string, { readonly passed: number; readonly notPassed: number }>;

function countRuns(suites: readonly Suite[]): Runs {
  const runs = new Map<string, { passed: number; notPassed: number }>();
  for (const { device, result } of suites.flatMap(({ testcases }) => testcases)) {
    // XML cannot contain all characters of JSON, and makes spaces of line ends.
    const name = cleanText(device.toWellFormed(), Infinity);
    const counts = runs.get(name) ?? { passed: 0, notPassed: 0 };
    counts[result === 'passed' ? 'passed' : 'notPassed'] += 1;
    runs.set(name, counts);
  }
  return runs;
}

interface NamedRuns {
  readonly name: string;
  readonly runs: Runs;
}

function compare(one: NamedRuns, other: NamedRuns): string | undefined {
  const passed = ({ runs }: NamedRuns, device: string): number => runs.get(device)?.passed ?? 0;
  const devices = [...one.runs.keys(), ...other.runs.keys()];
  const different = devices.find((device) => passed(one, device) !== passed(other, device));
  if (different !== undefined) {
    const [first, second] = [passed(one, different), passed(other, different)];
    return `the ${one.name} shows ${first} passed of ${quote(different)}, the ${other.name} ${second}.`;
  }
  const [first, second] = [findMore(one.runs, other.runs), findMore(other.runs, one.runs)];
  if (first === undefined || second === undefined) return undefined;
  return `only the ${one.name} shows that ${quote(first)} did not pass, and only the ${other.name} that ${quote(second)} did not.`;
}

/** A device that did not pass more often in `runs` than in `others`. */
function findMore(runs: Runs, others: Runs): string | undefined {
  return [...runs.keys()].find((device) => (runs.get(device)?.notPassed ?? 0) > (others.get(device)?.notPassed ?? 0));
}

function quote(device: string): string {
  return `"${cleanText(device, 60)}"`;
}
