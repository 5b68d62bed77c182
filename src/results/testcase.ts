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

/** Elements of a testcase or suite that say nothing about its result, and what they may contain beside text. */
const OUTPUTS: ReadonlyMap<string, string | undefined> = new Map([
  ['system-out', undefined],
  ['system-err', undefined],
  ['properties', 'property'],
]);

/** Earlier runs of a testcase that passed at last, as Surefire writes them. */
const FLAKY: ReadonlySet<string> = new Set(['flakyfailure', 'flakyerror']);

/** Earlier runs of a testcase. `rerunFailure` and `rerunError` are those of one that never passed. */
export const RERUNS: ReadonlySet<string> = new Set([...FLAKY, 'rerunfailure', 'rerunerror']);

/** What JUnit 5, NUnit, QTest, Maestro, CTest and GoogleTest write of what passed. */
const PASSED_WORDS = ['', 'passed', 'pass', 'success', 'successful', 'succeeded', 'ok', 'run', 'completed'];
const YES = ['', 'true', '1', 'yes'];
const NO = ['', 'false', '0', 'no'];

/** What a testcase that passed may have in an attribute, in lower case. Other attributes say nothing of its result. */
const PASSED_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ...['status', 'result', 'outcome', 'state'].map((name) => [name, PASSED_WORDS] as const),
  ...['success', 'passed'].map((name) => [name, YES] as const),
  ...['errors', 'error', 'failures', 'failure', 'failed', 'skipped', 'disabled'].map((name) => [name, NO] as const),
]);

/** In these a suite has numbers of testcases. */
const COUNTS = ['success', 'passed', 'errors', 'failures', 'skipped', 'disabled'];

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
      addText(testcase, child.attributes['message'], redact);
      addText(testcase, child.text, redact);
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

/** Why it is not known that a testcase or suite passed; `undefined` if it passed. */
function findUnknown({ name, attributes, text }: Element, children: readonly Element[]): string | undefined {
  const unknown = children.find((child) => !isKnown(child));
  if (unknown) return `<${unknown.name}>`;
  if (!isOneOf(PASSED_WORDS, text)) return JSON.stringify(text.trim());
  for (const key in attributes) {
    const value = attributes[key] ?? '';
    const attribute = localName(key);
    const isCount = name !== 'testcase' && COUNTS.includes(attribute) && /^[-\d,.\s]*$/.test(value);
    const values = PASSED_VALUES.get(attribute);
    if (values && !isCount && !isOneOf(values, value)) return `${key} ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** Whether an element is known not to say that a testcase or suite failed. A `rerun…` without a failure is no pass. */
export function isKnown({ name, children = [] }: Element): boolean {
  if (FLAKY.has(name)) return true;
  const inner = OUTPUTS.get(name);
  return OUTPUTS.has(name) && children.every((child) => child.name === inner && !child.children);
}

function isOneOf(values: readonly string[], text: string): boolean {
  return values.includes(text.trim().toLowerCase());
}

/** Adds the message or text of an element: the first http(s) address becomes the link, the first other text the message. */
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
