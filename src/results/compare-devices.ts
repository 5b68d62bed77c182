import { SOURCE_NAMES, type ResultSource } from '../model/sources.ts';
import type { Suite, Testcase } from '../model/results.ts';
import { cleanText } from '../model/text.ts';

/** The device runs that a document shows. */
interface Document {
  readonly source: ResultSource['source'];
  readonly suites: readonly Suite[];
}

/**
 * Compares what documents of one testset show: each device has passed equally often in all. Device runs that did not pass may be missing,
 * but not in both of two documents.
 *
 * @returns the first difference, as a sentence
 */
export function findDifference(documents: readonly Document[]): string | undefined {
  const named = documents.map(readRuns);
  for (const [at, one] of named.entries()) {
    for (const other of named.slice(at + 1)) {
      if (isSame(one, other)) continue;
      const difference = compare(one, other);
      if (difference !== undefined) return `The results name different devices: ${difference}`;
    }
  }
  return undefined;
}

/** The devices that did not pass in the first document, and that another one shows less often; `undefined` without any. */
export function findPartlyNamed(documents: readonly Document[]): ReadonlySet<string> | undefined {
  const [first, ...rest] = documents.map(readRuns);
  if (!first) return undefined;
  const partly = new Set<string>();
  for (const other of rest) {
    if (isSame(first, other)) continue;
    const [own, others] = [countRuns(first), countRuns(other)];
    for (const { device } of first.testcases) {
      const key = keyOf(device);
      if (countOf(others.notPassed, key) < countOf(own.notPassed, key)) partly.add(device);
    }
  }
  return partly.size === 0 ? undefined : partly;
}

interface NamedRuns {
  /** Of the document. */
  readonly name: string;
  readonly testcases: readonly Testcase[];
}

function readRuns({ source, suites }: Document): NamedRuns {
  return { name: SOURCE_NAMES[source], testcases: suites.flatMap(({ testcases }) => testcases) };
}

/** Whether the device runs are the same in the same order. Most are, and to count 10,000 of them takes 25 ms. */
function isSame({ testcases: some }: NamedRuns, { testcases: others }: NamedRuns): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ device, result }, at) => device === others[at]?.device && result === others[at].result);
}

/** How often each device is in a document. */
type RunsByDevice = Map<string, number>;

function countRuns({ testcases }: NamedRuns): { readonly passed: RunsByDevice; readonly notPassed: RunsByDevice } {
  const passed: RunsByDevice = new Map();
  const notPassed: RunsByDevice = new Map();
  for (const { device, result } of testcases) {
    const key = keyOf(device);
    const counts = result === 'passed' ? passed : notPassed;
    counts.set(key, countOf(counts, key) + 1);
  }
  return { passed, notPassed };
}

/** XML cannot contain all characters of JSON, and makes spaces of line ends. */
function keyOf(device: string): string {
  return cleanText(device.toWellFormed(), Infinity);
}

function countOf(counts: RunsByDevice, device: string): number {
  return counts.get(device) ?? 0;
}

function compare(one: NamedRuns, other: NamedRuns): string | undefined {
  const [first, second] = [countRuns(one), countRuns(other)];
  const different = findMore(first.passed, second.passed) ?? findMore(second.passed, first.passed);
  if (different !== undefined) {
    const shown = countOf(first.passed, different);
    const otherShown = countOf(second.passed, different);
    return `the ${one.name} shows ${shown} passed of ${quote(different)}, the ${other.name} ${otherShown}.`;
  }
  const onlyFirst = findMore(first.notPassed, second.notPassed);
  const onlySecond = findMore(second.notPassed, first.notPassed);
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
