import { expect, test } from '@jest/globals';

import type { Inputs } from '../../src/model/inputs.ts';
import { reportKey } from '../../src/github/services.ts';
import { createRedactor } from '../../src/runtime/redact.ts';

const { redact } = createRedactor(['key-20261122-xyz']);
const NEW = { projectId: 509, osType: 'ANDROID', testsetName: 'Fix login #7' } as const;
const SCENARIOS = { ...NEW, kind: 'scenarios', sourceType: 'file' } as const;

function keyOf(name: string): string {
  const app = { path: `/w/${name}`, kind: 'file', name } as const;
  return reportKey({ target: { ...NEW, kind: 'app', app, useVo: false } }, redact);
}

test('no secret is shown, also not one with digits', () => {
  expect(keyOf('a-key-20261122-xyz.apk')).toContain('a-***.apk');
});

test.each([
  ['app-1.2.3.apk', 'app-1.2.4.apk'],
  ['app-9.10.apk', 'app-12.3.apk'],
  ['app-1042.apk', 'app-1043.apk'],
  ['app-20261121.apk', 'app-20261122.apk'],
])('%s and %s have the same key, from run to run', (one, next) => {
  expect(keyOf(one)).toBe(keyOf(next));
});

test('the jobs of a matrix have different keys', () => {
  expect(keyOf('app-api29.apk')).not.toBe(keyOf('app-api30.apk'));
});

test.each<[Inputs['target'], string]>([
  [{ kind: 'attach', testsetIds: [1] }, 'attached testsets'],
  [{ ...SCENARIOS, which: { kind: 'ids', ids: [101, 102] } }, 'ANDROID scenarios 101, 102 in project 509'],
  [{ ...SCENARIOS, which: { kind: 'ids', ids: [101] } }, 'ANDROID scenario 101 in project 509'],
  [{ ...SCENARIOS, which: { kind: 'all' } }, 'ANDROID all scenarios in project 509'],
  [{ ...SCENARIOS, which: { kind: 'query', query: 'Log in' } }, 'ANDROID scenarios named "Log in" in project 509'],
])('%j', (target, key) => {
  expect(reportKey({ target }, redact)).toBe(key);
});
