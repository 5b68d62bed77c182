import { expect, test } from '@jest/globals';

import { logUpload } from '../../src/create/app-test.ts';
import { createHandClock, createRecordingLog } from '../support/runtime.ts';

test('the log shows the rate of an upload and the time left, and counts from the start of each try', async () => {
  const [clock, log] = [createHandClock(), createRecordingLog()];
  const { begin, sent } = logUpload({ clock, log }, 100_000_000);
  sent(1_000_000);
  await clock.pass(5_000);
  sent(10_000_000);
  await clock.pass(4_000);
  sent(15_000_000);
  await clock.pass(36_000);
  sent(90_000_000);
  await clock.pass(5_000);
  begin();
  await clock.pass(5_000);
  sent(95_000_000);
  await clock.pass(5_000);
  sent(100_000_000);
  expect(log.lines).toEqual([
    'info: Sent 10.0 MB of 100.0 MB, 2.0 MB/s, about 45s left.',
    'info: Sent 90.0 MB of 100.0 MB, 2.0 MB/s, about 5s left.',
    'info: Sent 95.0 MB of 100.0 MB, 19.0 MB/s, about 0s left.',
    'info: Sent 100.0 MB in 10s.',
  ]);
});
