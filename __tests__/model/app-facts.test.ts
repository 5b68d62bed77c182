import { expect, test } from '@jest/globals';

import { formatMinimumOs, formatVersion, mapTexts, type AppFacts } from '../../src/model/app-facts.ts';

const FACTS: AppFacts = { osType: 'ANDROID' };

test('every text of the file is changed, and nothing else', () => {
  const texts = { identifier: 'a', name: 'b', version: 'c', build: 'd', minimumOs: 'e' };
  const upper = { identifier: 'A', name: 'B', version: 'C', build: 'D', minimumOs: 'E' };
  const change = (text: string): string => text.toUpperCase();
  expect(mapTexts({ ...FACTS, ...texts }, change)).toEqual({ ...FACTS, ...upper });
  expect(mapTexts(FACTS, change)).toEqual(FACTS);
});

test.each<[facts: Partial<AppFacts>, version: string, minimum: string]>([
  [{ version: '3.2.1', build: '321', minimumOs: 'Android 7' }, '3.2.1 (321)', 'Android 7 and later'],
  [{ version: '3', build: '3' }, '3', ''],
  [{ build: '7', minimumOs: 'iOS 15.0' }, '(7)', 'iOS 15.0 and later'],
  [{ version: '3.2.1' }, '3.2.1', ''],
  [{}, '', ''],
])('%j: version "%s"', (facts, version, minimum) => {
  expect(formatVersion({ ...FACTS, ...facts })).toBe(version);
  expect(formatMinimumOs({ ...FACTS, ...facts })).toBe(minimum);
});
