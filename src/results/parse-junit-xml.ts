import { SaxesParser, type SaxesOptions } from 'saxes';

import { messageOf } from '../model/errors.ts';
import { countPassed, UNNAMED, type Suite, type Testcase } from '../model/results.ts';
import { withoutStop } from '../model/text.ts';
import { keysOf } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import {
  isKnown,
  localName,
  readCount,
  readName,
  readResult,
  readTestcase,
  RERUNS,
  RESULTS,
  type Element,
} from './testcase.ts';

/** Thrown when a document cannot be used. */
class Unreadable extends Error {}

/** Of UTF-8. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 500_000;
const MAX_DEPTH = 64;
const MAX_TESTCASES = 100_000;

/**
 * A text that V8 cuts from a document keeps the document in memory, and a clone does not. Documents with more UTF-16 units for each
 * testcase are cloned: 60 testsets with 15 MiB each then leave 7 MB instead of 950 MB.
 */
const MAX_UNUSED = 1_000;

/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or, without an XML declaration, several of these (bare XML). Element names count
 * in any case and with any namespace prefix. @throws an error whose message completes "it cannot be read: …"
 */
export function parseJunitXml(text: string, redact: Redact): readonly Suite[] {
  if (text.trim() === '') throw new Unreadable('it is empty');
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Unreadable('it is larger than 16 MiB');
  try {
    const suites = readSuites(parseElements(text, redact), redact);
    const { passed, notPassed } = countPassed(suites);
    const isMostlyUnused = text.length > MAX_UNUSED * (passed + notPassed);
    return isMostlyUnused ? structuredClone(suites) : suites;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`the parser failed (${messageOf(error)})`);
  }
}

/** An element of a document while it is read. */
interface OpenElement extends Element {
  text: string;
  children: OpenElement[] | undefined;
  content: SuiteContent | undefined;
}

/** The testcases of a suite. Each is read as soon as it is complete, so that its elements can be freed. */
interface SuiteContent {
  readonly testcases: Testcase[];
  readonly tally: Tally;
}

/** What a suite shows of what it declares. `failures` counts failures and errors, `skipped` also disabled testcases. */
type Tally = Record<'testcases' | 'failures' | 'skipped' | 'unknown' | 'reruns', number>;

function parseElements(content: string, redact: Redact): readonly OpenElement[] {
  // The parser misreads a lone surrogate as half of a character, and would skip the markup behind it.
  const text = content.trimStart().toWellFormed();
  const parser = new SaxesParser<SaxesOptions & { xmlns?: false }>({
    fragment: !text.startsWith('<?xml'),
    position: false,
  });
  parser.line += content.slice(0, content.length - content.trimStart().length).split('\n').length - 1;
  const fail = (reason: string): never => {
    throw new Unreadable(`${reason} (line ${parser.line})`);
  };
  const roots: OpenElement[] = [];
  const open: OpenElement[] = [];
  let elements = 0;
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (!element && piece.trim() !== '') fail('there is text outside of the root element');
    if (element && hasText(element.name, piece)) element.text += piece;
  };

  const failOnDoctype = (): never => fail('a DOCTYPE is not allowed');
  parser.on('error', ({ message }) =>
    message.includes('doctype') ? failOnDoctype() : fail(withoutStop(redact(message)).slice(0, 200)),
  );
  parser.on('doctype', failOnDoctype);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (open.length >= MAX_DEPTH) throw new Unreadable(`it is nested more than ${MAX_DEPTH} deep`);
    if (elements > MAX_ELEMENTS) throw new Unreadable(`it has more than ${MAX_ELEMENTS} elements`);
    open.push({ name: localName(name), attributes, text: '', children: undefined, content: undefined });
  });
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element && parent) addChild(parent, element, redact);
    else if (element) roots.push(element);
  });

  parser.write(text).close();
  return roots;
}

/** Whether a text of an element says something: between testcases it is only white space. */
function hasText(name: string, text: string): boolean {
  if (name === 'testcase' || isSuite(name)) return text.trim() !== '';
  return name === 'system-out' || RESULTS.has(name);
}

function isSuite(name: string): boolean {
  return name === 'testsuite' || name === 'testsuites';
}

