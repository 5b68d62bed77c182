import type { Redact } from '../runtime/redact.ts';
import { takeTexts } from './device-texts.ts';
import type { Suite, TestResult } from '../model/results.ts';
import { readCount } from './seconds.ts';
import { draftTestcase, readName, takeResult, type TestcaseDraft } from './testcase-draft.ts';
import { Unreadable } from './unreadable.ts';

/** How deep suites, and elements of XML, may be nested. */
export const DEEPEST = 64;

/** How many testcases, and how many suites, one document may hold. */
const MOST_ELEMENTS = 500_000;

/** What a suite says of itself, as the document writes it. */
export interface SuiteHead {
  readonly name?: unknown;
  readonly tests?: unknown;
  readonly failures?: unknown;
  readonly errors?: unknown;
}

/**
 * Suites as they are put together from what a reader meets: XML and JSON follow the same rules here. The functions below throw
 * {@link Unreadable} where the document is out of shape, too large, or holds less than it declares.
 */
export interface SuiteBuilder {
  /** Replaces secrets in names and texts, when they are read and before they are cut. */
  readonly redact: Redact;
  readonly suites: { readonly name: string; readonly testcases: TestcaseDraft[] }[];
  /** From the outermost to the innermost. */
  readonly open: OpenSuite[];
  testcase: TestcaseDraft | undefined;
  testcases: number;
}

interface OpenSuite {
  readonly head: SuiteHead;
  readonly name: string;
  readonly drafts: TestcaseDraft[];
  listed: boolean;
  /** With those of the suites within. */
  testcases: number;
  /** How many times `failure` and `error` were met, with those of the suites within. */
  troubles: number;
}

/** Starts with nothing. */
export function createSuiteBuilder(redact: Redact): SuiteBuilder {
  return { redact, suites: [], open: [], testcase: undefined, testcases: 0 };
}

/** A suite begins. A `wrapper` is the root around suites: it is one itself only when it holds testcases of its own. */
export function openSuite(builder: SuiteBuilder, head: SuiteHead, kind?: 'wrapper'): void {
  if (builder.testcase) throw new Unreadable('a testcase holds a testsuite');
  if (builder.open.length >= DEEPEST) throw new Unreadable(`testsuites are nested more than ${DEEPEST} deep`);
  const suite = {
    head,
    name: readName(head.name, builder.redact),
    drafts: [],
    listed: false,
    testcases: 0,
    troubles: 0,
  };
  builder.open.push(suite);
  if (kind !== 'wrapper') list(builder, suite);
}

/** The innermost suite ends. */
export function closeSuite(builder: SuiteBuilder): void {
  const suite = innermost(builder);
  checkDeclared(suite);
  builder.open.pop();
  const parent = builder.open.at(-1);
  if (!parent) return;
  parent.testcases += suite.testcases;
  parent.troubles += suite.troubles;
}

/** A testcase of the innermost suite begins. */
export function openTestcase(builder: SuiteBuilder, name: unknown, time: unknown): void {
  if (builder.testcase) throw new Unreadable('a testcase holds another testcase');
  builder.testcase = addTestcase(builder, draftTestcase(readName(name, builder.redact), time));
}

/** A testcase of the innermost suite that was read by itself; `troubles` is how many times `failure` and `error` were met in it. */
export function takeTestcase(builder: SuiteBuilder, draft: TestcaseDraft, troubles: number): void {
  addTestcase(builder, draft);
  innermost(builder).troubles += troubles;
}

/** The open testcase ends. */
export function closeTestcase(builder: SuiteBuilder): void {
  builder.testcase = undefined;
}

/** A result of the open testcase; without one it is trouble of the suite itself, and counts as a testcase named after it. */
export function addResult(builder: SuiteBuilder, result: TestResult, texts: readonly string[]): void {
  const suite = innermost(builder);
  if (result !== 'skipped') suite.troubles += 1;
  takeResult(builder.testcase ?? addTestcase(builder, draftTestcase(suite.name)), result, texts, builder.redact);
}

/** What the open testcase printed; what a suite printed is passed over. */
export function addOutput(builder: SuiteBuilder, text: string): void {
  if (builder.testcase) takeTexts(builder.testcase, [text], builder.redact);
}

/** The suites in document order, when the document is at its end. */
export function builtSuites({ suites }: SuiteBuilder): readonly Suite[] {
  if (suites.length === 0) throw new Unreadable('it holds no testsuite');
  return suites;
}

function innermost({ open }: SuiteBuilder): OpenSuite {
  const suite = open.at(-1);
  if (!suite) throw new Unreadable('a result stands outside of any testsuite');
  return suite;
}

function addTestcase(builder: SuiteBuilder, draft: TestcaseDraft): TestcaseDraft {
  const suite = innermost(builder);
  if (builder.testcases >= MOST_ELEMENTS) throw new Unreadable(`it holds more than ${MOST_ELEMENTS} testcases`);
  if (!suite.listed) list(builder, suite);
  suite.drafts.push(draft);
  suite.testcases += 1;
  builder.testcases += 1;
  return draft;
}

/** A suite's place is where it begins; a wrapper's, where its first own testcase is. */
function list({ suites }: SuiteBuilder, suite: OpenSuite): void {
  if (suites.length >= MOST_ELEMENTS) throw new Unreadable(`it holds more than ${MOST_ELEMENTS} testsuites`);
  suites.push({ name: suite.name, testcases: suite.drafts });
  suite.listed = true;
}

/** Nothing short is ever green: a suite that declares more than it shows has lost something on its way. */
function checkDeclared({ head, testcases, troubles }: OpenSuite): void {
  const tests = readCount(head.tests) ?? 0;
  if (tests > testcases) throw new Unreadable(`a testsuite declares ${tests} tests but holds ${testcases}`);
  const declared = (readCount(head.failures) ?? 0) + (readCount(head.errors) ?? 0);
  if (declared > troubles) {
    throw new Unreadable(`a testsuite counts ${declared} as failures and errors but shows ${troubles}`);
  }
}

/** As nearly all of them are called: to look a name up is cheaper than to make it anew. */
const LOCAL_NAMES: ReadonlySet<string> = new Set([
  'testsuites',
  'testsuite',
  'testcase',
  'name',
  'time',
  'system-out',
  'error',
  'failure',
  'skipped',
]);

/** The name of an element, or of a field of JSON, without its prefix, in lower case: `FAILURE` is a failure, too. */
export function localName(name: string): string {
  if (LOCAL_NAMES.has(name)) return name;
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
