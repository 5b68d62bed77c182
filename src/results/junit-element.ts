import { messageOf } from '../model/errors.ts';
import { countPassed, type Suite, type Testcase } from '../model/results.ts';

/** An element of a JUnit document, whether it was written as XML or as JSON. */
export interface Element {
  /** In lower case, without a namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  text: string;
  /** Without the testcases of a suite; `undefined` without any, because most elements have none. */
  children: Element[] | undefined;
  /** Only of a suite. */
  content: SuiteContent | undefined;
}

/** Creates an element without children. */
export function createElement(name: string, attributes: Element['attributes'], text = ''): Element {
  return { name, attributes, text, children: undefined, content: undefined };
}

/** The testcases of a suite. Each is read as soon as it is complete, so that its elements can be freed. */
export interface SuiteContent {
  readonly testcases: Testcase[];
  readonly tally: Tally;
}

/** What a suite shows of what it declares. `failures` counts failures and errors, `skipped` also disabled testcases. */
export interface Tally {
  testcases: number;
  failures: number;
  skipped: number;
  /** Testcases of which it is not known how they ended. */
  unknown: number;
  reruns: number;
}

/** Thrown when a document cannot be used. The message completes "it cannot be read: …". */
export class Unreadable extends Error {}

/** Of UTF-8. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 500_000;
const MAX_DEPTH = 64;

/**
 * A text that V8 cuts from a document keeps the document in memory, and a clone does not. Documents with more UTF-16 units for each
 * testcase are cloned: 60 testsets with 15 MiB each then leave 7 MB instead of 950 MB.
 */
const MAX_UNUSED = 1_000;

/** Runs a parser on a document. @throws Unreadable, also for a document that breaks the parser */
export function parseDocument(text: string, parse: (text: string) => readonly Suite[]): readonly Suite[] {
  if (text.trim() === '') throw new Unreadable('it is empty');
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Unreadable('it is larger than 16 MiB');
  try {
    const suites = parse(text);
    const { passed, notPassed } = countPassed(suites);
    const isMostlyUnused = text.length > MAX_UNUSED * (passed + notPassed);
    return isMostlyUnused ? structuredClone(suites) : suites;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`the parser failed (${messageOf(error)})`);
  }
}

/** Stops a parser before a document takes too much memory. @throws Unreadable */
export function checkSize(elements: number, depth: number): void {
  if (depth > MAX_DEPTH) throw new Unreadable(`it is nested more than ${MAX_DEPTH} deep`);
  if (elements > MAX_ELEMENTS) throw new Unreadable(`it has more than ${MAX_ELEMENTS} elements`);
}

/** Most names need no change: the test saves a tenth of the time that 10,000 devices take. */
const PLAIN_NAME = /^[a-z-]*$/;

/** Removes a namespace prefix and changes to lower case. */
export function localName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/** Whether an element with this name contains testcases. */
export function isSuite(name: string): boolean {
  return name === 'testsuite' || name === 'testsuites';
}
