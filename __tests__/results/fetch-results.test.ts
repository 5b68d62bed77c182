import { describe, expect, test } from '@jest/globals';

import { fetchResults, type Results } from '../../src/results/fetch-results.ts';
import type { FetchJob } from '../../src/results/fetch-documents.ts';
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
const blocked: Reply = { kind: 'status', status: 403, isBlocked: true };
const cached: Reply = { kind: 'cached', age: 900 };

/** Replies by `data_type`; the last of a list repeats, and without a list nothing is delivered. */
type Script = Readonly<Record<string, readonly Reply[]>>;

const withoutJson = ok({ xml: XML, html: HTML });
const withoutXml = ok({ json: JSON_TEXT, html: HTML });

const failing = (...replies: readonly Reply[]): Script => ({ all: replies, xml: replies, json: replies });

interface Scene {
  readonly job?: Partial<FetchJob>;
  readonly runtime?: Partial<Runtime>;
  readonly signal?: AbortSignal;
}

async function fetchWith(
  script: Script,
  { job = {}, runtime = {}, signal }: Scene = {},
): Promise<{ results: Results; requested: string[]; saved: Record<string, string>; waitedMs: number }> {
  const requested: string[] = [];
  const saved: Record<string, string> = {};
  const unused = (): never => {
    throw new Error('only results are requested here');
  };
  const service: Service = {
    ...{ status: unused, scenarios: unused, create: unused },
    ...{ close: unused, hasResponded: unused, hasAcceptedCredentials: unused },
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
const NONE = 'xml absent 0, json absent 0';
const UNFETCHED = 'xml read 1, json unfetched 0';
const tooLarge = noResponse('too-large');
const broken: Documents = { ...ALL, xml: XML.slice(0, 40) };
const inTurn = Array.from({ length: 100 }, () => [code(5003), code(6002)]).flat();
const many: Scene = { job: { devices: 2_001 } };
const eachAlone: Script = { xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })], html: [ok({ html: HTML })] };
/** A reply in place of the first one of all documents, and of the first JSON. */
const first = (reply: Reply): Script => ({ ...eachAlone, all: [reply, ok({ xml: XML })], json: [reply, ok(ALL)] });

