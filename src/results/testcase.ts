import type { Testcase, TestResult } from '../model/results.ts';
import { truncateAtCharacter } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';
import { isSuite, localName, Unreadable, type Element, type ReadTestcase } from './junit-element.ts';

/** The elements that say how a testcase or suite ended if it did not pass. */
export const RESULTS: ReadonlyMap<string, TestResult> = new Map([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
]);

/** Elements of a testcase or suite that say nothing about its result. */
export const OUTPUTS: ReadonlySet<string> = new Set(['system-out', 'system-err', 'properties']);

/** Earlier runs of a testcase, as Surefire writes them: the testcase passed at last (flaky), or never (rerun). */
const FLAKY: ReadonlySet<string> = new Set(['flakyfailure', 'flakyerror']);
const RERUNS: ReadonlySet<string> = new Set(['rerunfailure', 'rerunerror']);

/** What JUnit 5, NUnit, QTest, Maestro, CTest and GoogleTest write as `status` or `result` of what passed. */
const PASSED_WORDS: ReadonlySet<string> = new Set([
  '',
  'passed',
  'pass',
  'success',
  'successful',
  'succeeded',
  'ok',
  'run',
  'completed',
]);

/** From best to worst: the worst of several results counts. */
const SEVERITY: readonly TestResult[] = ['passed', 'unknown', 'skipped', 'failed', 'error'];

/** How much of a name, link or message is kept, in UTF-16 units. */
const MAX_TEXT = 1_000;

/** Reads a testcase with everything in it. @throws Unreadable when it contains another testcase or a suite */
export function readTestcase(element: Element, device: string, redact: Redact): ReadTestcase {
  const children = (element.children ?? []).map((child) => {
    if ('testcase' in child) throw new Unreadable('a testcase contains a testcase');
    if (isSuite(child.name)) throw new Unreadable('a testcase contains a testsuite');
    return child;
  });
  const results = children.flatMap((child) => {
    const result = RESULTS.get(child.name);
    return result ? [{ result, element: child }] : [];
  });
  results.sort((a, b) => SEVERITY.indexOf(b.result) - SEVERITY.indexOf(a.result));
  const doubt = results.length === 0 ? findDoubt(element, children) : undefined;
  const testcase: TestcaseDraft = {
    device,
    result: results[0]?.result ?? (doubt === undefined ? 'passed' : 'unknown'),
  };
  const seconds = readSeconds(element.attributes['time']);
  if (seconds !== undefined) testcase.seconds = seconds;
  if (doubt !== undefined) testcase.message = cut(redact(`Not known to have passed: ${doubt}`));
  const outputs = children.filter(({ name }) => name === 'system-out');
  for (const each of [...results.map((result) => result.element), ...outputs]) addTexts(testcase, each, redact);
  if (results[0]) addDetails(testcase, results[0].element, redact);
  const skipped = results.filter(({ result }) => result === 'skipped').length;
  const reruns = children.filter(({ name }) => FLAKY.has(name) || RERUNS.has(name)).length;
  const unknown = doubt === undefined ? 0 : 1;
  return { testcase, testcases: 1, failures: results.length - skipped, skipped, unknown, reruns };
}

type TestcaseDraft = { -readonly [Key in keyof Testcase]: Testcase[Key] };

/** What a testcase has that none which passed is known to have, or lacks; `undefined` if it has passed. */
function findDoubt({ attributes, text }: Element, children: readonly Element[]): string | undefined {
  const stranger = children.find((child) => !isKnown(child));
  if (stranger) return `<${stranger.name}>`;
  if (!isPassedWord(text)) return JSON.stringify(text.trim());
  if (children.length === 0 && Object.keys(attributes).length === 0) return 'the testcase is empty';
  return findBadAttribute(attributes);
}

/** Surefire writes a rerun beside the failure, so a testcase without one did not pass. Output is only text: in JSON `contents`. */
function isKnown({ name, children = [] }: Element): boolean {
  if (name === 'system-out' || name === 'system-err') {
    return children.every((child) => 'name' in child && child.name === 'contents');
  }
  return OUTPUTS.has(name) || FLAKY.has(name);
}

/** The attribute that does not say that it passed; `undefined` if there is none. */
function findBadAttribute(attributes: Element['attributes']): string | undefined {
  const bad = Object.entries(attributes).find(([key, value]) => {
    const name = localName(key);
    if (name === 'status' || name === 'result') return !isPassedWord(value);
    return name === 'failed' && ![false, 'false', ''].some((none) => none === value) && readCount(value) !== 0;
  });
  return bad && `${bad[0]} ${JSON.stringify(bad[1])}`;
}

function isPassedWord(value: unknown): boolean {
  return typeof value === 'string' && PASSED_WORDS.has(value.trim().toLowerCase());
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
