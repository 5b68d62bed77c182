import { describe, expect, test } from '@jest/globals';

import { fetchResults, type Results } from '../../src/results/fetch-results.ts';
import type { FetchJob } from '../../src/results/result-documents.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Service } from '../../src/service/client.ts';
import type { Documents } from '../../src/service/documents.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import { createEagerClock, createHandClock, createRuntime } from '../support/runtime.ts';

const XML = '<testsuites><testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite></testsuites>';
const BARE = '<testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite>';
const JSON_TEXT = '{"testsuites":{"testsuite":[{"testcase":[{"name":"A / ANDROID 9","time":"1"}],"name":"p"}]}}';
const HTML = '<p>fine</p>';
const ALL: Documents = { xml: XML, json: JSON_TEXT, html: HTML };

const SECRET_WARNING = 'The results of testset 7 held a secret of the inputs; it was replaced by ***.';

type Reply = ServiceReply<Documents>;

const ok = (documents: Documents): Reply => ({ kind: 'ok', value: documents });
const incomplete: Reply = { kind: 'incomplete' };
const code = (number: number, retryAfterMs = 0): Reply => ({
  kind: 'code',
  status: 200,
  retryAfterMs,
  envelope: { code: number, message: 'Message', reason: 'reason', data: {} },
});
const denied: Reply = { kind: 'status', status: 401 };
const noResponse = (kind: NetworkErrorKind): Reply => ({ kind: 'no-response', error: new NetworkError(kind, 'cut') });
const cut = noResponse('reset');

/** Replies by `data_type`; the last of a list repeats, and without a list nothing is delivered. */
type Script = Readonly<Record<string, readonly Reply[]>>;

interface Scene {
  readonly job?: Partial<FetchJob>;
  readonly runtime?: Partial<Runtime>;
  readonly signal?: AbortSignal;
}

async function fetchWith(
  script: Script,
  { job = {}, runtime = {}, signal }: Scene = {},
): Promise<{
  results: Results;
  requested: readonly string[];
  saved: Readonly<Record<string, string>>;
  waitedMs: number;
}> {
  const requested: string[] = [];
  const saved: Record<string, string> = {};
  const unused = (): never => {
    throw new Error('only results are requested here');
  };
  const service: Service = {
    status: unused,
    scenarios: unused,
    create: unused,
    close: unused,
    hasResponded: unused,
    hasAcceptedCredentials: unused,
    result: (_id, type) => {
      const replies = script[type] ?? [ok({})];
      const turn = requested.filter((each) => each === type).length;
      requested.push(type);
      return Promise.resolve(replies[Math.min(turn, replies.length - 1)] ?? ok({}));
    },
  };
  const writeResult = (_id: number, kind: string, text: string): Promise<void> => {
    saved[kind] = text;
    return Promise.resolve();
  };
  const clock = createEagerClock();
  const results = await fetchResults(service, createRuntime({ clock, ...(signal && { signal }), ...runtime }), {
    testsetId: 7,
    since: clock.now(),
    devices: 1,
    folder: { writeResult },
    ...job,
  });
  return { results, requested, saved, waitedMs: clock.slept.reduce((sum, ms) => sum + ms, 0) };
}

function statesOf({ documents }: Results): string {
  return documents.map(({ source, state, passed }) => `${source} ${state} ${passed}`).join(', ');
}

const BOTH = 'xml read 1, json read 1';