describe('requests for the results of a complete testset', () => {
  test.each<[what: string, script: Script, states: string, requested: string, scene?: Scene]>([
    ['all at once', { all: [ok(ALL)] }, BOTH, 'all'],
    ['missing documents', { ...eachAlone, all: [ok({ xml: XML })] }, BOTH, 'all json html'],
    ['bare XML in place of XML', { all: [ok({ json: JSON_TEXT, html: HTML, bare_xml: BARE })] }, BOTH, 'all xml'],
    ['bare XML by itself', { all: [withoutXml], bare_xml: [ok({ bare_xml: BARE })] }, BOTH, 'all xml bare_xml'],
    ['bare XML beside XML', { all: [ok({ ...ALL, bare_xml: BARE })] }, `${BOTH}, bare_xml read 1`, 'all'],
    ['broken bare XML', { all: [ok({ ...ALL, bare_xml: '<' })] }, `${BOTH}, bare_xml unreadable 0`, 'all bare_xml'],
    ['a broken document', { all: [ok(broken)], xml: [ok({ xml: XML })] }, BOTH, 'all xml'],
    ['one that stays broken', { all: [ok({ ...ALL, json: '{' })] }, 'xml read 1, json unreadable 0', 'all json'],
    ['code 6002', { all: [code(6002), code(6002), ok(ALL)] }, BOTH, 'all all all'],
    ['code 6003', { all: [code(6003), code(6003), ok(ALL)] }, BOTH, 'all all all'],
    ['nothing yet', { all: [ok({}), ok({}), ok(ALL)] }, BOTH, 'all all all'],
    ['only HTML yet', { all: [ok({ html: HTML }), ok({ html: HTML }), ok(ALL)] }, BOTH, 'all all all'],
    ['incomplete results', { all: [incomplete, incomplete, ok(ALL)] }, BOTH, 'all all all'],
    ['one failure', { all: [cut, code(6002), ok(ALL)] }, BOTH, 'all all all'],
    ['cut responses', { ...eachAlone, all: [cut], xml: [cut, ok(ALL)] }, BOTH, 'all all xml json xml html'],
    ['error codes', { ...eachAlone, all: [code(5003)] }, BOTH, 'all all xml json html'],
    ['maintenance', { ...eachAlone, all: [code(8000)] }, BOTH, 'all all xml json html'],
    ['a firewall', first(blocked), BOTH, 'all all json json html'],
    ['a cache', first(cached), BOTH, 'all all json json html'],
    ['too much at once', { ...eachAlone, all: [tooLarge] }, BOTH, 'all xml json html'],
    ['too much in each', failing(tooLarge), 'xml unreadable 0, json unreadable 0', 'all xml json'],
    ['2,000 devices', { all: [ok(ALL)] }, BOTH, 'all', { job: { devices: 2_000 } }],
    ['more than 2,000 devices', eachAlone, BOTH, 'xml json html', many],
    ['their JSON', { ...eachAlone, xml: [ok({})] }, 'xml absent 0, json read 1', 'xml json xml bare_xml html', many],
    ['too much XML', { ...eachAlone, xml: [tooLarge] }, 'xml unreadable 0, json read 1', 'xml json xml html', many],
    ['rejected credentials', { all: [denied] }, NONE, 'all'],
    ['a rejected document', { all: [withoutJson], json: [code(5003)] }, UNFETCHED, 'all json'],
    ['the same with HTTP 401', { all: [withoutJson], json: [denied] }, UNFETCHED, 'all json'],
    ['no HTML', { all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] }, BOTH, 'all html'],
  ])('%s', async (_what, script, states, requested, scene = {}) => {
    const fetched = await fetchWith(script, scene);
    expect(statesOf(fetched.results)).toBe(states);
    expect(fetched.requested.join(' ')).toBe(requested);
  });

  test.each<
    [what: string, script: Script, states: string, problem: string | undefined, minutes: number, scene?: Scene]
  >([
    ['code 6002', { all: [code(6002)] }, NONE, 'service-refused', 10],
    ['code 6002, without waiting', { all: [code(6002)] }, NONE, 'service-refused', 1, { job: { notReadyMs: 60_000 } }],
    ['incomplete results', { all: [incomplete] }, NONE, 'service-refused', 10],
    ['an incomplete document', { all: [withoutJson], json: [incomplete] }, UNFETCHED, undefined, 10],
    ['rejected credentials', { all: [denied] }, NONE, 'credentials', 0],
    ['a document that is cut', { all: [withoutJson], json: [cut] }, UNFETCHED, undefined, 15],
    ['no document', { all: [ok({})] }, NONE, undefined, 10],
    ['only HTML', { all: [ok({ html: HTML })] }, NONE, undefined, 10],
    ['code 5003', failing(code(5003)), NONE, 'service-refused', 15],
    ['cut responses', failing(cut), NONE, 'unreachable', 15],
    ['a firewall', failing(blocked), NONE, 'service-refused', 15],
    ['a cache', failing(cached), NONE, 'unreachable', 15],
    ['code 6002 between failures', failing(...inTurn), NONE, 'service-refused', 10],
  ])('end after the budget: %s', async (_what, script, states, problem, minutes, scene = {}) => {
    const { results, waitedMs } = await fetchWith(script, scene);
    expect(statesOf(results)).toBe(states);
    expect(results.problem?.code).toBe(problem);
    expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
    expect(waitedMs).toBeLessThan((minutes + 2) * 60_000);
  });

  test('take no pause after a response that is too large', async () => {
    expect((await fetchWith({ ...eachAlone, all: [tooLarge] })).waitedMs).toBe(0);
  });

  test('report a cancel while one document is requested, unless it is the HTML', async () => {
    const signal = AbortSignal.abort('cancelled');
    const json = await fetchWith({ all: [withoutJson], json: [cut] }, { signal });
    expect(json.results.cancelled).toBe(true);
    const html = await fetchWith({ all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] }, { signal });
    expect(html.results.cancelled).toBe(false);
    expect(statesOf(html.results)).toBe(BOTH);
    const first = await fetchWith({ all: [code(6002)] }, { signal });
    expect(first.results.cancelled).toBe(true);
  });

  test('go on for 30 seconds after the deadline', async () => {
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

  test('say why the results are missing, and not that the end of the time stopped the last request', async () => {
    const clock = createHandClock();
    const signal = AbortSignal.abort('deadline');
    const stopped = fetchWith(failing(code(6002), noResponse('stopped')), { signal, runtime: { clock } });
    await clock.pass(30_000);
    expect((await stopped).results.problem?.message).toContain('6002');
  });

  test('wait after the deadline as long as the service asks', async () => {
    const clock = createHandClock();
    const signal = AbortSignal.abort('deadline');
    const began = clock.now();
    const asked = fetchWith({ all: [code(6002, 20_000), ok(ALL)] }, { signal, runtime: { clock } }).then(() =>
      clock.now(),
    );
    await clock.pass(25_000);
    expect((await asked) - began).toBeGreaterThanOrEqual(20_000);
  });

  test('wait longer for a service that fails than for results that are not ready', async () => {
    const waits = async (script: Script): Promise<readonly number[]> => {
      const clock = createEagerClock();
      await fetchWith(script, { runtime: { clock } });
      return clock.slept;
    };
    const sixTimes = (reply: Reply): readonly Reply[] => [...Array.from({ length: 6 }, () => reply), ok(ALL)];
    const failed = await waits({ ...eachAlone, all: [cut], xml: sixTimes(cut) });
    const notReady = await waits({ all: sixTimes(code(6002)) });
    expect(Math.max(...failed)).toBeGreaterThan(2 * Math.max(...notReady));
  });

  test('are sent at once when the deadline ends a wait', async () => {
    const stop = new AbortController();
    const clock = createHandClock();
    const waiting = fetchWith({ all: [code(6002), ok(ALL)] }, { signal: stop.signal, runtime: { clock } });
    await clock.pass(1_000);
    stop.abort('deadline');
    await clock.pass(0);
    expect(statesOf((await waiting).results)).toBe(BOTH);
  });
});

