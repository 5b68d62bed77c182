import { describe, expect, test } from '@jest/globals';

import type { Results } from '../../src/model/testset.ts';
import { fetchResults } from '../../src/results/fetch-results.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Service } from '../../src/service/client.ts';
import type { Documents } from '../../src/service/wire.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import {
  BLOCKED,
  CACHED,
  codeReply as code,
  httpReply,
  INCOMPLETE,
  networkReply,
  valueReply,
} from '../support/replies.ts';
import { createEagerClock, createHandClock, createRuntime } from '../support/runtime.ts';

const XML = '<testsuites><testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite></testsuites>';
const BARE = '<testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite>';
const JSON_TEXT = '{"testsuites":{"testsuite":[{"testcase":[{"name":"A / ANDROID 9","time":"1"}],"name":"p"}]}}';
const HTML = '<p>fine</p>';
const ALL: Documents = { xml: XML, json: JSON_TEXT, html: HTML };

type Reply = ServiceReply<Documents>;

const ok = (documents: Documents): Reply => valueReply(documents);
const denied = httpReply(401);
const cut = networkReply('reset');
const tooLarge = networkReply('too-large');
const onlyHtml = ok({ html: HTML });
const withoutJson = ok({ xml: XML, html: HTML });
const withoutXml = ok({ json: JSON_TEXT, html: HTML });
const withoutHtml = ok({ xml: XML, json: JSON_TEXT });

/** Replies by `data_type`; the last of a list repeats, and without a list nothing is delivered. */
type Script = Readonly<Record<string, readonly Reply[]>>;

const eachAlone: Script = { xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })], html: [onlyHtml] };
const failing = (...replies: readonly Reply[]): Script => ({ all: replies, xml: replies, json: replies });
const alternating: Script = { ...eachAlone, xml: [code(6002), ok({ xml: XML })], json: [code(6002), ok(ALL)] };
const unfetchedXml: Script = { all: [withoutXml], xml: [code(5003)] };
/** A reply in place of the first one of all documents, and of the first JSON. */
const first = (reply: Reply): Script => ({ ...eachAlone, all: [reply, ok({ xml: XML })], json: [reply, ok(ALL)] });

interface Setup {
  readonly job?: Partial<Parameters<typeof fetchResults>[2]>;
  readonly runtime?: Partial<Runtime>;
}

const MANY: Setup = { job: { devices: 2_001 } };

async function fetchWith(script: Script, { job = {}, runtime = {} }: Setup = {}) {
  const requested: string[] = [];
  const saved: Record<string, string> = {};
  const clock = createEagerClock();
  const since = clock.now();
  const result: Service['result'] = (testset, type) => {
    expect(testset).toEqual({ id: 7, since });
    const replies = script[type] ?? [ok({})];
    const turn = requested.filter((each) => each === type).length;
    requested.push(type);
    return Promise.resolve(replies[Math.min(turn, replies.length - 1)] ?? ok({}));
  };
  const writeResult = (_id: number, kind: string, text: string): Promise<void> => {
    saved[kind] = text;
    return Promise.resolve();
  };
  const results = await fetchResults({ result } as Service, createRuntime({ clock, ...runtime }), {
    testset: { id: 7, since },
    devices: 1,
    folder: { writeResult, removeResults: () => Promise.resolve() },
    ...job,
  });
  const waitedMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
  return { results, requested: requested.join(' '), saved, waitedMs, slept: clock.slept };
}

function statesOf({ documents }: Results): string {
  return documents.map(({ source, state, passed }) => `${source} ${state} ${passed}`).join(', ');
}

const BOTH = 'xml read 1, json read 1';
const NONE = 'xml absent 0, json absent 0';
const UNFETCHED = 'xml read 1, json unfetched 0';
const UNFETCHED_XML = 'xml unfetched 0, json read 1';
const TWO_TOO_LARGE = 'xml unreadable 0, json unreadable 0';

