import { expect, test } from '@jest/globals';

import type { Inputs } from '../../src/model/inputs.ts';
import { reportKey } from '../../src/inputs/describe.ts';

const common = { projectId: 509, osType: 'ANDROID', testsetName: 'x' } as const;

function app(name: string): string {
  return reportKey({ target: { ...common, kind: 'app', app: { path: `/${name}`, kind: 'file', name }, useVo: false } });
}

test.each([
  ['app-1.2.3.apk', 'app-1.2.4.apk'],
  ['app-1042.apk', 'app-1043.apk'],
  ['app-20261121.apk', 'app-20261122.apk'],
])('%s and %s are the same from run to run', (one, next) => {
  expect(app(one)).toBe(app(next));
});

test('the legs of a matrix are told apart', () => {
  expect(app('app-api29.apk')).not.toBe(app('app-api30.apk'));
  expect(app('app-arm64.apk')).toBe('ANDROID app-arm64.apk in project 509');
});

test.each<[Inputs['target'], string]>([
  [{ kind: 'attach', testsetIds: [1] }, 'attached testsets'],
  [
    { ...common, kind: 'scenarios', sourceType: 'file', which: { kind: 'ids', ids: [101, 102] } },
    'ANDROID scenarios 101, 102 in project 509',
  ],
  [
    { ...common, kind: 'scenarios', sourceType: 'file', which: { kind: 'ids', ids: [101] } },
    'ANDROID scenario 101 in project 509',
  ],
  [
    { ...common, kind: 'scenarios', sourceType: 'file', which: { kind: 'all' } },
    'ANDROID all scenarios in project 509',
  ],
  [
    { ...common, kind: 'scenarios', sourceType: 'file', which: { kind: 'query', query: 'Log in' } },
    'ANDROID scenarios named "Log in" in project 509',
  ],
])('%j', (target, words) => {
  expect(reportKey({ target })).toBe(words);
});