describe('what was fetched', () => {
  test.each<[what: string, script: Script, saved: Readonly<Record<string, string>>, scene?: Scene]>([
    ['all', { all: [ok(ALL)] }, { xml: XML, json: JSON_TEXT, html: HTML }],
    ['each by itself', eachAlone, { xml: XML, json: JSON_TEXT, html: HTML }, many],
    ['XML beside bare XML', { all: [ok({ ...ALL, bare_xml: BARE })] }, { xml: XML, json: JSON_TEXT, html: HTML }],
    ['bare XML without XML', { all: [ok({ html: HTML, bare_xml: BARE })] }, { xml: BARE, html: HTML }],
    ['the repaired one', { all: [ok(broken)], xml: [ok({ xml: XML })] }, { xml: XML, json: JSON_TEXT, html: HTML }],
    ['a broken one', { all: [ok({ ...ALL, json: '{' })] }, { xml: XML, json: '{', html: HTML }],
    ['others than a too large one', { ...eachAlone, xml: [tooLarge] }, { json: JSON_TEXT, html: HTML }, many],
    ['nothing that is incomplete', { all: [incomplete] }, {}],
    ['only HTML', { all: [ok({ html: HTML })] }, { html: HTML }],
  ])('is saved: %s', async (_what, script, saved, scene = {}) => {
    expect((await fetchWith(script, scene)).saved).toEqual(saved);
  });

  test.each<[what: string, delivered: Documents, warnings: readonly string[]]>([
    ['JSON', { xml: XML }, ['Testset 7 delivered no JSON results. Only the XML was compared with the status.']],
    ['XML', { json: JSON_TEXT }, ['Testset 7 delivered no XML results. Only the JSON was compared with the status.']],
    ['XML beside broken JSON', { json: '{' }, ['Testset 7 delivered no XML results.']],
    ['nothing', ALL, []],
  ])('has a warning for what is absent: %s', async (_what, delivered, warnings) => {
    const { results } = await fetchWith({ all: [ok({ html: HTML, ...delivered })] });
    expect(results.warnings).toEqual(warnings);
  });

  test('has one warning for a document that could not be fetched', async () => {
    const { results } = await fetchWith({ all: [withoutJson], json: [code(5003)] });
    expect(results.warnings).toHaveLength(1);
  });

  test('has the device runs of the first document that could be read', async () => {
    const failing = BARE.replace('/>', '><error/></testcase>');
    const { results } = await fetchWith({ all: [ok({ ...ALL, bare_xml: failing })] });
    expect(results.documents[2]).toMatchObject({ source: 'bare_xml', state: 'read', passed: 0, notPassed: 1 });
    expect(results.suites).toMatchObject([{ name: 'p', testcases: [{ device: 'A / ANDROID 9', result: 'passed' }] }]);
    const json = await fetchWith({ all: [withoutXml] });
    expect(json.results.suites).toHaveLength(1);
  });

  test('says how documents differ that name different devices', async () => {
    const { results } = await fetchWith({ all: [ok({ ...ALL, json: JSON_TEXT.replace('A /', 'B /') })] });
    expect(results.difference).toMatch(/XML shows 1 passed of "A .*", the JSON 0/);
    const { results: same } = await fetchWith({ all: [ok({ ...ALL, bare_xml: BARE })] });
    expect(same.difference).toBeUndefined();
  });

  test('says why a document is unreadable', async () => {
    const { results } = await fetchWith({ all: [ok({ ...ALL, xml: `${XML}<!--${'x'.repeat(16 * 1024 * 1024)}-->` })] });
    expect(results.documents[0]).toMatchObject({ state: 'unreadable', why: 'it is larger than 16 MiB' });
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
