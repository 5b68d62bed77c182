import type { Suite, Testcase } from '../model/results.ts';
import type { Redact } from '../runtime/redact.ts';
import { isSuite, Unreadable, type Element, type SuiteContent, type Tally } from './junit-element.ts';
import { OUTPUTS, readCount, readName, readResult, readTestcase, RERUNS, RESULTS, UNNAMED } from './testcase.ts';

const MAX_TESTCASES = 100_000;

/** Adds a complete child to its parent. @throws Unreadable when it is a testcase that contains another one or a suite */
export function addChild(parent: Element, child: Element, redact: Redact): void {
  const isTestcase = child.name === 'testcase';
  if (isTestcase && isSuite(parent.name)) {
    addTestcase(contentOf(parent), readTestcase(child, redact), child.children);
  } else if (parent.name === 'testcase' && (isTestcase || isSuite(child.name))) {
    throw new Unreadable(`a testcase contains a ${child.name}`);
  } else if (parent.children) {
    parent.children.push(child);
  } else {
    parent.children = [child];
  }
}

function contentOf(suite: Element): SuiteContent {
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

/**
 * Turns the root elements of a document into suites, in document order. Roots are one `testsuites`, or any number of `testsuite`.
 *
 * @param redact replaces secrets in names and messages, before they are cut
 * @throws Unreadable when the document is not JUnit, is too large, or declares more than it shows
 */
export function readSuites(roots: readonly Element[], redact: Redact): readonly Suite[] {
  for (const { name } of roots) {
    if (!isSuite(name)) {
      const shownName = readName(name, redact).slice(0, 40);
      throw new Unreadable(`the root element is ${shownName}, not testsuites or testsuite`);
    }
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
function readSuite(suite: Element, suites: Suite[], redact: Redact): Tally {
  const name = readName(suite.attributes['name'], redact);
  const content = contentOf(suite);
  const { testcases, tally } = content;
  const position = suites.length;
  const others: Element[] = [];
  for (const child of suite.children ?? []) {
    if (isSuite(child.name)) addTally(tally, readSuite(child, suites, redact));
    else if (!OUTPUTS.has(child.name)) others.push(child);
  }
  // A suite with the status "failed" has usually a testcase that failed.
  const isExplained = tally.failures + tally.skipped + tally.unknown > 0;
  const attributes = isExplained ? {} : suite.attributes;
  const own = readResult({ ...suite, attributes, children: others }, name, redact);
  // What the suite says of itself counts as a testcase with its name, unless it says that it passed.
  if (own.result !== 'passed') addTestcase(content, own, others);
  // `testsuites` is a suite itself only when it has testcases of its own.
  if (suite.name === 'testsuite' || testcases.length > 0) suites.splice(position, 0, { name, testcases });
  checkDeclared(suite, name, tally);
  return tally;
}

function addTally(sum: Tally, part: Tally): void {
  sum.testcases += part.testcases;
  sum.failures += part.failures;
  sum.skipped += part.skipped;
  sum.unknown += part.unknown;
  sum.reruns += part.reruns;
}

/** A suite that declares more than it shows is incomplete. Producers may count each earlier run of a testcase, too. */
function checkDeclared({ attributes }: Element, name: string, tally: Tally): void {
  const declared = (key: string): number => readCount(attributes[key]) ?? 0;
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
