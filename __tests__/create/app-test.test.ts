import { expect, test } from '@jest/globals';

import { logUpload } from '../../src/create/app-test.ts';
import { createHandClock, createRecordingLog } from '../support/runtime.ts';

test('the log shows the rate of an upload and the time left, and starts again with a new attempt', async () => {
  const [clock, log] = [createHandClock(), createRecordingLog()];
  const onProgress = logUpload({ clock, log }, 100_000_000);
  onProgress(1_000_000);
  await clock.pass(5_000);
  onProgress(10_000_000);
  await clock.pass(4_000);
  onProgress(15_000_000);
  await clock.pass(36_000);
  onProgress(90_000_000);
  await clock.pass(5_000);
  onProgress(1_000_000);
  await clock.pass(10_000);
  onProgress(100_000_000);
  expect(log.lines).toEqual([
    'info: Sent 10.0 MB of 100.0 MB, 2.0 MB/s, about 45s left.',
    'info: Sent 90.0 MB of 100.0 MB, 2.0 MB/s, about 5s left.',
    'info: Sent 100.0 MB in 10s.',
  ]);
});
