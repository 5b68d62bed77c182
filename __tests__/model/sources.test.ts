import { expect, test } from '@jest/globals';

import { areConfirmed, type ResultSource } from '../../src/model/sources.ts';

function source(name: ResultSource['source'], passed: number, notPassed: number): ResultSource {
  return { source: name, state: 'read', passed, notPassed, why: '' };
}

const [STATUS, XML, JSON_SOURCE] = [source('status', 6, 2), source('xml', 6, 2), source('json', 6, 2)];

test.each<[what: string, documents: readonly ResultSource[], expected: boolean]>([
  ['both agree', [XML, JSON_SOURCE], true],
  ['one agrees and the other is absent', [{ ...XML, state: 'absent', passed: 0 }, JSON_SOURCE], true],
  ['a device that did not pass is missing', [XML, source('json', 6, 1)], true],
  ['more did not pass', [XML, source('json', 6, 3)], false],
  ['fewer passed', [source('xml', 5, 2), JSON_SOURCE], false],
  ['more passed', [XML, source('json', 7, 1)], false],
  ['one cannot be read', [XML, { ...JSON_SOURCE, state: 'unreadable' }], false],
  ['one was not fetched', [{ ...XML, state: 'unfetched' }, JSON_SOURCE], false],
  ['both are absent', [XML, JSON_SOURCE].map((each) => ({ ...each, state: 'absent' as const })), false],
])('documents confirm a status: %s', (_what, documents, expected) => {
  expect(areConfirmed([STATUS, ...documents])).toBe(expected);
});

test('no source confirms nothing', () => {
  expect(areConfirmed([])).toBe(false);
});
