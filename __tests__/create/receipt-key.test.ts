import { describe, expect, test } from '@jest/globals';

import { prepareKey } from '../../src/create/receipt-key.ts';
import { testsetRequest, type TestsetRequest } from '../../src/create/testset-request.ts';
import type { Inputs, ScenarioChoice } from '../../src/model/inputs.ts';
import type { ReceiptKey } from '../../src/model/receipts.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { RUN } from '../support/platform.ts';

/** What a key is made of; a test changes one of it. */
interface Facts {
  readonly request?: Partial<TestsetRequest>;
  readonly run?: Partial<RunInfo>;
  readonly service?: Partial<Inputs['service']>;
  readonly which?: ScenarioChoice;
  readonly hasApp?: boolean;
  readonly digest?: string | undefined;
}

function keyOf(facts: Facts = {}): Promise<ReceiptKey | undefined> {
  const which = facts.which ?? { kind: 'ids', ids: [101, 102] };
  const testsetName = { title: 'Login', number: 1 };
  const common = { projectId: 509, osType: 'ANDROID', testsetName, sourceType: 'file', which } as const;
  const target = { ...common, kind: 'scenarios' } as const;
  const service = { baseUrl: new URL('https://service.example/'), userId: 'me', accessKey: new Secret('key-1') };
  const digest = 'digest' in facts ? facts.digest : 'd1';
  const app = { ...common, kind: 'app', app: { path: '', kind: 'file', name: '' }, useVo: false } as const;
  const inputs: Parameters<typeof prepareKey>[2] = {
    service: { ...service, ...facts.service },
    target: facts.hasApp ? app : target,
  };
  const request = { ...testsetRequest(target, 101, 'Login #1'), ...facts.request };
  return prepareKey(request, () => Promise.resolve(digest), inputs, { ...RUN, ...facts.run })();
}

const usual = await keyOf();

test('the identifiers are hex digits, which an artifact may have in its name', () => {
  expect(usual?.secret).toHaveLength(32);
  expect(usual).toMatchObject({
    jobId: expect.stringMatching(/^[\da-f]{8}$/),
    requestId: expect.stringMatching(/^[\da-f]{24}$/),
  });
});

describe('a later attempt finds a testset', () => {
  test.each<[what: string, facts: Facts]>([
    ['of another attempt', { run: { attempt: 2 } }],
    ['with another name, which counts up with the attempts', { request: { testset_name: 'Login #2' } }],
    ['of another scenario of the step', { request: { scenario_id: 102 } }],
    ['when its scenarios are given in another order', { which: { kind: 'ids', ids: [102, 101] } }],
  ])('%s', async (_what, facts) => {
    expect(await keyOf(facts)).toEqual(usual);
  });
});

describe('no attempt finds a testset', () => {
  test.each<[what: string, facts: Facts, isSameJob: boolean]>([
    ['of another app', { digest: 'd2' }, true],
    ['of another time limit', { request: { time_limit: 10 } }, true],
    ['of another password', { request: { credentials: { login_pw: 'other' } } }, true],
    ['of other scenarios', { which: { kind: 'ids', ids: [101] } }, true],
    ['of an app', { hasApp: true }, true],
    ['of all scenarios', { which: { kind: 'all' } }, true],
    ['of another user', { service: { userId: 'you' } }, true],
    ['of another service', { service: { baseUrl: new URL('https://other.example/') } }, true],
    ['of another job', { run: { job: 'other' } }, false],
    ['of another step', { run: { step: 'other' } }, false],
    ['of another part of the matrix', { run: { matrix: { shard: 2 } } }, false],
    ['of another run', { run: { runId: '6' } }, false],
    ['of another repository', { run: { repository: 'o/other' } }, false],
    ['of another access key', { service: { accessKey: new Secret('key-2') } }, false],
  ])('%s', async (_what, facts, isSameJob) => {
    const key = await keyOf(facts);
    expect(key?.jobId === usual?.jobId).toBe(isSameJob);
    expect(key?.requestId).not.toBe(usual?.requestId);
  });
});

test('who knows the access key of another run cannot seal receipts of this one', async () => {
  expect((await keyOf({ run: { runId: '6' } }))?.secret).not.toEqual(usual?.secret);
});
