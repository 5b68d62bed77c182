import type { Report } from '../model/report.ts';
import { junitSuites, OWN_SUITE, type JunitProblem, type JunitSuite, type JunitTestcase } from './junit-suites.ts';

/**
 * Writes a report as one well-formed JUnit document, line by line. Characters that XML cannot contain are left out.
 *
 * @param startedAt when the wait began
 */
export function* junitXml(report: Report, startedAt: Date): Generator<string> {
  const suites = junitSuites(report);
  const timestamp = `${startedAt.toISOString().slice(0, 19)}Z`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  // No counts: Jenkins' schema has no `skipped` here, and without it readers take what was skipped for passed.
  yield `<testsuites name="${escape(report.request.name || OWN_SUITE)}" time="${report.durationSeconds}">\n`;
  for (const suite of suites) yield* suiteXml(suite, timestamp);
  yield '</testsuites>\n';
}

function* suiteXml(suite: JunitSuite, timestamp: string): Generator<string> {
  const { id, scenario, testcases } = suite;
  const name = escape(suite.name);
  const idAttribute = id === undefined ? '' : ` id="${id}"`;
  yield `  <testsuite${idAttribute} name="${name}" ${totals(suite)} timestamp="${timestamp}">\n`;
  const properties = [
    ...(id === undefined ? [] : [`<property name="testset-id" value="${id}"/>`]),
    ...(scenario === undefined ? [] : [`<property name="scenario-id" value="${scenario}"/>`]),
  ];
  if (properties.length > 0) yield `    <properties>${properties.join('')}</properties>\n`;
  for (const testcase of testcases) yield testcaseXml(testcase, name);
  yield '  </testsuite>\n';
}

function testcaseXml({ name, seconds = 0, output, problem }: JunitTestcase, className: string): string {
  const attributes = `name="${escape(name)}" classname="${className}" time="${rounded(seconds)}"`;
  const children = [
    ...(problem ? [problemXml(problem)] : []),
    ...(output === undefined ? [] : [`<system-out>${escape(output)}</system-out>`]),
  ].join('');
  return `    <testcase ${attributes}${children === '' ? '/>' : `>${children}</testcase>`}\n`;
}

/** Some readers show only the message, others only the body: both say what happened. */
function problemXml({ element, type, message, details }: JunitProblem): string {
  const start = `<${element}${type === undefined ? '' : ` type="${escape(type)}"`} message="${escape(message)}"`;
  if (element === 'skipped') return `${start}/>`;
  return `${start}>${escape(details === undefined ? message : `${message}\n${details}`)}</${element}>`;
}

function totals({ testcases }: JunitSuite): string {
  const count = (element: JunitProblem['element']): number =>
    testcases.filter(({ problem }) => problem?.element === element).length;
  const time = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  const problems = `failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return `tests="${testcases.length}" ${problems} time="${rounded(time)}"`;
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
