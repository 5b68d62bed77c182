import { expect, test } from '@jest/globals';

import { deviceSeconds, splitDevice } from '../../src/report/devices.ts';
import { createReport, createTestcase, createTestset, without } from '../support/reports.ts';

test.each([
  ['LGE Nexus_5X / ANDROID 8.1.0', 'LGE Nexus_5X', 'ANDROID 8.1.0'],
  ['Maker / Model / iOS 17', 'Maker / Model', 'iOS 17'],
  ['Pixel 7', 'Pixel 7', ''],
  ['A/B', 'A/B', ''],
  [' / ANDROID 9', '/ ANDROID 9', ''],
  ['\u200b / ANDROID 9', '/ ANDROID 9', ''],
  ['\u200b', 'unnamed device', ''],
  ['', 'unnamed device', ''],
  [`${'x'.repeat(10_000)} / iOS 17`, `${'x'.repeat(199)}…`, 'iOS 17'],
])('name %# is split', (name, device, os) => {
  expect(splitDevice(name)).toEqual({ device, os });
});

test('the devices’ time is summed up, where it is known', () => {
  const timeless = without(createTestcase(0), 'seconds');
  const testset = createTestset({}, [
    timeless,
    createTestcase(1, { seconds: 1.5 }),
    createTestcase(2, { seconds: 60 }),
  ]);
  expect(
    deviceSeconds(createReport({ testsets: [testset, createTestset({}, [createTestcase(3, { seconds: 3 })])] })),
  ).toBe(64.5);
});
