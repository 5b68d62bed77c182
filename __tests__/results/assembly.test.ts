import { expect, test } from '@jest/globals';

import { addResult, closeSuite, createSuiteBuilder, openSuite, openTestcase } from '../../src/results/suite-builder.ts';
import { Unreadable } from '../../src/results/unreadable.ts';
import { asIs } from '../support/as-is.ts';

test.each<[what: string, act: () => void]>([
  [
    'a result',
    () => {
      addResult(createSuiteBuilder(asIs), 'error', []);
    },
  ],
  [
    'a testcase',
    () => {
      openTestcase(createSuiteBuilder(asIs), 'A', '1');
    },
  ],
  [
    'an end',
    () => {
      closeSuite(createSuiteBuilder(asIs));
    },
  ],
])('%s outside of any suite is refused', (_, act) => {
  expect(act).toThrow(Unreadable);
});

test('suites are nested 64 deep at most', () => {
  const assembly = createSuiteBuilder(asIs);
  for (let depth = 1; depth <= 64; depth += 1) openSuite(assembly, { name: `${depth}` });
  expect(() => {
    openSuite(assembly, { name: '65' });
  }).toThrow('testsuites are nested more than 64 deep');
});
