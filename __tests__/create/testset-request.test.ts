import { describe, expect, test } from '@jest/globals';

import type { AppTarget, ScenarioTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { requestInfo, testsetRequest } from '../../src/create/testset-request.ts';

const PLAIN: AppTarget = {
  kind: 'app',
  projectId: 509,
  app: { path: '/ws/app.apk', kind: 'file', name: 'app.apk' },
  osType: 'ANDROID',
  testsetName: { title: 'Say "hello" \\ 안녕\n #7', isGiven: true },
  useVo: false,
};

const FULL = {
  osType: 'iOS',
  timeLimitMinutes: 30,
  useVo: true,
  callback: { url: new Secret('https://hooks.example.com/s3cret'), origin: 'https://hooks.example.com' },
  loginId: 'tester',
  loginPw: new Secret('p"w\\'),
} as const;

const TEST = { scenario_id: 0, source_type: 'file', use_vo: false };
const PLAIN_REQUEST = { ...TEST, pid: 509, testset_name: PLAIN.testsetName.title, os_type: 'ANDROID' };
const FULL_REQUEST = {
  os_type: 'iOS',
  time_limit: 30,
  use_vo: true,
  callback: 'https://hooks.example.com/s3cret',
  credentials: { login_id: 'tester', login_pw: 'p"w\\' },
};

describe('the request', () => {
  test.each<[what: string, given: Partial<AppTarget>, contained: object]>([
    ['nothing that was not given', {}, {}],
    ['everything that was given', FULL, FULL_REQUEST],
    ['the user of an account alone', { loginId: 'tester' }, { credentials: { login_id: 'tester' } }],
    ['the password of an account alone', { loginPw: new Secret('pw') }, { credentials: { login_pw: 'pw' } }],
  ])('contains %s', (_what, given, contained) => {
    const request = testsetRequest({ ...PLAIN, ...given }, 0, PLAIN_REQUEST.testset_name);
    expect(request).toEqual({ ...PLAIN_REQUEST, ...contained });
  });

  test('for a scenario contains its identifier, and no `use_vo`', () => {
    const target = { ...PLAIN, ...FULL, kind: 'scenarios', sourceType: 'app_id', which: { kind: 'all' } } as const;
    const ofScenario = { use_vo: undefined, scenario_id: 101, source_type: 'app_id', testset_name: 'Login' };
    expect(testsetRequest(target, 101, 'Login')).toEqual({ ...PLAIN_REQUEST, ...FULL_REQUEST, ...ofScenario });
  });
});

describe('the facts for the report', () => {
  test('of an automated test, without the account', () => {
    expect(requestInfo({ target: { ...PLAIN, ...FULL } })).toEqual({
      kind: 'automated',
      name: PLAIN_REQUEST.testset_name,
      isNameGiven: true,
      osType: 'iOS',
      projectId: 509,
      timeLimitMinutes: 30,
      useVo: true,
      callbackOrigin: 'https://hooks.example.com',
    });
    const known = Object.entries(requestInfo({ target: PLAIN })).filter(([, value]) => value !== undefined);
    expect(known.map(([name]) => name)).toEqual(['kind', 'name', 'isNameGiven', 'osType', 'projectId', 'useVo']);
  });

  test('of a scenario test', () => {
    const target: ScenarioTarget = { ...PLAIN, kind: 'scenarios', sourceType: 'file', which: { kind: 'all' } };
    const automated = requestInfo({ target: PLAIN });
    expect(requestInfo({ target })).toEqual({ ...automated, kind: 'scenario', useVo: undefined });
  });

  test('of attaching', () => {
    const info = requestInfo({ target: { kind: 'attach', testsetIds: [1] } });
    expect(info).toEqual({ kind: 'attached', name: '', isNameGiven: true });
  });

  test('with the default name', () => {
    const target = { ...PLAIN, testsetName: { title: 'Fix login', number: 7 } };
    const { name, isNameGiven } = requestInfo({ target });
    expect([name, isNameGiven]).toEqual(['Fix login #7', undefined]);
  });

  const pending = (origin: 'created' | 'resumed') => ({ origin, creation: new Promise<never>(() => undefined) });
  const [NEW, OLD] = [pending('created'), pending('resumed')];
  test.each([
    ['all of attempt 2', [OLD, OLD], [2, 2], '#7.2'],
    ['of two attempts', [OLD, OLD], [1, 2], '#7.3'],
    ['one of them new', [OLD, NEW], [2], '#7.3'],
    ['all new', [NEW], [], '#7.3'],
  ])('with the name that the testsets have: %s', (_what, testsets, attempts, name) => {
    const target = { ...PLAIN, testsetName: { title: '', number: 7, attempt: 3 } };
    const resumed = attempts.map((attempt) => ({ testsetId: 1, attempt }));
    expect(requestInfo({ target }, { testsets, resumed }).name).toBe(name);
  });
});
