import { expect, test } from '@jest/globals';

import { Fault } from '../../src/service/http/fault.ts';
import { pauseMs } from '../../src/service/refusals.ts';
import { readReply } from '../../src/service/reply.ts';

const cut = { cutOff: new Fault('reset', 'cut') };

test.each<[string, string, object, string]>([
  ['a code', '{"result_code": 6002}', {}, 'code'],
  ['a status', '<html>', {}, 'status'],
  ['a body that was cut off', '{"result_co', cut, 'silence'],
])('%s tells when to come back', (_what, text, more, kind) => {
  const headers = { 'retry-after': '7' };
  const reply = readReply(
    { kind: 'answer', status: 408, headers, text, ...more },
    () => undefined,
    (said) => said,
  );
  expect(reply).toMatchObject({ kind, retryAfterMs: 7_000 });
  if (reply.kind === 'ok') throw new Error('nothing was well');
  expect(pauseMs(reply)).toBe(7_000);
});
