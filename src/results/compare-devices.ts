import { SOURCES, type ResultSource } from '../model/sources.ts';
import type { Suite, Testcase } from '../model/results.ts';
import type { DeviceDifferences } from '../model/testset.ts';
import { cleanText } from '../model/text.ts';

/** The device runs that a document shows. */
interface Document {
  readonly source: ResultSource['source'];
  readonly suites: readonly Suite[];
}

/**
 * Compares what documents of one testset show: each device has passed equally often in all. Device runs that did not pass may be missing,
 * but not in both of two documents.
 */
export function compareDocuments(documents: readonly Document[]): DeviceDifferences {
  const counted = documents.map(countRuns);
  const [first, ...others] = counted;
  if (!first) return {};
  return { difference: findDifference(counted), partlyNamed: findPartlyNamed(first, others) };
}

/** The first difference, as a sentence. */
function findDifference(documents: readonly CountedRuns[]): string | undefined {
  for (const [at, one] of documents.entries()) {
    for (const other of documents.slice(at + 1)) {
      const difference = compare(one, other);
      if (difference !== undefined) return `The results name different devices: ${difference}`;
    }
  }
  return undefined;
}

/** The devices that did not pass in the first document, and that another one shows less often; `undefined` without any. */
function findPartlyNamed(first: CountedRuns, others: readonly CountedRuns[]): ReadonlySet<string> | undefined {
  const notPassed = first.testcases.filter(({ result }) => result !== 'passed').map(({ device }) => device);
  const partly = notPassed.filter((device) => {
    const key = keyOf(device);
    return others.some((other) => countOf(other.notPassed, key) < countOf(first.notPassed, key));
  });
  return partly.length === 0 ? undefined : new Set(partly);
}

/** How often each device is in a document. */
type RunsByDevice = Map<string, number>;

interface CountedRuns {
  /** Of the document. */
  readonly name: string;
  readonly testcases: readonly Testcase[];
  readonly passed: RunsByDevice;
  readonly notPassed: RunsByDevice;
}

function countRuns({ source, suites }: Document): CountedRuns {
  const testcases = suites.flatMap((suite) => suite.testcases);
  const passed: RunsByDevice = new Map();
  const notPassed: RunsByDevice = new Map();
  for (const { device, result } of testcases) {
    const key = keyOf(device);
    const counts = result === 'passed' ? passed : notPassed;
    counts.set(key, countOf(counts, key) + 1);
  }
  return { name: SOURCES[source].name, testcases, passed, notPassed };
}

/** XML cannot contain all characters of JSON, and makes spaces of line ends. */
function keyOf(device: string): string {
  return cleanText(device.toWellFormed(), Infinity);
}

function countOf(counts: RunsByDevice, device: string): number {
  return counts.get(device) ?? 0;
}

function compare(one: CountedRuns, other: CountedRuns): string | undefined {
  const different = findMore(one.passed, other.passed) ?? findMore(other.passed, one.passed);
  if (different !== undefined) {
    const shown = countOf(one.passed, different);
    const otherShown = countOf(other.passed, different);
    return `the ${one.name} shows ${shown} passed of ${quote(different)}, the ${other.name} ${otherShown}.`;
  }
  const onlyFirst = findMore(one.notPassed, other.notPassed);
  const onlySecond = findMore(other.notPassed, one.notPassed);
  if (onlyFirst === undefined || onlySecond === undefined) return undefined;
  return (
    `only the ${one.name} shows that ${quote(onlyFirst)} did not pass, ` +
    `and only the ${other.name} that ${quote(onlySecond)} did not.`
  );
}

/** A device that is more often in `counts` than in `others`. */
function findMore(counts: RunsByDevice, others: RunsByDevice): string | undefined {
  for (const [device, count] of counts) {
    if (count > countOf(others, device)) return device;
  }
  return undefined;
}

function quote(device: string): string {
  return `"${cleanText(device, 60)}"`;
}
