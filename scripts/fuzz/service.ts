import type { Random } from '../../__tests__/soak/support/random.ts';
import { declaredBytes, httpAnswer, startOrigin, type Talk } from '../../__tests__/support/origin.ts';

/** A testset that was created, as the service knows it. */
interface CreatedTestset {
  readonly id: number;
  /** 0 for an automated test. */
  readonly scenario: number;
  /** Whether each device passes. */
  readonly passes: readonly boolean[];
  /** Whether its identifier was sent in full, beside an error too. */
  announced: boolean;
  polls: number;
  /** Responses with results. */
  results: number;
}

/** What the service of one run does. */
export interface Plan {
  /** The share of requests that meet a fault. */
  readonly faults: number;
  /** The share of devices that fail. */
  readonly failing: number;
  readonly documents: 'true' | 'all pass' | 'none pass' | 'none' | 'cut off' | 'not complete' | 'of the first testset';
  /** The word of a testset whose devices have ended. */
  readonly word: string;
  /** So many of its first polls know no testset. */
  readonly latePolls: number;
  /** So many of its first responses with results are late: the status counts a device as running, or the results lack one. */
  readonly lateResults: number;
  readonly late: 'status' | 'results';
  /** Text for every field that may be shown: in messages, and in XML. */
  readonly echo: readonly [text: string, xml: string];
}

/** A service on a raw socket that breaks as its plan says, and knows what it has done. */
export interface FuzzService {
  readonly url: string;
  readonly created: readonly CreatedTestset[];
  close(): Promise<void>;
}

interface State {
  readonly plan: Plan;
  readonly random: Random;
  readonly created: CreatedTestset[];
  /** The last response of each operation. */
  readonly earlier: Map<string, string>;
}

/** Starts the service on a free port of this machine. Each connection gets one response. */
export async function startFuzzService(plan: Plan, random: Random): Promise<FuzzService> {
  const state: State = { plan, random, created: [], earlier: new Map() };
  const origin = await startOrigin(async (talk) => {
    let received = '';
    talk.socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    const length = declaredBytes(await talk.head);
    sayInterim(talk, state);
    if (length > 0 && random.happens(plan.faults / 3)) {
      await talk.body(random.whole(0, length - 1));
      fail(talk, random.pick(['', httpAnswer(413, ''), httpAnswer(503, ''), wrongResponse(state)]), random);
    } else {
      await talk.body(length);
      respond(talk, received, state);
    }
  });
  return { url: origin.url.href, created: state.created, close: () => origin.close() };
}

/** A fault before the operation prevents it; one after it changes the response only. */
function respond(talk: Talk, request: string, state: State): void {
  const { plan, random, created, earlier } = state;
  const isFault = random.happens(plan.faults);
  if (isFault && random.happens(0.5)) {
    const busy = [httpAnswer(429, '', { 'retry-after': '2' }), httpAnswer(503, envelope({}, 8000, plan))];
    fail(talk, random.pick(['', wrongResponse(state), ...busy]), random);
    return;
  }
  const [requestLine = ''] = request.split('\r\n', 1);
  const operation = ['POST', 'scenarios', 'result'].find((part) => requestLine.includes(part)) ?? 'status';
  const data = operate(operation, Number(/testset\/(\d+)/.exec(requestLine)?.[1]), request, state);
  const text = typeof data === 'number' ? envelope({}, data, plan) : envelope(data, 0, plan);
  const beside = typeof data === 'number' ? text : envelope(data, random.pick([8000, 5001, 4000]), plan);
  const sent = isFault ? changeResponse(text, beside, earlier.get(operation) ?? text, state) : httpAnswer(200, text);
  earlier.set(operation, text);
  for (const testset of created) testset.announced ||= sent.includes(`"testset_id":${testset.id}}`);
  sayInterim(talk, state);
  if (isFault) fail(talk, sent, random);
  else talk.socket.end(random.happens(plan.faults) ? withOddHeader(sent, random) : sent);
}

/** The response with a header that is folded, ends with LF alone, or holds a control character. */
function withOddHeader(sent: string, random: Random): string {
  return sent.replace('\r\n', `\r\nx-odd: ${random.pick(['one,\r\n\ttwo\r\n', 'one\n', 'o\x01ne\r\n'])}`);
}

/** A response that is cut off, has a wrong status or an error code beside its data, or is that of an earlier request. */
function changeResponse(text: string, beside: string, earlier: string, state: State): string {
  const { random } = state;
  const status = random.pick([200, 201, 202, 400, 425, 429, 500, 503]);
  const cut = httpAnswer(200, text).slice(0, -random.whole(1, text.length));
  const wrongStatus = httpAnswer(random.pick([404, 500, 502]), text);
  const error = httpAnswer(status, beside);
  // Cut off after the data: an identifier has arrived, and nobody could know it otherwise.
  const cutError = error.slice(0, random.whole(error.indexOf('},"result_code') + 1, error.length));
  return random.pick(['', cut, wrongStatus, error, cutError, httpAnswer(200, earlier), wrongResponse(state)]);
}