describe('fetching the results of a complete testset', () => {
  test('takes everything from one response, and saves it as delivered', async () => {
    const { results, requested, saved } = await fetchWith({ all: [ok(ALL)] });
    expect(statesOf(results)).toBe(BOTH);
    expect(results.suites).toMatchObject([{ name: 'p', testcases: [{ device: 'A / ANDROID 9', result: 'passed' }] }]);
    expect(results.warnings).toEqual([]);
    expect(requested).toEqual(['all']);
    expect(saved).toEqual({ xml: XML, json: JSON_TEXT, html: HTML });
  });

  test('requests each missing document once', async () => {
    const { results, requested } = await fetchWith({
      all: [ok({ xml: XML })],
      json: [ok({ json: JSON_TEXT })],
      html: [ok({ html: HTML })],
    });
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'json', 'html']);
  });

  test('bare XML takes the place of XML that is absent', async () => {
    const { results, requested, saved } = await fetchWith({
      all: [ok({ json: JSON_TEXT, html: HTML, bare_xml: BARE })],
    });
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'xml']);
    expect(saved['xml']).toBe(BARE);
    const late = await fetchWith({ all: [ok({ json: JSON_TEXT, html: HTML })], bare_xml: [ok({ bare_xml: BARE })] });
    expect(statesOf(late.results)).toBe(BOTH);
    expect(late.requested).toEqual(['all', 'xml', 'bare_xml']);
  });

  test('bare XML beside XML is a source of its own, and not saved', async () => {
    const { results, requested, saved } = await fetchWith({ all: [ok({ ...ALL, bare_xml: BARE })] });
    expect(statesOf(results)).toBe(`${BOTH}, bare_xml read 1`);
    expect(requested).toEqual(['all']);
    expect(saved).toEqual({ xml: XML, json: JSON_TEXT, html: HTML });
    const failing = BARE.replace('/>', '><error/></testcase>');
    const different = await fetchWith({ all: [ok({ ...ALL, bare_xml: failing })] });
    expect(different.results.documents[2]).toMatchObject({
      source: 'bare_xml',
      state: 'read',
      passed: 0,
      notPassed: 1,
    });
    expect(different.results.suites[0]?.testcases[0]?.result).toBe('passed');
    const broken = await fetchWith({ all: [ok({ ...ALL, bare_xml: '<' })] });
    expect(statesOf(broken.results)).toBe(`${BOTH}, bare_xml unreadable 0`);
  });

  test('says how documents differ that name different devices', async () => {
    const { results } = await fetchWith({ all: [ok({ ...ALL, json: JSON_TEXT.replace('A /', 'B /') })] });
    expect(results.difference).toMatch(/XML shows 1 passed of "A .*", the JSON 0/);
    const { results: same } = await fetchWith({ all: [ok({ ...ALL, bare_xml: BARE })] });
    expect(same.difference).toBeUndefined();
  });

  test('one absent document is a warning', async () => {
    const xml = await fetchWith({ all: [ok({ xml: XML, html: HTML })] });
    expect(xml.results.warnings).toEqual([
      'Testset 7 delivered no JSON results. Only the XML was compared with the status.',
    ]);
    const json = await fetchWith({ all: [ok({ json: JSON_TEXT, html: HTML })] });
    expect(json.results.warnings).toEqual([
      'Testset 7 delivered no XML results. Only the JSON was compared with the status.',
    ]);
    expect(json.results.suites).toHaveLength(1);
    const broken = await fetchWith({ all: [ok({ json: '{', html: HTML })] });
    expect(broken.results.warnings).toEqual(['Testset 7 delivered no XML results.']);
    const none = await fetchWith({ all: [ok({ html: HTML })] });
    expect(statesOf(none.results)).toBe('xml absent 0, json absent 0');
    expect(none.results.warnings).toEqual([]);
    expect(none.saved).toEqual({ html: HTML });
  });

  test('a document that cannot be read is requested again, and the second one counts', async () => {
    const repaired = await fetchWith({ all: [ok({ ...ALL, xml: XML.slice(0, 40) })], xml: [ok({ xml: XML })] });
    expect(statesOf(repaired.results)).toBe(BOTH);
    expect(repaired.saved['xml']).toBe(XML);
    const broken = await fetchWith({ all: [ok({ ...ALL, json: '{' })] });
    expect(statesOf(broken.results)).toBe('xml read 1, json unreadable 0');
    expect(broken.saved['json']).toBe('{');
    const large = await fetchWith({ all: [ok({ ...ALL, xml: `${XML}<!--${'x'.repeat(16 * 1024 * 1024)}-->` })] });
    expect(large.results.documents[0]).toMatchObject({ state: 'unreadable', why: 'it is larger than 16 MiB' });
  });

  test.each([
    ['still running', code(6002)],
    ['no data yet', code(6003)],
    ['no files yet', ok({})],
    ['only HTML yet', ok({ html: HTML })],
    ['incomplete results', incomplete],
  ])('requests again after: %s', async (_what, reply) => {
    const { results, requested } = await fetchWith({ all: [reply, reply, ok(ALL)] });
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'all', 'all']);
  });

  test.each([
    ['a cut response', cut],
    ['an error code', code(5003)],
    ['maintenance', code(8000)],
  ])('requests each document by itself after two failures: %s', async (_what, reply) => {
    const once = await fetchWith({ all: [reply, code(6002), ok(ALL)] });
    expect(statesOf(once.results)).toBe(BOTH);
    expect(once.requested).toEqual(['all', 'all', 'all']);
    const script = { all: [reply], xml: [reply, ok({ xml: XML })], json: [ok({ json: JSON_TEXT })] };
    const { results, requested, saved } = await fetchWith({ ...script, html: [ok({ html: HTML })] });
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'all', 'xml', 'json', 'xml', 'html']);
    expect(saved).toEqual({ xml: XML, json: JSON_TEXT, html: HTML });
  });

  test('requests each document by itself when a response with all of them is too large', async () => {
    const script = { all: [noResponse('too-large')], xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })] };
    const { results, requested, waitedMs } = await fetchWith(script);
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'xml', 'json', 'html']);
    expect(waitedMs).toBe(0);
  });

  test.each([
    ['6002', code(6002), 10],
    ['no files', ok({}), 10],
    ['5003', code(5003), 15],
    ['cut responses', cut, 15],
    ['6002 between failures', [code(5003), code(6002)], 10],
  ])('gives up after the budget in minutes: %s', async (_what, reply, minutes) => {
    const replies = Array.isArray(reply) ? Array.from({ length: 100 }, () => reply).flat() : [reply];
    const { results, waitedMs } = await fetchWith({ all: replies, xml: replies, json: replies });
    expect(statesOf(results)).toBe('xml absent 0, json absent 0');
    expect(waitedMs).toBeLessThan((minutes + 2) * 60_000);
    expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
  });

  test('rejected credentials and a document that is too large are final', async () => {
    const rejected = await fetchWith({ all: [denied] });
    expect(rejected.results.problem).toMatchObject({ code: 'credentials' });
    expect(rejected.requested).toEqual(['all']);
    const tooLarge = [noResponse('too-large')];
    const large = await fetchWith({ all: tooLarge, xml: tooLarge, json: tooLarge });
    expect(large.requested).toEqual(['all', 'xml', 'json']);
    expect(large.results.problem).toBeDefined();
  });

  test.each<[what: string, reply: Reply]>([
    ['a request that a firewall blocked', { kind: 'status', status: 403, isBlocked: true }],
    ['a response from a cache', { kind: 'cached', age: 900 }],
  ])('retries like any failing request after: %s', async (_what, reply) => {
    const { results } = await fetchWith({ all: [reply, ok({ xml: XML, html: HTML })], json: [reply, ok(ALL)] });
    expect(statesOf(results)).toBe(BOTH);
    const never = await fetchWith({ all: [reply], xml: [reply], json: [reply] });
    expect(never.results.problem).toBeDefined();
    expect(never.waitedMs).toBeGreaterThanOrEqual(15 * 60_000);
  });

  test('a document that is too large does not keep the others from being saved', async () => {
    const others = { json: [ok({ json: JSON_TEXT })], html: [ok({ html: HTML })] };
    const { results, saved } = await fetchWith(
      { xml: [noResponse('too-large')], ...others },
      { job: { devices: 2_001 } },
    );
    expect(statesOf(results)).toBe('xml unreadable 0, json read 1');
    expect(saved).toEqual({ json: JSON_TEXT, html: HTML });
  });

  test('above 2,000 devices each document is requested by itself', async () => {
    const job = { devices: 2_001 };
    const each = await fetchWith(
      { xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })], html: [ok({ html: HTML })] },
      { job },
    );
    expect(each.requested).toEqual(['xml', 'json', 'html']);
    const json = await fetchWith({ xml: [ok({})], json: [ok({ json: JSON_TEXT })] }, { job });
    expect(statesOf(json.results)).toBe('xml absent 0, json read 1');
    expect(json.requested).toEqual(['xml', 'json', 'xml', 'bare_xml', 'html']);
    expect(json.waitedMs).toBeLessThan(10_000);
  });

  test('incomplete results never count, though nothing better comes', async () => {
    const partly = await fetchWith({ all: [ok({ xml: XML, html: HTML })], json: [incomplete] });
    expect(statesOf(partly.results)).toBe('xml read 1, json unfetched 0');
    const never = await fetchWith({ all: [incomplete] });
    expect(statesOf(never.results)).toBe('xml absent 0, json absent 0');
    expect(never.saved).toEqual({});
    expect(never.results.problem).toMatchObject({ code: 'service-refused' });
  });

  test.each([
    ['an error code', code(5003), 1],
    ['cut responses', cut, Infinity],
    ['rejected credentials', denied, 1],
  ])('a document that cannot be fetched does not count as absent: %s', async (_what, reply, most) => {
    const { results, requested } = await fetchWith({ all: [ok({ xml: XML, html: HTML })], json: [reply] });
    expect(statesOf(results)).toBe('xml read 1, json unfetched 0');
    expect(results.warnings).toHaveLength(1);
    expect(requested.filter((type) => type === 'json').length).toBeLessThanOrEqual(most);
  });

  test('HTML is requested once', async () => {
    const { requested } = await fetchWith({ all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] });
    expect(requested).toEqual(['all', 'html']);
  });

  test('a step that does not wait waits only briefly for results', async () => {
    const { results, waitedMs } = await fetchWith({ all: [code(6002)] }, { job: { notReadyMs: 60_000 } });
    expect(results.problem).toMatchObject({ code: 'service-refused' });
    expect(waitedMs).toBeLessThan(120_000);
  });

  test('a cancel while one document is requested is reported, unless it is the HTML', async () => {
    const signal = AbortSignal.abort('cancelled');
    const json = await fetchWith({ all: [ok({ xml: XML, html: HTML })], json: [cut] }, { signal });
    expect(json.results.cancelled).toBe(true);
    const html = await fetchWith({ all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] }, { signal });
    expect(html.results.cancelled).toBe(false);
    expect(statesOf(html.results)).toBe(BOTH);
    const first = await fetchWith({ all: [code(6002)] }, { signal });
    expect(first.results.cancelled).toBe(true);
  });

  test('after the deadline the results are requested for 30 seconds more', async () => {
    const signal = AbortSignal.abort('deadline');
    const clock = createHandClock();
    const late = fetchWith({ all: [code(6002), cut, ok({}), ok(ALL)] }, { signal, runtime: { clock } });
    await clock.pass(29_000);
    const { results, requested } = await late;
    expect(statesOf(results)).toBe(BOTH);
    expect(requested).toEqual(['all', 'all', 'all', 'all']);

    const never = fetchWith({ all: [code(6002)] }, { signal, runtime: { clock } });
    await clock.pass(30_000);
    const tooLate = await never;
    expect(tooLate.results.problem?.message).toContain('6002');
    expect(tooLate.requested).toHaveLength(6);
  });

  test('the deadline ends a wait for results', async () => {
    const stop = new AbortController();
    const clock = createHandClock();
    const waiting = fetchWith({ all: [code(6002), ok(ALL)] }, { signal: stop.signal, runtime: { clock } });
    await clock.pass(1_000);
    stop.abort('deadline');
    await clock.pass(0);
    expect(statesOf((await waiting).results)).toBe(BOTH);
  });

  test('a file that cannot be saved is one warning', async () => {
    const writeResult = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    const { results } = await fetchWith({ all: [ok(ALL)] }, { job: { folder: { writeResult } } });
    expect(statesOf(results)).toBe(BOTH);
    expect(results.warnings).toEqual(['the disk is full']);
  });

  test('an unexpected error is a problem of this testset only', async () => {
    const redact = (): never => {
      throw new Error('broken');
    };
    const { results } = await fetchWith({ all: [ok(ALL)] }, { runtime: { redact } });
    expect(results.problem).toMatchObject({ code: 'unexpected', message: expect.stringContaining('broken') });
  });
});

