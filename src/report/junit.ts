import type { Report } from '../model/report.ts';
import { countResults, type Suite, type Testcase } from '../model/results.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';

/** What one testset contributes to the file. */
export interface JunitPart {
  /** The identifier of the testset; it distinguishes suites of the same name. */
  readonly id: number | undefined;
  /** The scenario that it ran, if any. */
  readonly scenario?: number | undefined;
  /** The name of the testset; may be empty. */
  readonly name: string;
  readonly suites: readonly Suite[];
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

function* suiteXml({ id, name, scenario }: JunitPart, suite: Suite): Generator<string> {
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

/** The elements for what did not pass. */
const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

function testcaseXml({ device, result, seconds, url, message }: Testcase, className: string): string {
  const time = seconds === undefined ? '' : ` time="${rounded(seconds)}"`;
  const head = `    <testcase name="${escape(device)}" classname="${className}"${time}`;
  const [first = '', second = ''] = [url, message].filter((text) => text !== undefined).map(escape);
  if (result === 'passed') {
    return first === '' ? `${head}/>\n` : `${head}><system-out>${first}</system-out></testcase>\n`;
  }
  const element = ELEMENTS[result];
  const start = first === '' ? `<${element}` : `<${element} message="${first}"`;
  return `${head}>${second === '' ? `${start}/>` : `${start}>${second}</${element}>`}</testcase>\n`;
}

function totals(suites: readonly Suite[]): string {
  const { passed, failed, error, skipped } = countResults(suites);
  let time = 0;
  for (const { testcases } of suites) time = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, time);
  const tests = passed + failed + error + skipped;
  return `tests="${tests}" failures="${failed}" errors="${error}" skipped="${skipped}" time="${rounded(time)}"`;
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
