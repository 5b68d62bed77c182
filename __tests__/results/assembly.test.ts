import { expect, test } from '@jest/globals';

import { addResult, closeSuite, createAssembly, openSuite, openTestcase } from '../../src/results/assembly.ts';
import { Unreadable } from '../../src/results/unreadable.ts';
import { asIs } from '../support/as-is.ts';

test.each<[what: string, act: () => void]>([
  [
    'a result',
    () => {
      addResult(createAssembly(asIs), 'error', []);
    },
  ],
  [
    'a testcase',
    () => {
      openTestcase(createAssembly(asIs), 'A', '1');
    },
  ],
  [
    'an end',
    () => {
      closeSuite(createAssembly(asIs));
    },
  ],
])('%s outside of any suite is refused', (_, act) => {
  expect(act).toThrow(Unreadable);
});

test('suites are nested 64 deep at most', () => {
  const assembly = createAssembly(asIs);
  for (let depth = 1; depth <= 64; depth += 1) openSuite(assembly, { name: `${depth}` });
  expect(() => {
    openSuite(assembly, { name: '65' });
  }).toThrow('testsuites are nested more than 64 deep');
});
