import { describe, expect, test } from '@jest/globals';

import { collectResults } from '../../src/results/collect.ts';
import type { Collected } from '../../src/results/collected.ts';
import type { Collection } from '../../src/results/document-source.ts';
import type { Replacement } from '../../src/results/replace-file.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import type { Service } from '../../src/service/client.ts';
import { DOCUMENT_KINDS, type Delivery, type DocumentKind } from '../../src/service/documents.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';

const XML = '<testsuites><testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite></testsuites>';
const BARE = '<testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite>';
const JSON_TEXT = '{"testsuites":{"testsuite":[{"testcase":[{"name":"A / ANDROID 9","time":"1"}],"name":"p"}]}}';
const HTML = '<p>fine</p>';
const ALL: Documents = { xml: XML, json: JSON_TEXT, html: HTML, bare_xml: BARE };

type Documents = Partial<Readonly<Record<DocumentKind, string>>>;

/** What the service says, and the documents that it hands over while doing so. */
interface Said {
  readonly reply: ServiceReply<Delivery>;
  readonly documents: Documents;
}

const ok = (documents: Documents, complete = true): Said => ({ reply: { kind: 'ok', value: { complete } }, documents });
const code = (number: number): Said => ({
  reply: { kind: 'code', status: 200, envelope: { code: number, message: 'Message', reason: 'reason', data: {} } },
  documents: {},
});
const denied: Said = { reply: { kind: 'status', status: 401 }, documents: {} };
const fault = (kind: NetworkErrorKind): Said => ({
  reply: { kind: 'no-response', error: new NetworkError(kind, 'cut') },
  documents: { xml: XML.slice(0, 50) },
});
const cut = fault('reset');

/** Answers by what is asked for; each list's last answer for ever, nothing where there is no list. */
type Script = Readonly<Record<string, readonly Said[]>>;

interface Scene {
  readonly job?: Partial<Collection>;
  readonly runtime?: Partial<Runtime>;
  readonly signal?: AbortSignal;
}

async function collect(
  script: Script,
  { job = {}, runtime = {}, signal }: Scene = {},
): Promise<{
  collected: Collected;
  asked: readonly string[];
  saved: Readonly<Record<string, string>>;
  left: number;
  waitedMs: number;
}> {
  const asked: string[] = [];
  const saved: Record<string, string> = {};
  const begun = new Set<object>();
  const no = (): never => {
    throw new Error('only results are asked for here');
  };
  const service: Service = {
    status: no,
    scenarios: no,
    create: no,
    close: no,
    result: async (_id, type, sink) => {
      const said = script[type] ?? [ok({})];
      const turn = asked.filter((each) => each === type).length;
      asked.push(type);
      const { reply, documents } = said[Math.min(turn, said.length - 1)] ?? ok({});
      for (const kind of DOCUMENT_KINDS.filter((each) => documents[each] !== undefined)) {
        await sink.begin(kind);
        await sink.take(kind, documents[kind] ?? '');
      }
      return reply;
    },
  };
  const beginResult = (_id: number, kind: string): Promise<Replacement> => {
    const file = { text: '' };
    begun.add(file);
    return Promise.resolve({
      write: (text) => {
        file.text += text;
        return Promise.resolve();
      },
      keep: () => {
        saved[kind] = file.text;
        begun.delete(file);
        return Promise.resolve();
      },
      drop: () => {
        begun.delete(file);
        return Promise.resolve();
      },
    });
  };
  const clock = createEagerClock();
  const collected = await collectResults(service, createRuntime({ clock, ...(signal && { signal }), ...runtime }), {
    testsetId: 7,
    unitTests: 1,
    folder: { beginResult },
    ...job,
  });
  return { collected, asked, saved, left: begun.size, waitedMs: clock.slept.reduce((sum, ms) => sum + ms, 0) };
}

function states({ documents }: Collected): string {
  return documents.map(({ state, passed }) => `${state} ${passed}`).join(', ');
}

