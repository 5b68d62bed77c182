import type { Testcase, TestResult } from '../model/results.ts';
import { truncateAtCharacter } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';
import { isSuite, Unreadable, type Element, type ReadTestcase } from './junit-element.ts';

/** Element names and status words that mean that a testcase did not pass; known from JUnit, or used by other producers. */
export const RESULTS: ReadonlyMap<string, TestResult> = new Map([
  ...['failure', 'failures', 'failed', 'fail', 'broken', 'aborted'].map((word) => [word, 'failed'] as const),
  ...['error', 'errors', 'errored', 'crashed'].map((word) => [word, 'error'] as const),
  ...['skipped', 'skip', 'disabled', 'notrun', 'ignored', 'blocked'].map((word) => [word, 'skipped'] as const),
  ...['cancelled', 'canceled', 'inconclusive', 'stopped', 'stop', 'timeout', 'interrupted'].map(
    (word) => [word, 'skipped'] as const,
  ),
]);

/** What an element means for its testcase or suite; `undefined` if nothing. AntUnit writes counts as elements: `<errors>0</errors>`. */
export function resultOf({ name, text }: Element): TestResult | undefined {
  const isCount = (name === 'failures' || name === 'errors') && readCount(text) === 0;
  return isCount ? undefined : RESULTS.get(name);
}

/** Earlier runs of a testcase, as Surefire writes them: the testcase passed at last (flaky), or never (rerun). */
const RERUNS: ReadonlySet<string> = new Set(['flakyfailure', 'flakyerror', 'rerunfailure', 'rerunerror']);

/** Elements of a testcase in which nothing is a result. */
const NO_RESULTS: ReadonlySet<string> = new Set(['properties', ...RERUNS]);

/** From best to worst: the worst of several results counts. */
const SEVERITY: readonly TestResult[] = ['passed', 'skipped', 'failed', 'error'];

/** How much of a name, link or message is kept, in UTF-16 units. */
const MAX_TEXT = 1_000;

/** Reads a testcase with everything in it. @throws Unreadable when it contains another testcase or a suite */
export function readTestcase(element: Element, device: string, redact: Redact): ReadTestcase {
  const found: TestcaseParts = { results: [], reruns: [], outputs: [] };
  findResults(element, found);
  const { results, reruns, outputs } = found;
  for (const attribute of ['status', 'result']) {
    const word = element.attributes[attribute];
    const result = typeof word === 'string' ? RESULTS.get(word.trim().toLowerCase()) : undefined;
    // An element and an attribute may both name the same result.
    if (result && !results.some((other) => other.result === result)) results.push({ result });
  }
  // Surefire writes `rerunFailure` beside `failure`; without one, the testcase did not pass either.
  const failedRerun = reruns.find(({ name }) => name.startsWith('rerun'));
  if (failedRerun && results.length === 0) results.push({ result: 'failed', element: failedRerun });

  results.sort((a, b) => SEVERITY.indexOf(b.result) - SEVERITY.indexOf(a.result));
  const testcase: TestcaseDraft = { device, result: results[0]?.result ?? 'passed' };
  const seconds = readSeconds(element.attributes['time']);
  if (seconds !== undefined) testcase.seconds = seconds;
  for (const result of results) if (result.element) addTexts(testcase, result.element, redact);
  for (const output of outputs) addTexts(testcase, output, redact);
  if (results[0]?.element) addDetails(testcase, results[0].element, redact);
  const skipped = results.filter(({ result }) => result === 'skipped').length;
  return { testcase, testcases: 1, failures: results.length - skipped, skipped, reruns: reruns.length };
}

type TestcaseDraft = { -readonly [Key in keyof Testcase]: Testcase[Key] };

interface TestcaseParts {
  /** Without an element, a `status` or `result` attribute says so. */
  readonly results: { readonly result: TestResult; readonly element?: Element }[];
  readonly reruns: Element[];
  readonly outputs: Element[];
}

/** Finds results at any depth, because producers put elements of their own around them. */
function findResults(element: Element, found: TestcaseParts): void {
  for (const child of element.children ?? []) {
    if ('testcase' in child) throw new Unreadable('a testcase contains a testcase');
    if (isSuite(child.name)) throw new Unreadable('a testcase contains a testsuite');
    const result = resultOf(child);
    if (result) found.results.push({ result, element: child });
    if (RERUNS.has(child.name)) found.reruns.push(child);
    if (child.name === 'system-out') found.outputs.push(child);
    if (!NO_RESULTS.has(child.name)) findResults(child, found);
  }
}

/** Adds an element's message and text: the first http(s) address becomes the link, the first other text the message. */
function addTexts(testcase: TestcaseDraft, { attributes, text, children }: Element, redact: Redact): void {
  const { message } = attributes;
  for (const each of Array.isArray(message) ? message : [message]) addText(testcase, each, redact);
  addText(testcase, text, redact);
  // JSON has the text of an element as `contents`.
  for (const child of children ?? [])
    if ('name' in child && child.name === 'contents') addText(testcase, child.text, redact);
}

function addText(testcase: TestcaseDraft, value: unknown, redact: Redact): void {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return;
  if (isLink(text)) testcase.url ??= redact(text);
  else testcase.message ??= cut(redact(text));
}

/** Adds the type of the worst result, and its text where that is not the message or the link. */
function addDetails(testcase: TestcaseDraft, { attributes, text }: Element, redact: Redact): void {
  const [type, details] = [attributes['type'], text.trim()];
  if (typeof type === 'string' && type !== '') testcase.failureType = cut(redact(type));
  if (details === '' || isLink(details)) return;
  const shown = cut(redact(details));
  if (shown !== testcase.message) testcase.details = shown;
}

/** A longer address would be cut, and lead to another page. */
function isLink(text: string): boolean {
  return text.length <= MAX_TEXT && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function cut(text: string): string {
  return truncateAtCharacter(text, MAX_TEXT);
}

/** The name of a suite or device without one. */
export const UNNAMED = '(unnamed)';

/** Reads the name of a suite or device. */
export function readName(value: unknown, redact: Redact): string {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
  return text === '' ? UNNAMED : cut(redact(text));
}

/** Nothing runs longer than a year: a larger number is not a duration in seconds. */
const MAX_SECONDS = 366 * 24 * 60 * 60;

/** Reads a duration as producers write it: `1828`, `"1828"`, `"1,828.1"`, `" 12 "`; `undefined` for anything else. */
function readSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Reads a declared number of tests: a whole number from 0. */
export function readCount(value: unknown): number | undefined {
  const count = readNumber(value);
  return Number.isInteger(count) ? count : undefined;
}

/** A number from 0, also with an exponent, or with commas between groups of three digits. */
function readNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return Number(text.replaceAll(',', ''));
  const number = /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Infinity;
  return Number.isFinite(number) ? number : undefined;
}
