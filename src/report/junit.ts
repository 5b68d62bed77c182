import { formatJob } from '../model/job-name.ts';
import { splitDevice } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';
import { startOf } from './facts.ts';
import {
  junitSuites,
  OWN_SUITE,
  type JunitDevice,
  type JunitProblem,
  type JunitSuite,
  type JunitTestcase,
} from './junit-suites.ts';
import { nameApp } from './report-words.ts';
import type { ReportView } from './view.ts';

/** Writes a report as one well-formed JUnit document, line by line. Characters that XML cannot contain are left out. */
export function* junitXml(view: ReportView): Generator<string> {
  const { report } = view;
  const suites = junitSuites(report);
  const timestamp = `timestamp="${startOf(report).slice(0, 19)}Z"`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  // No counts: Jenkins' schema has no `skipped` here, and without it readers take what was skipped for passed.
  yield `<testsuites name="${escape(report.request.name || OWN_SUITE)}" time="${report.durationSeconds}">\n`;
  const { run, app } = report;
  const ofRun = propertyXml('job', formatJob(run)) + propertyXml('app', app && nameApp(app));
  for (const suite of suites) yield* suiteXml(suite, timestamp, ofRun);
  yield '</testsuites>\n';
}

function* suiteXml(suite: JunitSuite, timestamp: string, ofRun: string): Generator<string> {
  const { id, scenario, testcases } = suite;
  const name = escape(suite.name);
  const attributes = [id !== undefined && `id="${id}"`, `name="${name}"`, totals(suite), timestamp];
  yield `  ${joinPieces(' ', ['<testsuite', ...attributes])}>\n`;
  const properties = ofRun + propertyXml('testset-id', id) + propertyXml('scenario-id', scenario);
  if (properties !== '') yield `    <properties>${properties}</properties>\n`;
  for (const testcase of testcases) yield testcaseXml(testcase, name, scenario);
  yield '  </testsuite>\n';
}

function testcaseXml(
  { name, device, problem, reruns = [] }: JunitTestcase,
  className: string,
  scenario?: number,
): string {
  const attributes = `name="${escape(name)}" classname="${className}" time="${rounded(device?.seconds)}"`;
  let children = device ? propertiesXml(device, scenario) : '';
  if (problem) children += problemXml(problem);
  for (const rerun of reruns) children += rerunXml(rerun);
  if (device?.result === 'passed') children += outputXml(device);
  if (children === '') return `    <testcase ${attributes}/>\n`;
  return `    <testcase ${attributes}>${children}</testcase>\n`;
}

function propertiesXml({ device, url }: JunitDevice, scenario?: number): string {
  const { name, os } = splitDevice(device);
  const ofDevice = propertyXml('device', name) + propertyXml('os', os);
  return `<properties>${ofDevice}${propertyXml('scenario-id', scenario)}${propertyXml('url', url)}</properties>`;
}

/** Empty if the value is not known. */
function propertyXml(name: string, value: string | number = ''): string {
  if (value === '') return '';
  return `<property name="${name}" value="${escape(`${value}`)}"/>`;
}

function outputXml({ url, message }: JunitDevice): string {
  const output = url ?? message;
  if (output === undefined) return '';
  return `<system-out>${escape(output)}</system-out>`;
}

/** Some readers show only the message, others only the body: both say what happened. */
function problemXml({ element, type, message, details }: JunitProblem): string {
  const typeAttribute = type !== undefined && `type="${escape(type)}"`;
  const start = joinPieces(' ', [`<${element}`, typeAttribute, `message="${escape(message)}"`]);
  if (element === 'skipped') return `${start}/>`;
  return `${start}>${escape(joinPieces('\n', [message, details]))}</${element}>`;
}

/** Surefire's elements have the text in one of their own. */
function rerunXml({ element, type = element, message, details }: NonNullable<JunitTestcase['reruns']>[number]): string {
  const stackTrace = `<stackTrace>${escape(joinPieces('\n', [message, details]))}</stackTrace>`;
  return `<${element} message="${escape(message)}" type="${escape(type)}">${stackTrace}</${element}>`;
}

function totals({ testcases }: JunitSuite): string {
  const problems = testcases.flatMap(({ problem }) => problem ?? []);
  const count = (element: JunitProblem['element']): number =>
    problems.filter((problem) => problem.element === element).length;
  const time = testcases.reduce((sum, { device }) => sum + (device?.seconds ?? 0), 0);
  const counts = `failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return `tests="${testcases.length}" ${counts} time="${rounded(time)}"`;
}

/** To the millisecond: few readers of JUnit accept exponential notation. */
function rounded(seconds = 0): number {
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

/** Most texts: a test takes a third of the time of a replacement. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

function escape(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}
