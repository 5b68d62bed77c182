import type { Device, DeviceLabel, DeviceSuite, Report } from '../model/report.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';

/** What one testset contributes to the file. */
export interface JunitPart {
  /** The identifier of the testset; it distinguishes suites of the same name. */
  readonly id: number | undefined;
  /** The scenario that it ran, if any. */
  readonly scenario?: number | undefined;
  /** The name of the testset; may be empty. */
  readonly name: string;
  readonly suites: readonly DeviceSuite[];
}

/** What the testsets of a report contribute: those with a readable document, each under the name that it was created with. */
export function junitParts({ testsets, request }: Pick<Report, 'testsets' | 'request'>): readonly JunitPart[] {
  return testsets
    .filter(({ suites }) => suites.length > 0)
    .map(({ id, scenario, suites }) => {
      const isOnly = scenario === undefined || testsets.length === 1;
      return { id, scenario, name: isOnly ? request.name : scenarioTestsetName(request.name, scenario), suites };
    });
}

/** Writes the suites of all testsets into one well-formed JUnit document, line by line. Characters that XML cannot contain are left out. */
export function* junitXml(parts: readonly JunitPart[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites ${totals(parts.flatMap(({ suites }) => suites))}>\n`;
  for (const part of parts) {
    for (const suite of part.suites) yield* suiteXml(part, suite);
  }
  yield '</testsuites>\n';
}

function* suiteXml({ id, name, scenario }: JunitPart, suite: DeviceSuite): Generator<string> {
  const className = escape(suite.name);
  yield `  <testsuite${id === undefined ? '' : ` id="${id}"`} name="${className}" ${totals([suite])}>\n`;
  const properties = [
    ['testset-id', id],
    ['scenario-id', scenario],
    ['testset-name', name === '' ? undefined : escape(name)],
  ] as const;
  const lines = properties.filter(([, value]) => value !== undefined).map(([key, value]) => property(key, value ?? ''));
  if (lines.length > 0) yield `    <properties>${lines.join('')}</properties>\n`;
  for (const testcase of suite.testcases) yield testcaseXml(testcase, className);
  yield '  </testsuite>\n';
}

function property(name: string, value: string | number): string {
  return `<property name="${name}" value="${value}"/>`;
}

/** The elements for what did not pass. JUnit has none for a device that was stopped; `skipped` would look better than it was. */
const ELEMENTS = { failed: 'failure', error: 'error', stopped: 'error', 'not-passed': 'failure' } as const;

function testcaseXml(
  { device, result, seconds, url, message, failureType, details }: Device,
  className: string,
): string {
  const time = seconds === undefined ? '' : ` time="${rounded(seconds)}"`;
  const head = `    <testcase name="${escape(device)}" classname="${className}"${time}`;
  const [first = '', second = ''] = [url, message].filter((text) => text !== undefined).map(escape);
  if (result === 'passed') {
    return first === '' ? `${head}/>\n` : `${head}><system-out>${first}</system-out></testcase>\n`;
  }
  const element = ELEMENTS[result];
  const body = [second, escape(details ?? '')].filter(Boolean).join('\n');
  const type = result === 'stopped' || result === 'not-passed' ? result : escape(failureType ?? '');
  const attributes = `${type === '' ? '' : ` type="${type}"`}${first === '' ? '' : ` message="${first}"`}`;
  return `${head}><${element}${attributes}${body === '' ? '/>' : `>${body}</${element}>`}</testcase>\n`;
}

function totals(suites: readonly DeviceSuite[]): string {
  const devices = suites.flatMap(({ testcases }) => testcases);
  const count = (...labels: DeviceLabel[]): number => devices.filter(({ result }) => labels.includes(result)).length;
  const time = devices.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  const [failures, errors] = [count('failed', 'not-passed'), count('error', 'stopped')];
  return `tests="${devices.length}" failures="${failures}" errors="${errors}" skipped="0" time="${rounded(time)}"`;
}

/** To the millisecond: few readers of JUnit accept exponential notation. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** What XML 1.0 cannot contain, unpaired surrogates included, and what must be escaped in an attribute. */
const SPECIAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]|[&<>"\t\n\r]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escape(text: string): string {
  return text.replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}