describe('secrets in the results', () => {
  const redactor = createRedactor(['testcase', 'the-password']);
  const runtime = { redact: redactor.redactField };
  const suite = (testcases: string): string => `<testsuite name="p">${testcases}</testsuite>`;

  test('are replaced in files, names and messages, with one warning', async () => {
    const { redactField: redact } = createRedactor(['ANDROID 9']);
    const html = '<p>ANDROID 9</p>';
    const { results, saved } = await fetchWith({ all: [ok({ ...ALL, html })] }, { runtime: { redact } });
    expect(saved['xml']).toContain('A / ***');
    expect(saved['json']).toContain('A / ***');
    expect(saved['html']).toBe('<p>***</p>');
    expect(results.suites[0]?.testcases[0]?.device).toBe('A / ***');
    expect(results.warnings).toEqual([SECRET_WARNING]);
  });

  test('may be equal to the name of an element', async () => {
    const { results, saved } = await fetchWith({ all: [ok({ ...ALL })] }, { runtime });
    expect(statesOf(results)).toBe(BOTH);
    expect(saved['xml']).toBe(XML.replaceAll('testcase', '***'));
  });

  test.each<[where: string, kind: 'xml' | 'json', document: string]>([
    ['CDATA sections', 'xml', suite('<error>the-<![CDATA[pass]]>w&#111;rd</error>')],
    ['an attribute', 'xml', suite('<error message="the-passw&#x6f;rd"/>')],
    ['JSON escapes', 'json', '{"testsuite":{"name":"p","error":"the-\\u0070assword"}}'],
  ])('that only parsing finds are replaced where they are shown, and their file is not saved: %s', async (...given) => {
    const [, kind, document] = given;
    const { results, saved } = await fetchWith({ all: [ok({ html: HTML, [kind]: document })] }, { runtime });
    const suites = [{ name: 'p', testcases: [{ device: 'p', result: 'error', message: '***' }] }];
    const parsed = results.documents.find(({ source }) => source === kind);
    expect(parsed).toMatchObject({ state: 'read', passed: 0, notPassed: 1 });
    expect(results.suites).toEqual(suites);
    expect(saved).toEqual({ html: HTML });
    expect(results.warnings).toContainEqual(expect.stringContaining(`result.${kind} of testset 7 was not saved`));
  });

  test('that invisible characters divide are not saved in HTML', async () => {
    const html = `<p>${'the-password'.replaceAll('', '\u200b')}</p>`;
    const { results, saved } = await fetchWith({ all: [ok({ ...ALL, html })] }, { runtime });
    expect(saved).not.toHaveProperty('html');
    expect(results.warnings).toContainEqual(expect.stringContaining('result.html of testset 7 was not saved'));
  });

  test('are not shown in part: not at the end of a long text, nor around invisible characters', async () => {
    const long = `${'the-password'.repeat(660)}${'x'.repeat(72)}the-password`;
    const xml = suite(
      `<testcase><error message="${long}"/></testcase><testcase><error message="the-pass\u200bword"/></testcase>`,
    );
    const { results } = await fetchWith({ all: [ok({ xml })] }, { runtime });
    expect(JSON.stringify(results.suites)).not.toContain('the-pa');
    expect(results.suites[0]?.testcases[1]?.message).toBe('***');
  });
});
