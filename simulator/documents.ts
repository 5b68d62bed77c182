import type { DevicePlan } from './devices.ts';
import type { Variants } from './variants.ts';

const PAGE = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=';
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The documents of a complete testset; each is made when it is read. */
export interface Documents {
  readonly xml: string;
  readonly bare_xml: string;
  readonly html: string;
  readonly json: string;
}

/** What the documents of a testset contain. */
export interface DocumentContent {
  readonly testsetId: number;
  readonly project: string;
  readonly devices: readonly DevicePlan[];
}

/** Makes documents: one suite with a testcase for each device, which has a link to its page. */
export function renderDocuments(content: DocumentContent, variants: Variants): Documents {
  const suite = `${content.project}.TestBot`;
  const bare = (): string =>
    `<testsuite name="${escape(suite)}">${casesOf(content, variants)
      .map((one) => xmlCase(one, variants))
      .join('')}</testsuite>`;
  return {
    get xml() {
      return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="TestBot Test">${bare()}</testsuites>\n`;
    },
    get bare_xml() {
      return bare();
    },
    get html() {
      return `<html><body><table>${casesOf(content, variants).map(htmlRow).join('')}</table></body></html>`;
    },
    get json() {
      const testcase = casesOf(content, variants).map((one) => jsonCase(one, variants));
      return JSON.stringify({ testsuites: { testsuite: [{ testcase, name: suite }], name: 'TestBot Test' } });
    },
  };
}

interface Case {
  readonly device: DevicePlan;
  readonly link: string;
}

function casesOf({ testsetId, devices }: DocumentContent, { stoppedShown }: Variants): Case[] {
  const shown = devices.filter(({ result }) => result !== 'stop' || stoppedShown);
  return shown.map((device, index) => ({
    device,
    link: `${PAGE}${testsetId}${String(index).padStart(6, '0')}`,
  }));
}

function xmlCase({ device, link }: Case, variants: Variants): string {
  const time = timeOf(device, variants);
  const element = elementOf(device, variants);
  const attributes = Object.entries({
    name: device.name,
    ...(time !== undefined && { time }),
    ...(element === undefined && variants.attributes),
  }).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const head = `<testcase${attributes.join('')}>`;
  const body =
    element === undefined
      ? `<system-out>${escape(link)}</system-out>`
      : `<${element} message="${escape(link)}"${device.message === undefined ? '/>' : `>${escape(device.message)}</${element}>`}`;
  return `${head}${body}</testcase>`;
}

function jsonCase({ device, link }: Case, variants: Variants): Record<string, unknown> {
  const element = elementOf(device, variants);
  const result =
    element === undefined
      ? { 'system-out': { contents: [link] } }
      : { [element]: { message: link, ...(device.message !== undefined && { contents: [device.message] }) } };
  return { ...result, name: device.name, time: timeOf(device, variants) };
}

function htmlRow({ device, link }: Case): string {
  return `<tr><td><a href="${escape(link)}">${escape(device.name)}</a></td><td>${device.result}</td></tr>`;
}

function elementOf({ result }: DevicePlan, { failElement }: Variants): string | undefined {
  if (result === 'pass') return undefined;
  if (result === 'stop') return 'skipped';
  return result === 'fail' ? failElement : 'error';
}

function timeOf({ seconds }: DevicePlan, { time }: Variants): string | undefined {
  if (time === 'absent') return undefined;
  const whole = Math.round(seconds);
  if (time === 'negative') return `-${whole}`;
  return time === 'thousands' ? `${whole.toLocaleString('en-US')}.1` : `${whole}`;
}

/** White space in an attribute is escaped, because XML readers make spaces of it. */
function escape(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}