describe('requests for the results of a complete testset', () => {
  test.each<[what: string, script: Script, states: string, requested: string, setup?: Setup]>([
    ['all at once', { all: [ok(ALL)] }, BOTH, 'all'],
    ['missing documents', { ...eachAlone, all: [ok({ xml: XML })] }, BOTH, 'all json html'],
    ['bare XML in place of XML', { all: [ok({ json: JSON_TEXT, html: HTML, bare_xml: BARE })] }, BOTH, 'all xml'],
    ['bare XML by itself', { all: [withoutXml], bare_xml: [ok({ bare_xml: BARE })] }, BOTH, 'all xml bare_xml'],
    ['no bare XML in place of XML that failed', unfetchedXml, UNFETCHED_XML, 'all xml bare_xml'],
    ['bare XML beside XML', { all: [ok({ ...ALL, bare_xml: BARE })] }, `${BOTH}, bare_xml read 1`, 'all'],
    ['broken bare XML', { all: [ok({ ...ALL, bare_xml: '<' })] }, `${BOTH}, bare_xml unreadable 0`, 'all bare_xml'],
    ['a broken document', { all: [ok({ ...ALL, xml: '<' })], xml: [ok({ xml: XML })] }, BOTH, 'all xml'],
    ['one that stays broken', { all: [ok({ ...ALL, json: '{' })] }, 'xml read 1, json unreadable 0', 'all json'],
    ['code 6002', { all: [code(6002), code(6002), ok(ALL)] }, BOTH, 'all all all'],
    ['nothing yet', { all: [ok({}), ok({}), ok(ALL)] }, BOTH, 'all all all'],
    ['only HTML yet', { all: [onlyHtml, onlyHtml, ok(ALL)] }, BOTH, 'all all all'],
    ['incomplete results', { all: [INCOMPLETE, INCOMPLETE, ok(ALL)] }, BOTH, 'all all all'],
    ['one failure', { all: [cut, code(6002), ok(ALL)] }, BOTH, 'all all all'],
    ['cut responses', { ...eachAlone, all: [cut], xml: [cut, ok(ALL)] }, BOTH, 'all all xml json xml html'],
    ['error codes', { ...eachAlone, all: [code(5003)] }, BOTH, 'all all xml json html'],
    ['maintenance', { ...eachAlone, all: [code(8000)] }, BOTH, 'all all xml json html'],
    ['a firewall', first(BLOCKED), BOTH, 'all all json json html'],
    ['a cache', first(CACHED), BOTH, 'all all json json html'],
    ['too much at once', { ...eachAlone, all: [tooLarge] }, BOTH, 'all xml json html'],
    ['too much in each', failing(tooLarge), TWO_TOO_LARGE, 'all xml json'],
    ['2,000 devices', { all: [ok(ALL)] }, BOTH, 'all', { job: { devices: 2_000 } }],
    ['more than 2,000 devices', eachAlone, BOTH, 'xml json html', MANY],
    ['their JSON between', alternating, BOTH, 'xml json xml json html', MANY],
    ['their JSON', { ...eachAlone, xml: [ok({})] }, 'xml absent 0, json read 1', 'xml json xml bare_xml html', MANY],
    ['too much XML', { ...eachAlone, xml: [tooLarge] }, 'xml unreadable 0, json read 1', 'xml json xml html', MANY],
    ['rejected credentials', { all: [denied, ok(ALL)] }, BOTH, 'all all'],
    ['a rejected document', { all: [withoutJson], json: [code(5003)] }, UNFETCHED, 'all json'],
    ['no HTML', { all: [withoutHtml], html: [cut] }, BOTH, 'all html'],
    ['HTML that is not ready', { all: [withoutHtml], html: [code(6002)] }, BOTH, 'all html'],
  ])('%s', async (_what, script, states, requested, setup = {}) => {
    const fetched = await fetchWith(script, setup);
    expect(statesOf(fetched.results)).toBe(states);
    expect(fetched.requested).toBe(requested);
  });

  const inTurn = Array.from({ length: 100 }, () => [code(5003), code(6002)]).flat();
  test.each<
    [what: string, script: Script, states: string, problem: string | undefined, minutes: number, setup?: Setup]
  >([
    ['code 6002 after a failure', { all: [cut, code(6002)] }, NONE, 'service-refused', 10],
    [
      'code 6002, without waiting',
      { all: [code(6002)] },
      NONE,
      'service-refused',
      1,
      { job: { times: { notReadyMs: 60_000 } } },
    ],
    ['incomplete results', { all: [INCOMPLETE] }, NONE, 'service-refused', 10],
    ['an incomplete document', { all: [withoutJson], json: [INCOMPLETE] }, UNFETCHED, undefined, 10],
    ['rejected credentials', failing(denied), NONE, 'credentials', 15],
    ['a document that is cut', { all: [withoutJson], json: [cut] }, UNFETCHED, undefined, 15],
    ['no document', { all: [ok({})] }, NONE, undefined, 10],
    ['error codes', failing(code(5003)), NONE, 'service-refused', 15],
    ['a firewall', failing(BLOCKED), NONE, 'service-refused', 15],
    ['a cache', failing(CACHED), NONE, 'unreachable', 15],
    ['code 6002 between failures', failing(...inTurn), NONE, 'service-refused', 10],
    ['what is too large', failing(tooLarge), TWO_TOO_LARGE, 'unreachable', 0],
  ])('end after the budget: %s', async (_what, script, states, problem, minutes, setup = {}) => {
    const { results, waitedMs } = await fetchWith(script, setup);
    expect(statesOf(results)).toBe(states);
    expect(results.problem?.code).toBe(problem);
    expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
    expect(waitedMs).toBeLessThanOrEqual(minutes * 72_000);
  });

  test('wait longer for a service that fails than for results that are not ready', async () => {
    const sixTimes = (reply: Reply): readonly Reply[] => [...Array.from({ length: 6 }, () => reply), ok(ALL)];
    const failed = await fetchWith({ ...eachAlone, all: [cut], xml: sixTimes(cut) });
    const notReady = await fetchWith({ all: sixTimes(code(6002)) });
    expect(Math.max(...failed.slept)).toBeGreaterThan(2 * Math.max(...notReady.slept));
    expect(notReady.slept[0]).toBe(5_000);
    expect(notReady.slept[5]).toBeGreaterThan(9_000);
    const recovered = await fetchWith({ xml: [cut, cut, code(6002)], json: [cut, cut, ok(ALL)] }, MANY);
    expect(recovered.slept[4]).toBeLessThan(9_000);
  });

  test('report a cancel while one document is requested, unless it is the HTML', async () => {
    const runtime = { signal: AbortSignal.abort('cancelled') };
    const cancel = async (script: Script): Promise<readonly [isCancelled: boolean, requested: string]> => {
      const { results, requested } = await fetchWith(script, { runtime });
      return [results.isCancelled, requested];
    };
    expect(await cancel({ all: [withoutJson], json: [cut] })).toEqual([true, 'all json']);
    expect(await cancel({ all: [withoutXml], xml: [cut] })).toEqual([true, 'all xml']);
    expect(await cancel({ all: [ok({ ...ALL, xml: '<' })], xml: [cut] })).toEqual([true, 'all xml']);
    expect(await cancel({ all: [code(6002)] })).toEqual([true, 'all']);
    expect(await cancel({ all: [withoutHtml], html: [cut] })).toEqual([false, 'all html']);
  });
});

