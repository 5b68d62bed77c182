import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { stoppedCreate, classifyAttempt } from '../../src/service/classify.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';

const answer = (status: number, text: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  kind: 'response',
  status,
  headers: {},
  text,
  ...more,
});
const silence = (kind: NetworkErrorKind, message: string): HttpResult => ({
  kind: 'no-response',
  error: new NetworkError(kind, message),
});
const LOOK =
  'The testset may or may not have been created, so nothing is sent again. Look in the service for a testset named "Fix login #7": ' +
  'if it is there, attach to it with `testset-id`; if not, run the step again.';

function sentenceOf(result: HttpResult, released: boolean): string {
  const redact = (text: string): string => text.replaceAll('hunter22', '***');
  const verdict = classifyAttempt({ result, released, testsetName: 'Fix login #7', redact });
  return verdict.kind === 'created' ? '' : verdict.error.sentence;
}

describe('what a user reads about a create that came to nothing: what happened, and what to do', () => {
  test.each<[what: string, result: HttpResult, released: boolean, sentence: string]>([
    [
      'no answer',
      silence('reset', 'the connection was cut (ECONNRESET)'),
      true,
      `The create was sent, and no whole answer came: the connection was cut (ECONNRESET). ${LOOK}`,
    ],
    [
      'an answer that says nothing',
      answer(502, '<html>'),
      true,
      `The service answered the create with HTTP 502 after all of it had been sent. ${LOOK}`,
    ],
    [
      'a success that is none',
      answer(200, '<html>'),
      true,
      `The service answered the create with HTTP 200 but without an identifier. ${LOOK}`,
    ],
    [
      'a success without an identifier',
      answer(200, '{"result_code": 0, "data": {}}'),
      true,
      `The service said that it created the testset, but not under which identifier. ${LOOK}`,
    ],
    [
      'a file that changed',
      silence('source', 'a.apk changed while it was sent'),
      false,
      'The upload was called off: a.apk changed while it was sent. ' +
        'Nothing was created. Let the file be finished before this step, and run it again.',
    ],
    [
      'a refusal that was cut off',
      answer(200, '{"result_code": 4052, "result_msg": "In', {
        cutOff: new NetworkError('reset', 'the connection was cut'),
      }),
      true,
      'The service refused the new testset: 4052. ' +
        'Check `project-id`: it must be the number of a project that this account may use.',
    ],
    [
      'a refusal that quotes a secret',
      answer(200, '{"result_code": 4052, "result_msg": "Bad hunter22", "reason": "hunter22?"}'),
      true,
      'The service refused the new testset: 4052 Bad *** (***?). ' +
        'Check `project-id`: it must be the number of a project that this account may use.',
    ],
    [
      'a redirect, without its query',
      answer(302, '', { headers: { location: 'https://other.example/hunter22?token=1' } }),
      true,
      'The service redirected the request for the new testset to https://other.example/*** (HTTP 302); it was not followed. ' +
        'Set `base-url` to the address where the service itself answers.',
    ],
    [
      'a redirect without an address',
      answer(302, ''),
      true,
      'The service redirected the request for the new testset to nowhere (HTTP 302); it was not followed. ' +
        'Set `base-url` to the address where the service itself answers.',
    ],
  ])('%s', (_what, result, released, sentence) => {
    expect(sentenceOf(result, released)).toBe(sentence);
  });

  test.each([
    ['cancelled', 'the run was cancelled meanwhile'],
    ['deadline', '`timeout` was reached meanwhile'],
  ] as const)('called off behind its end: %s', (why, words) => {
    const result = silence('stopped', 'the request was stopped');
    const attempt = { result, released: true, testsetName: 'Fix login #7', redact: String, stopped: why };
    expect(classifyAttempt(attempt)).toMatchObject({
      outcome: 'unknown-start',
      error: { sentence: `The create was sent, and no whole answer came: ${words}. ${LOOK}` },
    });
  });

  test('called off between two tries: the last one says why', () => {
    const last = new TestsetError(
      'unreachable',
      'The service could not be reached.',
      'Look at `base-url`.',
      'ECONNREFUSED',
    );
    expect(stoppedCreate('deadline', last).error).toMatchObject({
      sentence:
        'The time in `timeout` was over before a testset was created. The service could not be reached. Look at `base-url`.',
      cause: 'ECONNREFUSED',
    });
  });

  test.each([
    ['cancelled', 'The run was cancelled before a testset was created. Nothing was started.'],
    [
      'deadline',
      'The time in `timeout` was over before a testset was created. ' +
        'Nothing was started. Raise `timeout`, or look at the network.',
    ],
  ] as const)('called off before it was sent: %s', (why, sentence) => {
    expect(stoppedCreate(why).error.sentence).toBe(sentence);
  });
});
