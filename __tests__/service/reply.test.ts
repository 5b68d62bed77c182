import { expect, test } from '@jest/globals';

import { NetworkError } from '../../src/service/http/network-error.ts';
import { requestedDelayMs } from '../../src/service/reply.ts';
import { readReply } from '../../src/service/reply.ts';

const cut = { cutOff: new NetworkError('reset', 'cut') };

test.each<[string, string, object, string]>([
  ['a code', '{"result_code": 6002}', {}, 'code'],
  ['a status', '<html>', {}, 'status'],
  ['a body that was cut off', '{"result_co', cut, 'no-response'],
])('%s tells when to come back', (_what, text, more, kind) => {
  const headers = { 'retry-after': '7' };
  const reply = readReply(
    { kind: 'response', status: 408, headers, text, ...more },
    () => undefined,
    (said) => said,
  );
  expect(reply).toMatchObject({ kind, retryAfterMs: 7_000 });
  if (reply.kind === 'ok') throw new Error('nothing was well');
  expect(requestedDelayMs(reply)).toBe(7_000);
});
