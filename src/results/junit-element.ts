import { messageOf } from '../model/errors.ts';
import type { ParseResult, Suite, Testcase } from '../model/results.ts';

/** An element of a JUnit document, whether it was written as XML or as JSON. */
export interface Element {
  /** In lower case, without a namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Absent without any, which saves memory: most elements have none. */
  children?: (Element | ReadTestcase)[];
  text: string;
}

/** A testcase, and what it shows of what its suite declares. */
export interface ReadTestcase extends Shown {
  readonly testcase: Testcase;
}

/** What a testcase or suite shows. `failures` counts failures and errors, `skipped` also disabled testcases. */
export interface Shown {
  testcases: number;
  failures: number;
  skipped: number;
  /** Testcases of which it is not known how they ended. */
  unknown: number;
  reruns: number;
}

/** Thrown when a document cannot be used. The message completes "it cannot be read: …". */
export class Unreadable extends Error {}

/** For one document of the service. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 500_000;
const MAX_DEPTH = 64;

/** Runs a parser on a document of at most `maxBytes` bytes of UTF-8. Nothing is thrown: a document that breaks the parser is unreadable. */
export function parseDocument(
  text: string,
  parse: (text: string) => readonly Suite[],
  maxBytes = MAX_BYTES,
): ParseResult {
  if (text.trim() === '') return { kind: 'unreadable', reason: 'it is empty' };
  if (Buffer.byteLength(text) > maxBytes) {
    return { kind: 'unreadable', reason: `it is larger than ${maxBytes / 1024 / 1024} MiB` };
  }
  try {
    return { kind: 'read', suites: parse(text) };
  } catch (error) {
    const reason = error instanceof Unreadable ? error.message : `the parser failed (${messageOf(error)})`;
    return { kind: 'unreadable', reason };
  }
}

/** Stops a parser before a document takes too much memory. @throws Unreadable */
export function checkSize(elements: number, depth: number): void {
  if (depth > MAX_DEPTH) throw new Unreadable(`it is nested more than ${MAX_DEPTH} deep`);
  if (elements > MAX_ELEMENTS) throw new Unreadable(`it has more than ${MAX_ELEMENTS} elements`);
}

/** Removes a namespace prefix and changes to lower case. */
export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/** Whether an element with this name contains testcases. */
export function isSuite(name: string): boolean {
  return name === 'testsuite' || name === 'testsuites';
}