/** Sends some interim responses, which change nothing. */
function sayInterim(talk: Talk, { random, plan }: State): void {
  while (random.happens(plan.faults)) talk.say(`HTTP/1.1 ${random.pick([100, 102, 103])} Wait\r\n\r\n`);
}

/** A response of a gateway, of a broken service, or of something else. */
function wrongResponse({ random, plan }: State): string {
  return random.pick([
    httpAnswer(random.pick([200, 404, 502, 503]), '<!doctype html><title>Sign in</title>'),
    httpAnswer(random.pick([200, 202, 500]), '<!doctype html>{"data":{"testset_id":5}}'),
    httpAnswer(random.pick([200, 500]), envelope({}, 5001, plan)),
    httpAnswer(302, '', { location: 'http://127.0.0.1:9/elsewhere' }),
    httpAnswer(200, '{"data":{"testset_id":25').replace(/length: \d+/, 'length: 100'),
    'this is not HTTP\r\n\r\n',
  ]);
}

/** Sends what there is, and ends the connection or lets it stall. */
function fail(talk: Talk, sent: string, random: Random): void {
  if (sent === '' && random.happens(0.5)) talk.reset();
  else if (random.happens(0.3)) talk.say(sent);
  else talk.socket.end(sent);
}

function operate(operation: string, id: number, body: string, { created, plan, random }: State): object | number {
  if (operation === 'POST') {
    const scenario = Number(/"scenario_id":(\d+)/.exec(body)?.[1] ?? 0);
    const passes = Array.from({ length: random.whole(1, 4) }, () => !random.happens(plan.failing));
    const testset = { id: 251_000 + created.length, scenario, passes, announced: false, polls: 0, results: 0 };
    created.push(testset);
    return { test_count: passes.length, testset_id: testset.id };
  }
  if (operation === 'scenarios') return { scenarios: [101, 102, 103] };
  const testset = created.find((one) => one.id === id);
  if (!testset) return 6003;
  if (operation === 'result') {
    testset.results += 1;
    return results(testset, created[0] ?? testset, plan);
  }
  testset.polls += 1;
  if (testset.polls <= plan.latePolls) return random.pick([4053, 5002]);
  return status(testset, random.happens((testset.polls - plan.latePolls) / 4), plan);
}

function status({ passes, results: answered }: CreatedTestset, hasEnded: boolean, plan: Plan): object {
  const isLate = plan.late === 'status' && answered < plan.lateResults;
  const done = hasEnded ? passes.slice(isLate ? 1 : 0) : [];
  const pass = done.filter(Boolean).length;
  const ended = { pass_cnt: pass, fail_cnt: done.length - pass, error_cnt: 0, stop_cnt: 0 };
  const going = { initializing_cnt: 0, running_cnt: passes.length - done.length };
  const testset_status_detail = { total_test_cnt: passes.length, ...ended, ...going };
  return { testset_status: hasEnded ? plan.word : 'Running', testset_status_detail };
}

function results(testset: CreatedTestset, first: CreatedTestset, plan: Plan): object {
  const {
    documents,
    echo: [, echo],
  } = plan;
  // Without one of its devices, the results of the first testset could be those of another.
  const isOwn = documents !== 'of the first testset' || testset === first;
  const { id, passes: all } = isOwn ? testset : first;
  const isLate = isOwn && plan.late === 'results' && testset.results <= plan.lateResults;
  const passes = isLate ? all.slice(1) : all;
  const testcases = passes.map((passed, at) => {
    const isPassed = documents === 'all pass' || (documents !== 'none pass' && passed);
    const link = `https://app.example.com/${id}/${at}`;
    const result = isPassed ? `<system-out>${link}</system-out>` : `<error message="${link}">${echo}</error>`;
    return `<testcase name="Device ${at} ${echo} / ANDROID 14" time="12">${result}</testcase>`;
  });
  const xml = `<testsuites><testsuite name="Fuzz ${echo}">${testcases.join('')}</testsuite></testsuites>`;
  const result_xml = documents === 'cut off' ? xml.slice(0, -20) : xml;
  return { complete: documents !== 'not complete', ...(documents !== 'none' && { result_xml }) };
}

function envelope(data: object, code: number, { echo: [echo] }: Plan): string {
  return JSON.stringify({ data, result_code: code, result_msg: echo, reason: echo });
}
