import { describe, expect, test } from '@jest/globals';

import type { Results } from '../../src/model/testset.ts';
import { fetchResults, NO_RETRY } from '../../src/results/fetch-results.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Service } from '../../src/service/client.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import type { Documents } from '../../src/service/wire.ts';
import { BLOCKED, codeReply as code, httpReply, INCOMPLETE, networkReply, valueReply } from '../support/replies.ts';
import { createEagerClock, createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

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
const withoutXml = ok({ json: JSON_TEXT, html: HTML });

/** Replies by `data_type`; the last of a list repeats, and without a list nothing is delivered. */
type Script = Readonly<Record<string, readonly Reply[]>>;

const failing = (...replies: readonly Reply[]): Script => ({ all: replies, xml: replies });

interface Setup {
  readonly job?: Partial<Parameters<typeof fetchResults>[2]>;
  readonly runtime?: Partial<Runtime>;
}

const MANY: Setup = { job: { devices: 2_001 } };

async function fetchWith(script: Script, { job = {}, runtime = {} }: Setup = {}) {
  const requested: string[] = [];
  const saved: Record<string, string> = {};
  const clock = createEagerClock();
  const fetchDocuments: Service['fetchDocuments'] = (testsetId, type) => {
    expect(testsetId).toBe(7);
    const replies = script[type] ?? [ok({})];
    const turn = requested.filter((each) => each === type).length;
    requested.push(type);
    return Promise.resolve(replies[Math.min(turn, replies.length - 1)] ?? ok({}));
  };
  const writeResult = (_id: number, kind: string, text: string): Promise<void> => {
    saved[kind] = text;
    return Promise.resolve();
  };
  const results = await fetchResults({ fetchDocuments } as Service, createRuntime({ clock, ...runtime }), {
    testsetId: 7,
    devices: 1,
    folder: { writeResult },
    ...job,
  });
  const waitedMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
  return { results, requested: requested.join(' '), saved, waitedMs, slept: clock.slept };
}

function stateOf({ xml: { state }, suites }: Results): string {
  return `${state} ${suites.length}`;
}

const READ = 'read 1';

describe('requests for the results of a complete testset', () => {
  test.each<[what: string, script: Script, state: string, requested: string, setup?: Setup]>([
    ['all at once', { all: [ok(ALL)] }, READ, 'all'],
    ['only the XML', { all: [ok({ xml: XML })] }, READ, 'all'],
    ['no XML among them', { all: [withoutXml], xml: [ok({ xml: XML })] }, READ, 'all xml'],
    ['no XML at all', { all: [withoutXml] }, 'absent 0', 'all xml'],
    ['bare XML', { all: [ok({ bare_xml: BARE })] }, 'absent 0', 'all xml'],
    ['XML that is late', { all: [withoutXml], xml: [code(6002), cut, ok({ xml: XML })] }, READ, 'all xml xml xml'],
    ['XML that cannot be read', { all: [ok({ ...ALL, xml: '<' })] }, 'unreadable 0', 'all'],
    ['code 6002', { all: [code(6002), code(6002), ok(ALL)] }, READ, 'all all all'],
    ['nothing yet', { all: [ok({}), ok({}), ok(ALL)] }, READ, 'all xml all xml all'],
    ['only HTML yet', { all: [onlyHtml, ok(ALL)] }, READ, 'all xml all'],
    ['incomplete results', { all: [INCOMPLETE, INCOMPLETE, ok(ALL)] }, READ, 'all all all'],
    ['one failure', { all: [cut, code(6002), ok(ALL)] }, READ, 'all all all'],
    ['cut responses', { all: [cut], xml: [cut, ok({ xml: XML })] }, READ, 'all all xml xml'],
    ['maintenance', { all: [code(8000)], xml: [ok({ xml: XML })] }, READ, 'all all xml'],
    ['a firewall', { all: [BLOCKED, ok(ALL)] }, READ, 'all all'],
    ['rejected credentials', { all: [denied, ok(ALL)] }, READ, 'all all'],
    ['too much at once', { all: [tooLarge], xml: [ok({ xml: XML })] }, READ, 'all xml'],
    ['too much XML', failing(tooLarge), 'too-large 0', 'all xml'],
    ['2,000 devices', { all: [ok(ALL)] }, READ, 'all', { job: { devices: 2_000 } }],
    ['more than 2,000 devices', { xml: [code(6002), ok({ xml: XML })] }, READ, 'xml xml', MANY],
  ])('%s', async (_what, script, state, requested, setup = {}) => {
    const fetched = await fetchWith(script, setup);
    expect(stateOf(fetched.results)).toBe(state);
    expect(fetched.requested).toBe(requested);
  });

  const inTurn = Array.from({ length: 100 }, () => [code(5003), code(6002)]).flat();
  const minute: Setup = { job: { times: { notReadyMs: 60_000 } } };
  test.each<[what: string, script: Script, state: string, why: RegExp, minutes: number, setup?: Setup]>([
    ['code 6002 after a failure', { all: [cut, code(6002)] }, 'unfetched 0', /6002/, 10],
    ['code 6002, without waiting', { all: [code(6002)] }, 'unfetched 0', /6002/, 1, minute],
    ['incomplete results', { all: [INCOMPLETE] }, 'unfetched 0', /./, 10],
    ['rejected credentials', failing(denied), 'unfetched 0', /401/, 15],
    ['XML that is rejected', { all: [withoutXml], xml: [code(5003)] }, 'unfetched 0', /5003/, 15],
    ['XML that is not ready', { all: [withoutXml], xml: [INCOMPLETE] }, 'unfetched 0', /./, 10],
    ['no document', { all: [ok({})] }, 'absent 0', /^The service delivered no document\.$/, 10],
    ['only HTML', { all: [onlyHtml] }, 'absent 0', /^The service delivered HTML but no XML\.$/, 10],
    ['error codes', failing(code(5003)), 'unfetched 0', /5003/, 15],
    ['code 6002 between failures', failing(...inTurn), 'unfetched 0', /./, 10],
    ['what is too large', failing(tooLarge), 'too-large 0', /it broke/, 0],
  ])('end after the budget: %s', async (_what, script, state, why, minutes, setup = {}) => {
    const { results, waitedMs } = await fetchWith(script, setup);
    expect(stateOf(results)).toBe(state);
    expect(results.xml.why).toMatch(why);
    expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
    expect(waitedMs).toBeLessThanOrEqual(minutes * 72_000);
  });

  test('wait longer for a service that fails than for results that are not ready', async () => {
    const sixTimes = (reply: Reply): readonly Reply[] => [...Array.from({ length: 6 }, () => reply), ok(ALL)];
    const failed = await fetchWith({ all: [cut], xml: sixTimes(cut) });
    const notReady = await fetchWith({ all: sixTimes(code(6002)) });
    expect(Math.max(...failed.slept)).toBeGreaterThan(2 * Math.max(...notReady.slept));
    expect(notReady.slept[0]).toBe(5_000);
    expect(notReady.slept[5]).toBeGreaterThan(9_000);
    const recovered = await fetchWith({ xml: [cut, cut, cut, cut, code(6002), ok(ALL)] }, MANY);
    expect(recovered.slept[4]).toBeLessThan(9_000);
  });

  test.each([
    ['ten minutes', code(6002), 60, ['info: No results of testset 7 yet. Asking for up to 10 minutes more.']],
    ['some seconds', code(6002), 2, []],
    ['failures', cut, 60, ['info: No results of testset 7 yet. Asking for up to 15 minutes more.']],
  ])('are in the log once, if they last: after %s', async (_what, reply, times, lines) => {
    const log = createRecordingLog();
    const replies = [...Array.from({ length: times }, () => reply), ok(ALL)];
    await fetchWith({ all: replies, xml: replies }, { runtime: { log } });
    expect(log.lines.filter((line) => !line.startsWith('debug: '))).toEqual(lines);
  });

  test('report a cancel, and save what was delivered before', async () => {
    const runtime = { signal: AbortSignal.abort('cancelled') };
    const { results, saved } = await fetchWith({ all: [withoutXml], xml: [cut] }, { runtime });
    expect(results.isCancelled).toBe(true);
    expect(saved).toEqual({ json: JSON_TEXT, html: HTML });
    expect((await fetchWith({ all: [code(6002)] }, { runtime })).results.isCancelled).toBe(true);
  });
});

describe('after the deadline, requests', () => {
  /** Fetches after the deadline. @param seconds how many of them pass */
  async function fetchLate(script: Script, seconds: number, job: Setup['job'] = {}) {
    const clock = createHandClock();
    const began = clock.now();
    const fetching = fetchWith(script, { job, runtime: { signal: AbortSignal.abort('deadline'), clock } });
    const ended = fetching.then(() => clock.now() - began);
    await clock.pass(seconds * 1000);
    return { ...(await fetching), tookMs: await ended };
  }

  test('go on every 5 s for 30 seconds', async () => {
    const late = await fetchLate({ all: [code(6002), cut, ok({}), ok(ALL)] }, 15);
    expect(stateOf(late.results)).toBe(READ);
    const { results, requested } = await fetchLate({ all: [code(6002)] }, 30);
    expect(results.xml.why).toMatch(/6002/);
    expect(requested.split(' ')).toHaveLength(6);
  });

  test('say why the results are missing, and not that the end of the time stopped the last request', async () => {
    const { results } = await fetchLate(failing(code(6002), networkReply('stopped')), 30);
    expect(results.xml.why).toContain('6002');
  });

  test('of another reading end at once: it comes too late', async () => {
    expect((await fetchLate({ all: [code(6002)] }, 30, { isAgain: true })).tookMs).toBe(0);
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
    expect(stateOf((await waiting).results)).toBe(READ);
  });
});

describe('what was fetched', () => {
  test.each<[what: string, script: Script, saved: Readonly<Record<string, string>>, setup?: Setup]>([
    ['all', { all: [ok(ALL)] }, { ...ALL }],
    ['XML beside bare XML', { all: [ok({ ...ALL, bare_xml: BARE })] }, { ...ALL }],
    ['bare XML without XML', { all: [ok({ html: HTML, bare_xml: BARE })] }, { bare_xml: BARE, html: HTML }],
    ['broken ones', { all: [ok({ ...ALL, xml: '<', json: '{' })] }, { ...ALL, xml: '<', json: '{' }],
    ['the others with XML that came later', { all: [withoutXml], xml: [ok({ xml: XML })] }, { ...ALL }],
    ['the others without XML that failed', { all: [withoutXml], xml: [code(5003)] }, { json: JSON_TEXT, html: HTML }],
    ['nothing that is incomplete', { all: [INCOMPLETE] }, {}],
    ['only HTML', { all: [onlyHtml] }, { html: HTML }],
  ])('is saved: %s', async (_what, script, saved, setup = {}) => {
    expect((await fetchWith(script, setup)).saved).toEqual(saved);
  });

  test('says what came instead of the XML, and why one cannot be read', async () => {
    const why = async (documents: Documents): Promise<string> =>
      (await fetchWith({ all: [ok(documents)] })).results.xml.why;
    expect(await why({ json: JSON_TEXT })).toBe('The service delivered JSON but no XML.');
    expect(await why({ bare_xml: BARE, json: JSON_TEXT })).toBe('The service delivered bare XML and JSON but no XML.');
    expect(await why({ xml: '<', json: JSON_TEXT })).toMatch(/line 1.*\.$/);
    expect(await why(ALL)).toBe('');
  });

  test('a file that cannot be saved is one warning', async () => {
    const writeResult = (_id: number, kind: string): Promise<void> => Promise.reject(new Error(`no space for ${kind}`));
    const { results } = await fetchWith({ all: [ok(ALL)] }, { job: { folder: { writeResult } } });
    expect(stateOf(results)).toBe(READ);
    expect(results.warnings).toEqual([{ topic: 'unsaved', sentence: 'no space for xml' }]);
  });

  test('a later reading that brings nothing in time leaves the files of an earlier one', async () => {
    const time = new AbortController();
    const redact = (text: string): string => {
      time.abort();
      return text;
    };
    const again = (script: Script, runtime: Partial<Runtime>) => fetchWith(script, { job: { isAgain: true }, runtime });
    const late = await again({ all: [ok(ALL)] }, { redact, signal: time.signal });
    const failed = await fetchWith(
      { all: [withoutXml], xml: [code(6002)] },
      { job: { isAgain: true, times: NO_RETRY } },
    );
    for (const { results, saved } of [late, failed]) {
      expect([results.xml.state, saved]).toEqual(['unfetched', {}]);
    }
    const first = await fetchWith({ all: [ok(ALL)] }, { runtime: { redact, signal: time.signal } });
    expect(first.saved).toEqual(ALL);
  });

  test('an unexpected error is a problem of this testset only', async () => {
    const redact = (): never => {
      throw new Error('broken.');
    };
    const { results } = await fetchWith({ all: [ok(ALL)] }, { runtime: { redact } });
    const xml = { state: 'unfetched', why: 'Fetching the results failed unexpectedly: broken.' };
    expect(results).toEqual({ xml, suites: [], warnings: [], isCancelled: false });
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
    const sentence = 'The results of testset 7 held a secret of the inputs; it was replaced by ***.';
    expect(results.warnings).toEqual([{ topic: 'secret', sentence }]);
  });

  test('may be equal to the name of an element', async () => {
    const { results, saved } = await fetchWith({ all: [ok({ xml: XML })] }, { runtime });
    expect(stateOf(results)).toBe(READ);
    expect(saved['xml']).toBe(XML.replaceAll('testcase', '***'));
    expect(results.warnings).toHaveLength(1);
  });

  test.each<[where: string, kind: 'xml' | 'bare_xml', document: string]>([
    ['CDATA sections', 'xml', suite('<error>the-<![CDATA[pass]]>w&#111;rd</error>')],
    ['an attribute', 'xml', suite('<error message="the-passw&#x6f;rd"/>')],
    ['an attribute of bare XML', 'bare_xml', suite('<error message="the-passw&#x6f;rd"/>')],
  ])('that only parsing finds are replaced where they are shown, and their file is not saved: %s', async (...given) => {
    const [, kind, document] = given;
    const { results, saved } = await fetchWith({ all: [ok({ html: HTML, [kind]: document })] }, { runtime });
    const suites = [{ name: 'p', testcases: [{ device: '(unnamed)', result: 'error', message: '***' }] }];
    expect(results.suites).toEqual(kind === 'xml' ? suites : []);
    expect(saved).toEqual({ html: HTML });
    expect(results.warnings).toContainEqual({
      topic: 'secret in result.xml',
      sentence: expect.stringContaining('result.xml of testset 7 was not saved'),
    });
  });

  test('that JSON escapes in part are replaced in its file', async () => {
    const json = '{"the-\\u0070assword":["\\u0061", "the-passw\\u006frd", "\\ud800"], "a": "the-\\"';
    const { saved } = await fetchWith({ all: [ok({ ...ALL, json })] }, { runtime });
    expect(saved['json']).toBe('{"***":["\\u0061", "***", "\\ud800"], "a": "the-\\"');
  });
});
