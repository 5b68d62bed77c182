import { expect, test } from '@jest/globals';

import { describeScenarios, type ScenarioChoice } from '../../src/model/inputs.ts';

test.each<[which: ScenarioChoice, words: string]>([
  [{ kind: 'ids', ids: [101] }, 'scenario 101'],
  [{ kind: 'ids', ids: [102, 101] }, 'scenarios 102, 101'],
  [{ kind: 'query', query: '로그인' }, 'scenarios named "로그인"'],
  [{ kind: 'all' }, 'all scenarios'],
])('%j are %s', (which, words) => {
  expect(describeScenarios(which)).toBe(words);
});