describe('after the deadline, requests', () => {
  /** Fetches after the deadline. @param seconds how many of them pass */
  async function fetchLate(script: Script, seconds: number) {
    const clock = createHandClock();
    const began = clock.now();
    const fetching = fetchWith(script, { runtime: { signal: AbortSignal.abort('deadline'), clock } });
    const ended = fetching.then(() => clock.now() - began);
    await clock.pass(seconds * 1000);
    return { ...(await fetching), tookMs: await ended };
  }

  test('go on every 5 s for 30 seconds', async () => {
    const late = await fetchLate({ all: [code(6002), cut, ok({}), ok(ALL)] }, 15);
    expect(statesOf(late.results)).toBe(BOTH);
    const { results, requested } = await fetchLate({ all: [code(6002)] }, 30);
    expect(results.problem?.message).toMatch(/6002/);
    expect(requested.split(' ')).toHaveLength(6);
  });

  test('say why the results are missing, and not that the end of the time stopped the last request', async () => {
    const { results } = await fetchLate(failing(code(6002), networkReply('stopped')), 30);
    expect(results.problem?.message).toContain('6002');
  });

  test('wait as long as the service asks', async () => {
    expect((await fetchLate({ all: [code(6002, 20_000), ok(ALL)] }, 25)).tookMs).toBe(20_000);
  });

  test('are sent at once when it ends a wait', async () => {
    const [stop, clock] = [new AbortController(), createHandClock()];
    const waiting = fetchWith({ all: [code(6002), ok(ALL)] }, { runtime: { clock, signal: stop.signal } });
    await clock.pass(1_000);
    stop.abort('deadline');
    await clock.pass(0);
    expect(statesOf((await waiting).results)).toBe(BOTH);
  });
});