describe('collecting the results of a complete testset', () => {
  test('takes everything from one answer, and saves it as it came', async () => {
    const { collected, asked, saved } = await collect({ all: [ok(ALL)] });
    expect(states(collected)).toBe('read 1, read 1');
    expect(collected.suites).toMatchObject([{ name: 'p', testcases: [{ device: 'A / ANDROID 9', result: 'passed' }] }]);
    expect(collected.warnings).toEqual([]);
    expect(asked).toEqual(['all']);
    expect(saved).toEqual({ xml: XML, json: JSON_TEXT, html: HTML });
  });

  test('asks once for each document that is missing', async () => {
    const { collected, asked } = await collect({
      all: [ok({ xml: XML })],
      json: [ok({ json: JSON_TEXT })],
      html: [ok({ html: HTML })],
    });
    expect(states(collected)).toBe('read 1, read 1');
    expect(asked).toEqual(['all', 'json', 'html']);
  });

  test('lets bare XML stand in where there is no other', async () => {
    const { collected, asked, saved } = await collect({ all: [ok({ json: JSON_TEXT, html: HTML, bare_xml: BARE })] });
    expect(states(collected)).toBe('read 1, read 1');
    expect(asked).toEqual(['all', 'xml']);
    expect(saved['xml']).toBe(BARE);
    const asking = await collect({ all: [ok({ json: JSON_TEXT, html: HTML })], bare_xml: [ok({ bare_xml: BARE })] });
    expect(states(asking.collected)).toBe('read 1, read 1');
    expect(asking.asked).toEqual(['all', 'xml', 'bare_xml']);
  });

  test('warns of one absent document, and leaves none to the verdict', async () => {
    const one = await collect({ all: [ok({ xml: XML, html: HTML })] });
    expect(one.collected.warnings).toEqual(['Testset 7 delivered no JSON results; the XML stands alone.']);
    const other = await collect({ all: [ok({ json: JSON_TEXT, html: HTML })] });
    expect(other.collected.warnings).toEqual(['Testset 7 delivered no XML results; the JSON stands alone.']);
    expect(other.collected.suites).toHaveLength(1);
    const none = await collect({ all: [ok({ html: HTML })] });
    expect(states(none.collected)).toBe('absent 0, absent 0');
    expect(none.collected.warnings).toEqual([]);
    expect(none.saved).toEqual({ html: HTML });
  });

  test('asks again for a document that cannot be read, and believes the second one', async () => {
    const mended = await collect({ all: [ok({ ...ALL, xml: XML.slice(0, 40) })], xml: [ok({ xml: XML })] });
    expect(states(mended.collected)).toBe('read 1, read 1');
    expect(mended.saved['xml']).toBe(XML);
    const broken = await collect({ all: [ok({ ...ALL, json: '{' })] });
    expect(states(broken.collected)).toBe('read 1, unreadable 0');
    expect(broken.saved['json']).toBe('{');
  });

  test.each([
    ['still running', code(6002)],
    ['no data yet', code(6003)],
    ['no files yet', ok({})],
    ['a cut answer', cut],
    ['an error code', code(5003)],
    ['results that are said not to be complete', ok(ALL, false)],
  ])('asks again after: %s', async (_what, reply) => {
    const { collected, asked } = await collect({ all: [reply, reply, ok(ALL)] });
    expect(states(collected)).toBe('read 1, read 1');
    expect(asked).toEqual(['all', 'all', 'all']);
  });

  test.each([
    ['6002', code(6002), 10],
    ['no files', ok({}), 10],
    ['5003', code(5003), 15],
    ['cut answers', cut, 15],
  ])('gives up after so many minutes of: %s', async (_what, reply, minutes) => {
    const { collected, waitedMs } = await collect({ all: [reply] });
    expect(states(collected)).toBe('absent 0, absent 0');
    expect(waitedMs).toBeLessThan((minutes + 1) * 60_000);
    expect(waitedMs).toBeGreaterThanOrEqual(minutes * 60_000);
  });

  test('does not argue with a 401, and tells of trouble with one document', async () => {
    const refused = await collect({ all: [denied] });
    expect(refused.collected.problem).toMatchObject({ code: 'credentials' });
    expect(refused.asked).toEqual(['all']);
    const half = await collect({ all: [ok({ xml: XML, html: HTML })], json: [denied] });
    expect(half.collected.warnings).toContain(
      'The service rejected the credentials for the results of testset 7 (HTTP 401).',
    );
  });

  test('asks for each document by itself when there are very many unit tests', async () => {
    const { asked } = await collect(
      { xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })], html: [ok({ html: HTML })] },
      { job: { unitTests: 2_001 } },
    );
    expect(asked).toEqual(['xml', 'json', 'html']);
  });

  test('does not wait for XML where there are very many unit tests and JSON alone is delivered', async () => {
    const { collected, asked, waitedMs } = await collect(
      { xml: [ok({})], json: [ok({ json: JSON_TEXT })] },
      { job: { unitTests: 2_001 } },
    );
    expect(states(collected)).toBe('absent 0, read 1');
    expect(asked).toEqual(['xml', 'json', 'xml', 'bare_xml', 'html']);
    expect(waitedMs).toBeLessThan(10_000);
  });

  test('replaces a secret in what was delivered, and warns once', async () => {
    const { redactField: redact, redactPieces } = createRedactor({ secrets: ['ANDROID 9'] });
    const { collected, saved } = await collect({ all: [ok(ALL)] }, { runtime: { redact, redactPieces } });
    expect(saved['xml']).toContain('A / ***');
    expect(collected.suites[0]?.testcases[0]?.device).toBe('A / ***');
    expect(collected.warnings).toEqual([
      'The results of testset 7 held a secret of the inputs; it was replaced by ***.',
    ]);
  });

  test('replaces a secret that only reading puts together, and reads a document that is full of them', async () => {
    const redactor = createRedactor({ secrets: ['testcase', 'the-password'] });
    const runtime = { redact: redactor.redactField, redactPieces: redactor.redactPieces };
    const error = '<error>the-<![CDATA[pass]]>w&#111;rd</error>';
    const xml = `<testsuite name="p"><testcase name="A">${error}</testcase></testsuite>`;
    const { collected, saved } = await collect({ all: [ok({ xml })] }, { runtime });
    expect(collected.suites).toEqual([{ name: 'p', testcases: [{ device: 'A', result: 'error', message: '***' }] }]);
    expect(saved['xml']).toBe(xml.replaceAll('testcase', '***'));
    expect(collected.warnings).toContain(
      'The results of testset 7 held a secret of the inputs; it was replaced by ***.',
    );
  });

  test('shows no part of a secret: not at the end of a long text, nor behind characters that nobody sees', async () => {
    const redactor = createRedactor({ secrets: ['the-password'] });
    const runtime = { redact: redactor.redactField, redactPieces: redactor.redactPieces };
    // The first one shrinks what stands before the end, so that the last, cut in two there, would come to be shown.
    const long = `${'the-password'.repeat(660)}${'x'.repeat(72)}the-password`;
    const hidden = 'the-pass\u200bword';
    const xml = `<testsuite name="p"><testcase name="A"><error>${long}</error></testcase><testcase name="${hidden}"/></testsuite>`;
    const { collected } = await collect({ all: [ok({ xml })] }, { runtime });
    const shown = JSON.stringify(collected.suites);
    expect(shown).not.toContain('the-pa');
    expect(collected.suites[0]?.testcases[1]?.device).toBe('***');
  });

  test('goes on when a file cannot be saved', async () => {
    const beginResult = (): Promise<Replacement> => Promise.reject(new Error('the disk is full'));
    const { collected } = await collect({ all: [ok(ALL)] }, { job: { folder: { beginResult } } });
    expect(states(collected)).toBe('read 1, read 1');
    expect(collected.warnings).toEqual(['the disk is full']);
  });

  test('leaves no file behind that was begun and not kept', async () => {
    const { left, saved } = await collect({ all: [cut, ok(ALL, false), ok(ALL)] });
    expect({ left, saved }).toEqual({ left: 0, saved: { xml: XML, json: JSON_TEXT, html: HTML } });
  });

  test('takes no document from an answer that is not complete, though nothing better comes', async () => {
    const partly = await collect({ all: [ok({ xml: XML, html: HTML })], json: [ok({ json: JSON_TEXT }, false)] });
    expect(states(partly.collected)).toBe('read 1, unreadable 0');
    const never = await collect({ all: [ok(ALL, false)] });
    expect(states(never.collected)).toBe('absent 0, absent 0');
    expect(never.saved).toEqual({});
    expect(never.collected.problem).toMatchObject({ code: 'service-refused' });
  });

  test('failures count in a row, and what is not ready from when that was first said', async () => {
    const flaky = Array.from({ length: 60 }, () => [code(5003), code(6002)]).flat();
    const { collected, waitedMs } = await collect({ all: [...flaky, ok(ALL)] });
    expect(states(collected)).toBe('absent 0, absent 0');
    expect(waitedMs).toBeGreaterThanOrEqual(10 * 60_000);
    expect(waitedMs).toBeLessThan(12 * 60_000);
  });

  test('takes blank documents for none', async () => {
    const { collected, saved } = await collect({ all: [ok({ xml: XML, json: ' \n', html: '' })] });
    expect(states(collected)).toBe('read 1, absent 0');
    expect(saved).toEqual({ xml: XML });
  });

  test('asks once for HTML, and once for what is too large', async () => {
    const html = await collect({ all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] });
    expect(html.asked).toEqual(['all', 'html']);
    const large = await collect({ all: [fault('too-large')] });
    expect(large.asked).toEqual(['all']);
    expect(large.collected.problem).toBeDefined();
  });

  test('a step that does not wait waits but briefly for results', async () => {
    const { collected, waitedMs } = await collect({ all: [code(6002)] }, { job: { notReadyMs: 60_000 } });
    expect(collected.problem).toMatchObject({ code: 'service-refused' });
    expect(waitedMs).toBeLessThan(120_000);
  });

  test('waits for XML or JSON, and takes a document that cannot be fetched for no absent one', async () => {
    const late = await collect({ all: [ok({ html: HTML }), ok(ALL)] });
    expect(states(late.collected)).toBe('read 1, read 1');
    const refused = await collect({ all: [ok({ xml: XML, html: HTML })], json: [code(5003)] });
    expect(states(refused.collected)).toBe('read 1, unreadable 0');
    expect(refused.asked).toEqual(['all', 'json']);
    const broken = await collect({ all: [ok({ xml: XML, html: HTML })], json: [cut] });
    expect(states(broken.collected)).toBe('read 1, unreadable 0');
  });

  test('a cancel while one document is asked for is told', async () => {
    const end = new AbortController();
    end.abort('cancelled');
    const { collected } = await collect({ all: [ok({ xml: XML, html: HTML })], json: [cut] }, { signal: end.signal });
    expect(collected.cancelled).toBe(true);
    const html = await collect({ all: [ok({ xml: XML, json: JSON_TEXT })], html: [cut] }, { signal: end.signal });
    expect(html.collected).toMatchObject({ cancelled: false, documents: [{ state: 'read' }, { state: 'read' }] });
  });

  test('still asks once after the deadline, and not after a cancel', async () => {
    const late = await collect({ all: [ok(ALL)] }, { signal: AbortSignal.abort('deadline') });
    expect(states(late.collected)).toBe('read 1, read 1');
    const tooLate = await collect({ all: [code(6002), ok(ALL)] }, { signal: AbortSignal.abort('deadline') });
    expect(tooLate.collected.problem).toMatchObject({ code: 'service-refused' });
    expect(tooLate.asked).toEqual(['all']);
    const cancelled = await collect({ all: [code(6002)] }, { signal: AbortSignal.abort('cancelled') });
    expect(cancelled.collected.cancelled).toBe(true);
  });
});
