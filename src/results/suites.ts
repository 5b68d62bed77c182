import type { Suite, Testcase } from '../model/results.ts';
import type { Redact } from '../runtime/redact.ts';
import { isSuite, Unreadable, type Element, type ReadTestcase, type Shown } from './junit-element.ts';
import { OUTPUTS, readCount, readName, readTestcase, UNNAMED } from './testcase.ts';

const MAX_TESTCASES = 100_000;

/**
 * Adds a complete child. A testcase is read at once, so that its elements can be freed.
 *
 * @throws Unreadable when it contains another testcase or a suite
 */
export function addChild(parent: Element, child: Element, redact: Redact): void {
  const { name, classname } = child.attributes;
  const added = child.name === 'testcase' ? readTestcase(child, readName(name ?? classname, redact), redact) : child;
  if (parent.children) parent.children.push(added);
  else parent.children = [added];
}

/**
 * Turns the root elements of a document into suites, in document order. Roots are one `testsuites`, or any number of `testsuite`.
 *
 * @param redact replaces secrets in names and messages, before they are cut
 * @throws Unreadable when the document is not JUnit, is too large, or declares more than it shows
 */
export function readSuites(roots: readonly Element[], redact: Redact): readonly Suite[] {
  for (const { name } of roots) {
    if (!isSuite(name))
      throw new Unreadable(`the root element is ${redact(name).slice(0, 40)}, not testsuites or testsuite`);
    if (name === 'testsuites' && roots.length > 1) throw new Unreadable('it has more than one root element');
  }
  const document: Document = { redact, suites: [], testcases: 0 };
  for (const root of roots) readSuite(root, document);
  // `testsuites` is a suite itself only when it has testcases of its own.
  const suites = document.suites.filter(({ element, testcases }) => element === 'testsuite' || testcases.length > 0);
  if (suites.length === 0) throw new Unreadable('it has no testsuite');
  return suites.map(({ name, testcases }) => ({ name, testcases }));
}

interface Document {
  readonly redact: Redact;
  readonly suites: OpenSuite[];
  testcases: number;
}

interface OpenSuite {
  /** Name of its element. */
  readonly element: string;
  readonly name: string;
  readonly testcases: Testcase[];
}

function readSuite(element: Element, document: Document): Shown {
  const name = readName(element.attributes['name'], document.redact);
  const suite: OpenSuite = { element: element.name, name, testcases: [] };
  const shown: Shown = { testcases: 0, failures: 0, skipped: 0, unknown: 0, reruns: 0 };
  document.suites.push(suite);
  const others: Element[] = [];
  for (const child of element.children ?? []) {
    if ('testcase' in child) addTestcase(child, suite, shown, document);
    else if (isSuite(child.name)) addShown(shown, readSuite(child, document));
    else if (!OUTPUTS.has(child.name)) others.push(child);
  }
  // A suite with the status "failed" has usually a testcase that failed.
  const isExplained = shown.failures + shown.skipped + shown.unknown > 0;
  const attributes = { name, ...(!isExplained && element.attributes), time: undefined };
  const own = readTestcase(
    { name: 'testcase', attributes, children: others, text: element.text },
    name,
    document.redact,
  );
  // What the suite says of itself counts as a testcase with its name, unless it says that it passed.
  if (own.testcase.result !== 'passed') addTestcase(own, suite, shown, document);
  checkDeclared(element, name, shown);
  return shown;
}

function addTestcase(read: ReadTestcase, suite: OpenSuite, shown: Shown, document: Document): void {
  document.testcases += 1;
  if (document.testcases > MAX_TESTCASES) throw new Unreadable(`it has more than ${MAX_TESTCASES} testcases`);
  suite.testcases.push(read.testcase);
  addShown(shown, read);
}

function addShown(sum: Shown, part: Shown): void {
  sum.testcases += part.testcases;
  sum.failures += part.failures;
  sum.skipped += part.skipped;
  sum.unknown += part.unknown;
  sum.reruns += part.reruns;
}

/** A suite that declares more than it shows is incomplete. Producers may count each earlier run of a testcase, too. */
function checkDeclared({ attributes }: Element, name: string, shown: Shown): void {
  const declared = (key: string): number => readCount(attributes[key]) ?? 0;
  const check = (what: string, number: number, found: number): void => {
    const suite = name === UNNAMED ? 'a testsuite' : `the testsuite ${name.slice(0, 60)}`;
    if (number > found) throw new Unreadable(`${suite} declares ${number} ${what} but shows ${found}`);
  };
  check('tests', declared('tests'), shown.testcases + shown.reruns);
  // A testcase of which nothing else is known may be any of these.
  const failures = Math.max(declared('failures') + declared('errors'), declared('failed'));
  check('failures and errors', failures, shown.failures + shown.reruns + shown.unknown);
  // `skip` and `ignored` are what nose and others write for `skipped`.
  const skipped = Math.max(...['skipped', 'skip', 'ignored'].map(declared));
  check('skipped and disabled tests', skipped + declared('disabled'), shown.skipped + shown.unknown);
}