describe('what was fetched', () => {
  test.each<[what: string, script: Script, saved: Readonly<Record<string, string>>, setup?: Setup]>([
    ['each by itself', eachAlone, { ...ALL }, MANY],
    ['XML beside bare XML', { all: [ok({ ...ALL, bare_xml: BARE })] }, { ...ALL }],
    ['bare XML without XML', { all: [ok({ html: HTML, bare_xml: BARE })] }, { xml: BARE, html: HTML }],
    ['the repaired one', { all: [ok({ ...ALL, xml: '<' })], xml: [ok({ xml: XML })] }, { ...ALL }],
    ['a broken one', { all: [ok({ ...ALL, json: '{' })] }, { ...ALL, json: '{' }],
    ['others than a too large one', { ...eachAlone, xml: [tooLarge] }, { json: JSON_TEXT, html: HTML }, MANY],
    ['nothing that is incomplete', { all: [INCOMPLETE] }, {}],
    ['only HTML', { all: [onlyHtml] }, { html: HTML }],
  ])('is saved: %s', async (_what, script, saved, setup = {}) => {
    expect((await fetchWith(script, setup)).saved).toEqual(saved);
  });

  const NO_XML = 'Testset 7 delivered no XML results.';
  const ONLY_XML = 'Testset 7 delivered no JSON results. Only the XML was compared with the status.';
  test.each<[what: string, script: Script, warnings: readonly unknown[]]>([
    ['nothing', { all: [ok(ALL)] }, []],
    ['JSON', { all: [withoutJson] }, [ONLY_XML]],
    ['XML', { all: [withoutXml] }, [`${NO_XML} Only the JSON was compared with the status.`]],
    ['XML beside broken JSON', { all: [ok({ html: HTML, json: '{' })] }, [NO_XML]],
    ['JSON beside broken bare XML', { all: [ok({ xml: XML, html: HTML, bare_xml: '<' })] }, [ONLY_XML]],
    ['both', { all: [onlyHtml] }, []],
    ['what cannot be fetched', { all: [withoutJson], json: [code(5003)] }, [expect.stringContaining('5003')]],
  ])('has a warning for what is missing: %s', async (_what, script, warnings) => {
    expect((await fetchWith(script)).results.warnings).toEqual(warnings);
  });

  test('says how documents differ, and which devices not all of them show', async () => {
    const error = XML.replace('/>', '><error/></testcase>');
    const { results } = await fetchWith({ all: [ok({ ...ALL, xml: error })] });
    expect(results.difference).toMatch(/XML shows 0 passed of "A .*", the JSON 1/);
    expect([...(results.partlyNamed ?? [])]).toEqual(['A / ANDROID 9']);
    const { results: same } = await fetchWith({ all: [ok({ ...ALL, bare_xml: BARE })] });
    expect([same.difference, same.partlyNamed]).toEqual([undefined, undefined]);
  });

  test('says why a document is unreadable', async () => {
    const { results } = await fetchWith({ all: [ok({ ...ALL, xml: '<', json: '[]', bare_xml: BARE })] });
    const reasons = [expect.stringContaining('line 1'), 'it is not a JSON object', ''];
    expect(results.documents.map(({ why }) => why)).toEqual(reasons);
    const none = await fetchWith({ all: [ok({ xml: '<' })] });
    expect(none.results.documents[1]).toMatchObject({ state: 'absent', why: '' });
    expect(none.results.suites).toEqual([]);
    const large = await fetchWith(failing(tooLarge));
    expect(large.results.documents[0]).toMatchObject({ state: 'unreadable', why: 'it broke' });
  });

  test('a file that cannot be saved is one warning', async () => {
    const writeResult = (_id: number, kind: string): Promise<void> => Promise.reject(new Error(`no space for ${kind}`));
    const { results } = await fetchWith(
      { all: [ok(ALL)] },
      {
        job: { folder: { writeResult, removeResults: () => Promise.resolve() } },
      },
    );
    expect(statesOf(results)).toBe(BOTH);
    expect(results.warnings).toEqual(['no space for xml']);
  });

  test('a reading that the time ends leaves the files of an earlier one', async () => {
    const removed: number[] = [];
    const time = new AbortController();
    const folder = {
      writeResult: (id: number) => Promise.resolve(void removed.push(id)),
      removeResults: (id: number) => Promise.resolve(void removed.push(id)),
    };
    const redact = (text: string): string => {
      time.abort();
      return text;
    };
    const setup = { job: { folder, isAgain: true }, runtime: { redact, signal: time.signal } };
    const { results } = await fetchWith({ all: [ok(ALL)] }, setup);
    expect(results.problem?.message).toMatch(/The time was over/);
    expect(removed).toEqual([]);
    await fetchWith({ all: [ok(ALL)] }, { job: { folder }, runtime: { redact, signal: time.signal } });
    expect(removed).toEqual([7, 7, 7, 7]);
  });

  test('an unexpected error is a problem of this testset only', async () => {
    const redact = (): never => {
      throw new Error('broken');
    };
    const { results } = await fetchWith({ all: [ok(ALL)] }, { runtime: { redact } });
    const hint = expect.stringContaining('testset');
    expect(results.problem).toMatchObject({ code: 'unexpected', message: expect.stringContaining('broken'), hint });
    expect(results).toMatchObject({ suites: [], warnings: [], isCancelled: false });
  });
});

