import { countResults, type Suite, type Testcase } from '../model/results.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';
import type { Report } from '../model/report.ts';

/** What one testset brings into the file. */
export interface JunitPart {
  /** The testset's identifier; it keeps suites of the same name apart. */
  readonly id: number | undefined;
  /** The scenario that it ran, if any. */
  readonly scenario?: number | undefined;
  /** The testset's name; may be empty. */
  readonly name: string;
  readonly suites: readonly Suite[];
}

/** What a report's testsets bring into the file: those of which a document was read, each under the name that it was created with. */
export function junitParts({
  testsets,
  request: { name },
}: Pick<Report, 'testsets' | 'request'>): readonly JunitPart[] {
  const own = (scenario: number | undefined): string =>
    scenario === undefined || testsets.length === 1 ? name : scenarioTestsetName(name, scenario);
  return testsets
    .filter(({ suites }) => suites.length > 0)
    .map(({ id, scenario, suites }) => ({ id, scenario, name: own(scenario), suites }));
}

/** The elements for what did not pass. */
const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

/** What XML 1.0 cannot carry, lone surrogates among it, and what must be written in another way. */
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

/**
 * Writes every testset's suites into one well-formed JUnit document, piece by piece, so that it is never in memory as a whole. Characters
 * that XML cannot carry are left out.
 */
export function* junitXml(parts: readonly JunitPart[]): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites ${totals(parts.flatMap(({ suites }) => suites))}>\n`;
  for (const part of parts) {
    for (const suite of part.suites) yield* suiteXml(part, suite);
  }
  yield '</testsuites>\n';
}

function* suiteXml(part: JunitPart, suite: Suite): Generator<string, void, undefined> {
  const id = part.id === undefined ? '' : ` id="${part.id}"`;
  const name = escape(suite.name);
  yield `  <testsuite${id} name="${name}" ${totals([suite])}>\n`;
  yield properties(part);
  for (const testcase of suite.testcases) yield testcaseXml(testcase, name);
  yield '  </testsuite>\n';
}

function properties({ id, name, scenario }: JunitPart): string {
  const entries: string[] = [];
  if (id !== undefined) entries.push(`<property name="testset-id" value="${id}"/>`);
  if (scenario !== undefined) entries.push(`<property name="scenario-id" value="${scenario}"/>`);
  if (name !== '') entries.push(`<property name="testset-name" value="${escape(name)}"/>`);
  return entries.length === 0 ? '' : `    <properties>${entries.join('')}</properties>\n`;
}

function testcaseXml({ device, result, seconds, url, message }: Testcase, classname: string): string {
  const time = seconds === undefined ? '' : ` time="${rounded(seconds)}"`;
  const head = `    <testcase name="${escape(device)}" classname="${classname}"${time}`;
  const [first = '', second = ''] = [url, message].filter((text) => text !== undefined).map(escape);
  if (result === 'passed')
    return first === '' ? `${head}/>\n` : `${head}><system-out>${first}</system-out></testcase>\n`;
  return `${head}>${resultXml(ELEMENTS[result], first, second)}</testcase>\n`;
}

function resultXml(element: string, message: string, text: string): string {
  const head = message === '' ? `<${element}` : `<${element} message="${message}"`;
  return text === '' ? `${head}/>` : `${head}>${text}</${element}>`;
}

function totals(suites: readonly Suite[]): string {
  const { passed, failed, error, skipped } = countResults(suites);
  let time = 0;
  for (const { testcases } of suites) time = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, time);
  const tests = passed + failed + error + skipped;
  return `tests="${tests}" failures="${failed}" errors="${error}" skipped="${skipped}" time="${rounded(time)}"`;
}

/** To the millisecond; never in exponential notation, which few readers of JUnit take. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function escape(text: string): string {
  return text.replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}
