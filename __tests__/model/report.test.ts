import { expect, test } from '@jest/globals';

import { REPORT_BEGINNING } from '../../src/model/report.ts';

test('a report.json is known by its beginning, also one of a later version', () => {
  const beginning = '{"schema":12,"outcome":"not-started","heading":"';
  expect(beginning).toMatch(REPORT_BEGINNING);
  for (const other of [` ${beginning}`, beginning.replace('12', '')]) expect(other).not.toMatch(REPORT_BEGINNING);
});