describe('secrets in the results', () => {
  const redactor = createRedactor(['testcase', 'the-password']);
  const runtime = { redact: redactor.redact };
  const suite = (testcases: string): string => `<testsuite name="p">${testcases}</testsuite>`;

  test('are replaced in files, names and messages, with one warning', async () => {
    const { redact } = createRedactor(['ANDROID 9']);
    const html = '<p>ANDROID 9</p>';
    const { results, saved } = await fetchWith({ all: [ok({ ...ALL, html })] }, { runtime: { redact } });
    const [xml, json] = [XML, JSON_TEXT].map((text) => text.replace('ANDROID 9', '***'));
    expect(saved).toEqual({ xml, json, html: '<p>***</p>' });
    expect(results.suites[0]?.testcases[0]?.device).toBe('A / ***');
    expect(results.warnings).toEqual(['The results of testset 7 held a secret of the inputs; it was replaced by ***.']);
  });

  test('may be equal to the name of an element', async () => {
    const { results, saved } = await fetchWith({ all: [ok({ ...ALL })] }, { runtime });
    expect(statesOf(results)).toBe(BOTH);
    expect(saved['xml']).toBe(XML.replaceAll('testcase', '***'));
    expect(results.warnings).toHaveLength(1);
  });

  test.each<[where: string, kind: 'xml' | 'json', document: string]>([
    ['CDATA sections', 'xml', suite('<error>the-<![CDATA[pass]]>w&#111;rd</error>')],
    ['an attribute', 'xml', suite('<error message="the-passw&#x6f;rd"/>')],
    ['JSON escapes', 'json', '{"testsuite":{"name":"p","error":"the-\\u0070assword"}}'],
  ])('that only parsing finds are replaced where they are shown, and their file is not saved: %s', async (...given) => {
    const [, kind, document] = given;
    const { results, saved } = await fetchWith({ all: [ok({ html: HTML, [kind]: document })] }, { runtime });
    expect(results.documents).toContainEqual(expect.objectContaining({ source: kind, state: 'read', notPassed: 1 }));
    expect(results.suites).toEqual([{ name: 'p', testcases: [{ device: 'p', result: 'error', message: '***' }] }]);
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
    const [one, other] = [long, 'the-pass\u200bword'].map((text) => `<testcase><error message="${text}"/></testcase>`);
    const { results } = await fetchWith({ all: [ok({ xml: suite(`${one}${other}`) })] }, { runtime });
    expect(JSON.stringify(results.suites)).not.toContain('the-pa');
    expect(results.suites[0]?.testcases[1]?.message).toBe('***');
  });
});