/** Adds a complete child to its parent. */
function addChild(parent: OpenElement, child: OpenElement, redact: Redact): void {
  const isTestcase = child.name === 'testcase';
  if (isTestcase && isSuite(parent.name)) {
    addTestcase(contentOf(parent), readTestcase(child, redact), child.children);
  } else if (parent.name === 'testcase' && (isTestcase || isSuite(child.name))) {
    throw new Unreadable(`a testcase contains a ${child.name}`);
  } else {
    (parent.children ??= []).push(child);
  }
}

function contentOf(suite: OpenElement): SuiteContent {
  suite.content ??= { testcases: [], tally: { testcases: 0, failures: 0, skipped: 0, unknown: 0, reruns: 0 } };
  return suite.content;
}

function addTestcase({ testcases, tally }: SuiteContent, testcase: Testcase, elements: readonly Element[] = []): void {
  testcases.push(testcase);
  tally.testcases += 1;
  if (testcase.result === 'unknown') tally.unknown += 1;
  for (const { name } of elements) {
    if (name === 'skipped') tally.skipped += 1;
    else if (RESULTS.has(name)) tally.failures += 1;
    else if (RERUNS.has(name)) tally.reruns += 1;
  }
}

/** Turns the root elements of a document into suites, in document order. Roots are one `testsuites`, or any number of `testsuite`. */
function readSuites(roots: readonly OpenElement[], redact: Redact): readonly Suite[] {
  for (const { name } of roots) {
    const shownName = readName(name, redact).slice(0, 40);
    if (!isSuite(name)) throw new Unreadable(`the root element is ${shownName}, not testsuites or testsuite`);
    if (name === 'testsuites' && roots.length > 1) throw new Unreadable('it has more than one root element');
  }
  const suites: Suite[] = [];
  for (const root of roots) readSuite(root, suites, redact);
  if (suites.length === 0) throw new Unreadable('it has no testsuite');
  const testcases = suites.reduce((sum, suite) => sum + suite.testcases.length, 0);
  if (testcases > MAX_TESTCASES) throw new Unreadable(`it has more than ${MAX_TESTCASES} testcases`);
  return suites;
}

/** Adds a suite to `suites`, followed by the suites in it. @returns what all of them show */
function readSuite(suite: OpenElement, suites: Suite[], redact: Redact): Tally {
  const name = readName(suite.attributes['name'], redact);
  const content = contentOf(suite);
  const { testcases, tally } = content;
  const position = suites.length;
  const others: OpenElement[] = [];
  for (const child of suite.children ?? []) {
    if (isSuite(child.name)) {
      const inner = readSuite(child, suites, redact);
      for (const key of keysOf(inner)) tally[key] += inner[key];
    } else if (!isKnown(child)) others.push(child);
  }
  // A suite with the status "failed" has usually a testcase that failed.
  const isExplained = tally.failures + tally.skipped + tally.unknown > 0;
  const attributes = isExplained ? {} : suite.attributes;
  const own = readResult({ ...suite, attributes, children: others }, UNNAMED, redact);
  // What the suite says of itself counts as a testcase of an unknown device, unless it says that it passed.
  if (own.result !== 'passed') addTestcase(content, own, others);
  // `testsuites` is a suite itself only when it has testcases of its own.
  if (suite.name === 'testsuite' || testcases.length > 0) suites.splice(position, 0, { name, testcases });
  checkDeclared(suite, name, tally);
  return tally;
}

/** A suite that declares more than it shows is incomplete. Producers may count each earlier run of a testcase, too. */
function checkDeclared({ attributes }: OpenElement, name: string, tally: Tally): void {
  const byName = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
  const declared = (name: string): number => readCount(byName.get(name)) ?? 0;
  const check = (what: string, number: number, found: number): void => {
    const suite = name === UNNAMED ? 'a testsuite' : `the testsuite ${name.slice(0, 60)}`;
    if (number > found) throw new Unreadable(`${suite} declares ${number} ${what} but shows ${found}`);
  };
  check('tests', declared('tests'), tally.testcases + tally.reruns);
  // A testcase of which nothing else is known may be any of these.
  const failures = Math.max(declared('failures') + declared('errors'), declared('failed'));
  check('failures and errors', failures, tally.failures + tally.reruns + tally.unknown);
  // `skip` and `ignored` are what nose and others write for `skipped`.
  const skipped = Math.max(...['skipped', 'skip', 'ignored'].map(declared));
  check('skipped and disabled tests', skipped + declared('disabled'), tally.skipped + tally.unknown);
}
