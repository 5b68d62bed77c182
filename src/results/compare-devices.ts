import { SOURCE_NAMES, type ResultSource } from '../model/report.ts';
import type { Suite, Testcase } from '../model/results.ts';
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
  const read = readDocuments(documents);
  for (const [at, one] of read.entries()) {
    for (const other of read.slice(at + 1)) {
      const difference = isSame(one.testcases, other.testcases) ? undefined : compare(countRuns(one), countRuns(other));
      if (difference !== undefined) return `The results name different devices: ${difference}`;
    }
  }
  return undefined;
}

/** The devices that did not pass in the first document, and that another one shows less often; `undefined` without any. */
export function findPartlyNamed(documents: readonly Document[]): ReadonlySet<string> | undefined {
  const [first, ...rest] = readDocuments(documents);
  const others = rest.filter(({ testcases }) => !isSame(testcases, first?.testcases ?? []));
  if (!first || others.length === 0) return undefined;
  const { notPassed } = countRuns(first);
  const counted = others.map(countRuns);
  const isPartly = (key: string): boolean =>
    counted.some((other) => countOf(other.notPassed, key) < countOf(notPassed, key));
  const partly = first.testcases.flatMap(({ device }) => (isPartly(keyOf(device)) ? device : []));
  return partly.length === 0 ? undefined : new Set(partly);
}

function readDocuments(documents: readonly Document[]): readonly NamedDocument[] {
  return documents.flatMap(({ source, suites }) =>
    suites ? [{ name: SOURCE_NAMES[source.source], testcases: suites.flatMap(({ testcases }) => testcases) }] : [],
  );
}

interface NamedDocument {
  readonly name: string;
  readonly testcases: readonly Testcase[];
}

/** Whether the device runs are the same in the same order. Most are, and to count 10,000 of them takes 25 ms. */
function isSame(some: readonly Testcase[], others: readonly Testcase[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ device, result }, at) => device === others[at]?.device && result === others[at].result);
}

/** How often each device is in a document. */
type Counts = Map<string, number>;

interface Runs {
  /** Name of the document. */
  readonly name: string;
  readonly passed: Counts;
  readonly notPassed: Counts;
}

function countRuns({ name, testcases }: NamedDocument): Runs {
  const passed: Counts = new Map();
  const notPassed: Counts = new Map();
  for (const { device, result } of testcases) {
    const key = keyOf(device);
    const counts = result === 'passed' ? passed : notPassed;
    counts.set(key, countOf(counts, key) + 1);
  }
  return { name, passed, notPassed };
}

/** XML cannot contain all characters of JSON, and makes spaces of line ends. */
function keyOf(device: string): string {
  return cleanText(device.toWellFormed(), Infinity);
}

function countOf(counts: Counts, device: string): number {
  return counts.get(device) ?? 0;
}

function compare(one: Runs, other: Runs): string | undefined {
  const different = findMore(one.passed, other.passed) ?? findMore(other.passed, one.passed);
  if (different !== undefined) {
    const [first, second] = [one, other].map(({ passed }) => countOf(passed, different));
    return `the ${one.name} shows ${first} passed of ${quote(different)}, the ${other.name} ${second}.`;
  }
  const [first, second] = [findMore(one.notPassed, other.notPassed), findMore(other.notPassed, one.notPassed)];
  if (first === undefined || second === undefined) return undefined;
  return `only the ${one.name} shows that ${quote(first)} did not pass, and only the ${other.name} that ${quote(second)} did not.`;
}

/** A device that is more often in `counts` than in `others`. */
function findMore(counts: Counts, others: Counts): string | undefined {
  for (const [device, count] of counts) {
    if (count > countOf(others, device)) return device;
  }
  return undefined;
}

function quote(device: string): string {
  return `"${cleanText(device, 60)}"`;
}
