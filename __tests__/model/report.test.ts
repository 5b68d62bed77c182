import { expect, test } from '@jest/globals';

import { agreesWith, type ResultSource } from '../../src/model/report.ts';

const status: ResultSource = { source: 'status', state: 'read', passed: 5, notPassed: 2, why: '' };

test.each<[string, Partial<ResultSource>, boolean]>([
  ['the same in bare XML', { source: 'bare_xml' }, true],
  ['the same', {}, true],
  ['fewer that did not pass', { notPassed: 0 }, true],
  ['more that did not pass', { notPassed: 3 }, false],
  ['more that passed', { passed: 6 }, false],
  ['fewer that passed', { passed: 4, notPassed: 3 }, false],
  ['nothing because it is absent', { state: 'absent' }, false],
  ['nothing because it is unreadable', { state: 'unreadable' }, false],
])('a document that shows %s', (_, shown, expected) => {
  expect(agreesWith(status, { ...status, source: 'xml', ...shown })).toBe(expected);
});
