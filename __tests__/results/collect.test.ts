import { describe, expect, test } from '@jest/globals';
import { createGate } from '../../src/gate.ts';
import { collectResults, type Collection } from '../../src/results/collect.ts';
import type { Collected } from '../../src/results/collected.ts';
import type { Service } from '../../src/service/client.ts';
import { Fault } from '../../src/service/http/fault.ts';
import type { Reply } from '../../src/service/reply.ts';
import type { Delivered } from '../../src/service/wire.ts';
import { createEagerClock, createWorld } from '../support/world.ts';

const XML = '<testsuites><testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite></testsuites>';
const BARE = '<testsuite name="p"><testcase name="A / ANDROID 9" time="1"/></testsuite>';
const JSON_TEXT = '{"testsuites":{"testsuite":[{"testcase":[{"name":"A / ANDROID 9","time":"1"}],"name":"p"}]}}';
const HTML = '<p>fine</p>';
const ALL: Delivered = { xml: XML, json: JSON_TEXT, html: HTML, bare_xml: BARE };

const ok = (delivered: Delivered): Reply<Delivered> => ({ kind: 'ok', value: delivered });
const code = (number: number): Reply<Delivered> => ({
  kind: 'code',
  status: 200,
  envelope: { code: number, message: 'Message', reason: 'reason', data: {} },
});
const denied: Reply<Delivered> = { kind: 'status', status: 401 };
const cut: Reply<Delivered> = { kind: 'silence', fault: new Fault('reset', 'cut') };

/** Answers by what is asked for; each list's last answer for ever, nothing where there is no list. */
type Script = Readonly<Record<string, readonly Reply<Delivered>[]>>;

interface Scene {
  readonly job?: Partial<Collection>;
  readonly signal?: AbortSignal;
}

async function collect(
  script: Script,
  { job = {}, signal }: Scene = {},
): Promise<{
  collected: Collected;
  asked: readonly string[];
  saved: Readonly<Record<string, string>>;
  waitedMs: number;
}> {
  const asked: string[] = [];
  const saved: Record<string, string> = {};
  const no = (): never => {
    throw new Error('only results are asked for here');
  };
  const service: Service = {
    status: no,
    scenarios: no,
    create: no,
    close: no,
    result: (_id, type) => {
      const replies = script[type] ?? [ok({})];
      const turn = asked.filter((each) => each === type).length;
      asked.push(type);
      return Promise.resolve(replies[Math.min(turn, replies.length - 1)] ?? ok({}));
    },
  };
  const clock = createEagerClock();
  const collected = await collectResults(service, createWorld({ clock, ...(signal && { signal }) }), {
    testsetId: 7,
    unitTests: 1,
    gate: createGate(1),
    redact: (text) => text,
    save: (kind, text) => {
      saved[kind] = text;
      return Promise.resolve();
    },
    ...job,
  });
  return { collected, asked, saved, waitedMs: clock.slept.reduce((sum, ms) => sum + ms, 0) };
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

  test('reads and keeps JSON that came as an object', async () => {
    const { collected, saved } = await collect({ all: [ok({ ...ALL, json: { testsuites: { testsuite: [] } } })] });
    expect(collected.documents[1].state).not.toBe('absent');
    expect(saved['json']).toBe('{"testsuites":{"testsuite":[]}}');
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
      'The service did not accept the credentials for the results of testset 7 (HTTP 401).',
    );
  });

  test('asks for each document by itself when there are very many unit tests', async () => {
    const { asked } = await collect(
      { xml: [ok({ xml: XML })], json: [ok({ json: JSON_TEXT })], html: [ok({ html: HTML })] },
      { job: { unitTests: 2_001 } },
    );
    expect(asked).toEqual(['xml', 'json', 'html']);
  });

  test('replaces a secret in what was delivered, and warns once', async () => {
    const redact = (text: string): string => text.replaceAll('ANDROID 9', '***');
    const { collected, saved } = await collect({ all: [ok(ALL)] }, { job: { redact } });
    expect(saved['xml']).toContain('A / ***');
    expect(collected.suites[0]?.testcases[0]?.device).toBe('A / ***');
    expect(collected.warnings).toEqual([
      'The results of testset 7 held a secret of the inputs; it was replaced by ***.',
    ]);
  });

  test('goes on when a file cannot be saved', async () => {
    const save = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    const { collected } = await collect({ all: [ok(ALL)] }, { job: { save } });
    expect(states(collected)).toBe('read 1, read 1');
    expect(collected.warnings).toEqual(['the disk is full']);
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
