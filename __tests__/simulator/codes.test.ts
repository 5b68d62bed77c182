import { describe, expect, test } from '@jest/globals';

import { KNOWN_CODES } from '../../src/service/error-codes.ts';
import { SERVICE_CODES } from '../../simulator/codes.ts';
import type { Operation } from '../../simulator/faults.ts';
import type { Simulator } from '../../simulator/server.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, type SimulatorResponse } from './support.ts';

const ANALYSIS = 'App File Analysis Failed';
const INVALID = 'Invalid Request Parameter';
const GLOBAL = 'Global exception error: this.';
const ALL: Operation[] = ['create', 'status', 'result', 'scenarios'];

/** docs/design.md, service §7, with `this` in the gaps. */
const ERRORS: [code: number, message: string, reason: string, operations: Operation[]][] = [
  [2001, 'Get Project Data Fail', 'Project data does not exist.', ['scenarios']],
  [4000, 'Missing Request Parameter', 'Required parameter missing: this.', ['create']],
  [4030, ANALYSIS, 'iOS property-list parsing error: this.', ['create']],
  [
    ...([4031, ANALYSIS] as const),
    'Pre-processing of the app file failed; an IPA must be a development build signed with a development certificate.',
    ['create'],
  ],
  [4032, ANALYSIS, 'Invalid app file; pre-processing failed.', ['create']],
  [4040, ANALYSIS, 'Android manifest parsing error: this.', ['create']],
  [4041, ANALYSIS, 'No launchable activity found (launcher category).', ['create']],
  [4050, INVALID, 'File extension not supported; supported: ipa, zip, app, apk, xapk, apks.', ['create']],
  [4051, INVALID, 'Required parameter missing: app_file.', ['create']],
  [4051, 'Invalid request parameter', 'Invalid request parameter (project id).', ['scenarios']],
  [4052, INVALID, 'Invalid project_id: this.', ['create']],
  [4053, INVALID, 'Invalid testset_id: this.', ['create']],
  [4055, INVALID, 'Device is not compatible with this app (app OS type: this).', ['create']],
  [4080, INVALID, 'Device info does not exist in preset project data.', ['create']],
  [4081, INVALID, 'Available devices do not exist in preset project data.', ['create']],
  [5001, 'Run New Testset Error', GLOBAL, ['create']],
  [5002, 'Get Testset Status Error', GLOBAL, ['status']],
  [5003, 'Get Testset Result Data Error', GLOBAL, ['result']],
  [5005, 'Get Scenario List Error', GLOBAL, ['scenarios']],
  [6001, 'App File Upload Error', 'App file upload failed.', ['create']],
  [
    ...([6002, 'Get Testset Result Data Failed'] as const),
    'Test is still running; request again when it is complete.',
    ['result'],
  ],
  [6003, 'Data Does Not Exist', 'Test data does not exist.', ['result']],
  [8000, 'System Maintenance', 'The service is under system maintenance.', ALL],
];

const CASES = ERRORS.flatMap(([code, message, reason, operations]) =>
  operations.map((on): [number, Operation, string, string] => [code, on, message, reason]),
);

const PATHS = { status: '/testset/5', result: '/testset/5/result', scenarios: '/project/509/scenarios', none: '/' };

function request(simulator: Simulator, operation: Operation): Promise<SimulatorResponse> {
  return operation === 'create' ? create(simulator) : ask(simulator, PATHS[operation]);
}

test('the simulator has the codes that the client explains', () => {
  expect([...SERVICE_CODES].sort()).toEqual([...KNOWN_CODES].sort());
  expect([...new Set(ERRORS.map(([code]) => code))].sort()).toEqual([...KNOWN_CODES].sort());
});

describe('every code has its texts', () => {
  test.each(CASES)('%i on %s', async (code, on, result_msg, reason) => {
    const simulator = await simulate({ faults: [{ on, do: { kind: 'code', code, detail: 'this' } }] });
    const { status, envelope } = await request(simulator, on);
    expect(status).toBe(200);
    expect(envelope).toEqual({ data: {}, result_code: code, result_msg, reason });
    expect(simulator.journal).toMatchObject([{ operation: on, authorized: true, status: 200, code, fault: 'code' }]);
    expect(simulator.created).toEqual([]);
  });
});

test('any code can come with any status', async () => {
  const simulator = await simulate({ faults: [{ on: 'status', do: { kind: 'code', code: 9999, status: 503 } }] });
  const { status, envelope } = await ask(simulator, '/testset/5');
  expect(status).toBe(503);
  expect(envelope).toEqual({ data: {}, result_code: 9999, result_msg: 'Unknown Error', reason: '' });
});
