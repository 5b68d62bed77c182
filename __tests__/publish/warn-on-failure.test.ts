import { expect, test } from '@jest/globals';

import { warnOnFailure } from '../../src/publish/log-report.ts';
import { createRecordingLog } from '../support/runtime.ts';

test('trouble with one thing is a warning, and the next is done all the same', async () => {
  const log = createRecordingLog();
  const attempt = warnOnFailure(log);
  const full = (): string => {
    throw new Error('the disk is full');
  };
  expect(await attempt('Nothing was written', full)).toBeUndefined();
  expect(await attempt('Nothing was sent', () => Promise.reject<string>(new Error('the line is cut')))).toBeUndefined();
  expect(await attempt('Nothing was told', () => 'told')).toBe('told');
  expect(log.lines).toEqual([
    'warning: Nothing was written: the disk is full',
    'warning: Nothing was sent: the line is cut',
  ]);
});
