import { expect, test } from '@jest/globals';

import { formatVersion, listRequirements, mapTexts, type AppFacts } from '../../src/model/app-facts.ts';

const FACTS: AppFacts = { format: 'apk', osType: 'ANDROID' };

test('every text of the file is changed, and nothing else', () => {
  const texts = { identifier: 'a', name: 'b', version: 'c', build: 'd', minimumOs: 'e', executable: 'f' };
  const upper = { identifier: 'A', name: 'B', version: 'C', build: 'D', minimumOs: 'E', executable: 'F' };
  const change = (text: string): string => text.toUpperCase();
  const facts = { ...FACTS, ...texts, architectures: ['g', 'h'], debuggable: true };
  expect(mapTexts(facts, change)).toEqual({ ...facts, ...upper, architectures: ['G', 'H'] });
  expect(mapTexts(FACTS, change)).toEqual(FACTS);
});

test.each<[facts: Partial<AppFacts>, version: string, requirements: readonly string[]]>([
  [{ version: '3.2.1', build: '321', minimumOs: 'Android 7' }, '3.2.1 (321)', ['Android 7 and later']],
  [{ version: '3', build: '3', architectures: ['arm64-v8a', 'x86'] }, '3', ['arm64-v8a', 'x86']],
  [{ build: '7', minimumOs: 'iOS 15.0', architectures: ['arm64'] }, '(7)', ['iOS 15.0 and later', 'arm64']],
  [{ version: '3.2.1' }, '3.2.1', []],
  [{}, '', []],
])('%j: version "%s"', (facts, version, requirements) => {
  expect(formatVersion({ ...FACTS, ...facts })).toBe(version);
  expect(listRequirements({ ...FACTS, ...facts })).toEqual(requirements);
});
