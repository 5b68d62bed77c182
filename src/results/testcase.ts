import { MAX_SECONDS, UNNAMED, type Testcase, type TestResult } from '../model/results.ts';
import { truncateAtCharacter } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';

/** An element of a JUnit document. */
export interface Element {
  /** In lower case, without a namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** Without the testcases of a suite; `undefined` without any, because most elements have none. */
  readonly children: readonly Element[] | undefined;
}

/** Most names need no change: the test saves a tenth of the time that 10,000 devices take. */
const PLAIN_NAME = /^[a-z-]*$/;

/** Removes a namespace prefix and changes to lower case. */
export function localName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/** The elements that say how a testcase or suite ended if it did not pass, the worst first. */
export const RESULTS: ReadonlyMap<string, TestResult> = new Map([
  ['error', 'error'],
  ['failure', 'failed'],
  ['skipped', 'skipped'],
]);
/** The elements of a testcase that have texts to show, the most important first. */
const TEXTS = [...RESULTS.keys(), 'system-out'];

/** Elements of a testcase or suite that say nothing about its result. */
export const OUTPUTS: ReadonlySet<string> = new Set(['system-out', 'system-err', 'properties']);

/** Earlier runs of a testcase that passed at last, as Surefire writes them. */
const FLAKY: ReadonlySet<string> = new Set(['flakyfailure', 'flakyerror']);

/** Earlier runs of a testcase. `rerunFailure` and `rerunError` are those of one that never passed. */
export const RERUNS: ReadonlySet<string> = new Set([...FLAKY, 'rerunfailure', 'rerunerror']);

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

/** How much of a name, link or message is kept, in UTF-16 units. */
const MAX_TEXT = 1_000;

type Draft = { -readonly [Key in keyof Testcase]: Testcase[Key] };

/** Reads a testcase with everything in it. */
export function readTestcase(element: Element, redact: Redact): Testcase {
  const { attributes, children } = element;
  const { name, classname, time } = attributes;
  const testcase = readResult(element, readName(name ?? classname, redact), redact);
  testcase.seconds = readSeconds(time);
  const isEmpty = testcase.result === 'passed' && !children && Object.keys(attributes).length === 0;
  if (isEmpty) setUnknown(testcase, 'the testcase is empty', redact);
  return testcase;
}

/** Reads what a testcase or suite says of itself: how it ended, and its texts. */
export function readResult(element: Element, device: string, redact: Redact): Draft {
  // An object takes more memory when fields are added later.
  const testcase: Draft = {
    device,
    result: 'passed' as TestResult,
    seconds: undefined,
    url: undefined,
    message: undefined,
    failureType: undefined,
    details: undefined,
  } satisfies Record<keyof Testcase, unknown>;
  const { children = [] } = element;
  let worst: Element | undefined;
  for (const name of TEXTS) {
    for (const child of children) {
      if (child.name !== name) continue;
      if (RESULTS.has(name)) worst ??= child;
      addTexts(testcase, child, redact);
    }
  }
  if (worst) {
    testcase.result = RESULTS.get(worst.name) ?? 'unknown';
    addDetails(testcase, worst, redact);
    return testcase;
  }
  const reason = findUnknown(element, children);
  if (reason !== undefined) setUnknown(testcase, reason, redact);
  return testcase;
}

function setUnknown(testcase: Draft, reason: string, redact: Redact): void {
  testcase.result = 'unknown';
  testcase.message = keep(`Not known to have passed: ${reason}`, redact);
}

/** Why it is not known that a testcase passed; `undefined` if it passed. */
function findUnknown({ attributes, text }: Element, children: readonly Element[]): string | undefined {
  const unknown = children.find((child) => !isKnown(child));
  if (unknown) return `<${unknown.name}>`;
  if (!isPassedWord(text)) return JSON.stringify(text.trim());
  for (const key in attributes) {
    const value = attributes[key] ?? '';
    if (!canHavePassed(localName(key), value)) return `${key} ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** A `rerun…` without a failure is no pass. Output holds only text. */
function isKnown({ name, children }: Element): boolean {
  if (name === 'system-out' || name === 'system-err') return children === undefined;
  return OUTPUTS.has(name) || FLAKY.has(name);
}

/** Whether a testcase that passed can have this attribute. */
function canHavePassed(name: string, value: string): boolean {
  if (name === 'status' || name === 'result') return isPassedWord(value);
  if (name !== 'failed') return true;
  return value === 'false' || value === '' || readCount(value) === 0;
}

function isPassedWord(value: string): boolean {
  return PASSED_WORDS.has(value.trim().toLowerCase());
}

/** Adds an element's message and text: the first http(s) address becomes the link, the first other text the message. */
function addTexts(testcase: Draft, { attributes, text }: Element, redact: Redact): void {
  addText(testcase, attributes['message'], redact);
  addText(testcase, text, redact);
}

function addText(testcase: Draft, value = '', redact: Redact): void {
  const text = value.trim();
  if (text === '') return;
  if (isLink(text)) testcase.url ??= keep(text, redact);
  else testcase.message ??= keep(text, redact);
}

/** Adds the type of the worst result, and its text where that is not the message or the link. */
function addDetails(testcase: Draft, { attributes, text }: Element, redact: Redact): void {
  const { type = '' } = attributes;
  if (type !== '') testcase.failureType = keep(type, redact);
  const details = text.trim();
  if (details === '' || isLink(details)) return;
  const shown = keep(details, redact);
  if (shown !== testcase.message) testcase.details = shown;
}

/** A longer address would be cut, and lead to another page. */
function isLink(text: string): boolean {
  return text.length <= MAX_TEXT && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Replaces secrets, and then cuts the text: a part of a secret would not be found. */
function keep(text: string, redact: Redact): string {
  return truncateAtCharacter(redact(text), MAX_TEXT);
}

/** Reads the name of a suite or device, in NFC: documents may compose letters such as Hangul differently. */
export function readName(value = '', redact: Redact): string {
  const text = value.trim();
  if (text === '') return UNNAMED;
  const composed = text.normalize();
  // A secret may be written in either form.
  return keep(composed === text ? text : redact(text).normalize(), redact);
}

/** Reads a duration as producers write it: `1828`, `"1828"`, `"1,828.1"`, `" 12 "`; `undefined` for anything else. */
function readSeconds(value?: string): number | undefined {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Reads a declared number of tests: a whole number from 0. */
export function readCount(value?: string): number | undefined {
  const count = readNumber(value);
  return Number.isInteger(count) ? count : undefined;
}

/** A number from 0, also with an exponent, or with commas between groups of three digits. */
function readNumber(value = ''): number | undefined {
  const text = value.trim();
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return Number(text.replaceAll(',', ''));
  const number = /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Infinity;
  return Number.isFinite(number) ? number : undefined;
}
