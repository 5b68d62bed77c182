import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { runAction, type ActionResult, type ActionUse } from '../support/run-action.ts';
import { commandMessages, expectNoStackTrace, lastLine } from '../support/sandbox.ts';
import { simulate } from '../support/simulate.ts';
import { unzip } from '../support/unzip.ts';

/** The artifact client starts in real time; at 40, the time for the artifact may be over before. */
const SCALE = 15;
const APK = fileURLToPath(import.meta.resolve('android-apidemos/apks/ApiDemos-debug.apk'));
const ACCESS = { 'user-id': DEFAULT_ACCOUNT.userId, 'access-key': DEFAULT_ACCOUNT.accessKey, 'project-id': '509' };

let artifacts: ArtifactService;
beforeAll(async () => {
  artifacts = await startArtifactService();
});
afterAll(() => artifacts.close());

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'e2e-'));
});
afterEach(async () => {
  await rm(workspace, { recursive: true, force: true });
});

function simulateDevices(options: SimulatorOptions = {}): Promise<Simulator> {
  return simulate({ timeScale: SCALE, plan: () => makeDevices({ total: 3, seconds: 5 }), ...options });
}

async function run(
  simulator: Simulator,
  inputs: Readonly<Record<string, string>>,
  more: Partial<ActionUse> = {},
): Promise<ActionResult> {
  return runAction({
    // A few bytes stand for the app in most tests.
    inputs: { 'base-url': simulator.url, ...ACCESS, 'check-app': 'false', ...inputs },
    workspace,
    timeScale: SCALE,
    ...more,
  });
}

describe('the committed action', () => {
  test('uploads a real APK, waits, and publishes every file', async () => {
    await mkdir(join(workspace, 'app/build/한국어'), { recursive: true });
    await cp(APK, join(workspace, 'app/build/한국어/ApiDemos-debug.apk'));
    const simulator = await simulateDevices();
    const result = await run(
      simulator,
      { 'app-file': 'app/**/*.apk', 'check-app': 'true', 'testset-name': 'Say "hi" & go' },
      { env: artifacts.env },
    );

    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    const sha256 = createHash('sha256')
      .update(await readFile(APK))
      .digest('hex');
    const create = simulator.journal.find(({ operation }) => operation === 'create');
    expect(create?.parts[0]).toMatchObject({ name: 'app_file', fileName: 'ApiDemos-debug.apk', sha256 });
    expect(JSON.parse(create?.parts[1]?.text ?? '')).toMatchObject({ testset_name: 'Say "hi" & go' });
    expect(simulator.created).toHaveLength(1);
    expect(result.outputs).toMatchObject({
      'testset-id': '251929',
      outcome: 'passed',
      status: 'Complete',
      'total-count': '3',
      'pass-count': '3',
      'fail-count': '0',
      'failed-devices': '[]',
      'app-sha256': sha256,
      'app-identifier': 'io.appium.android.apis',
      'app-version': '5.0.0',
      'app-build': '25',
    });
    expect(result.summary).toContain('ApiDemos-debug.apk 5.0.0 (25), 6.4&nbsp;MB, Android 4.2 and later');
    expect(result.outputs['artifact-url']).toMatch(/^https:\/\/github\.com\/.+\/artifacts\/\d+$/);
    // Of what the artifact client prints, the runner gets the signatures to mask, and nothing else.
    expect(result.stdout).toMatch(/^::add-mask::[\w+/]{43}=$/m);
    expect(
      result.stdout
        .trimEnd()
        .split('\n')
        .filter((line) => !/^(?:·|::(?:add-mask|debug|group|endgroup)::)/.test(line)),
    ).toEqual([]);
    expect(result.summary).toContain('## ✅ All 3 devices passed');

    const zipped = await unzip(await artifacts.download('testset-251929'));
    expect([...zipped.keys()].sort()).toEqual([
      ...['junit.xml', 'predicate.json', 'report.html', 'report.json', 'summary.md'],
      ...['testset-251929/result.html', 'testset-251929/result.json', 'testset-251929/result.xml'],
    ]);
    for (const [name, bytes] of zipped) {
      const onDisk = await readFile(join(result.outputs['results-dir'] ?? '', name));
      expect(bytes.equals(onDisk)).toBe(true);
    }
    expect(JSON.parse(zipped.get('report.json')?.toString() ?? '')).toMatchObject({
      schema: 3,
      outcome: 'passed',
      app: { inspection: { format: 'apk', identifier: 'io.appium.android.apis', minimumOs: 'Android 4.2' } },
    });
  });

  test('fails for one device, names it, and ends with one sentence', async () => {
    await writeFile(join(workspace, 'app.apk'), 'apk');
    const simulator = await simulateDevices({ plan: () => makeDevices({ total: 3, fail: 1, seconds: 5 }) });
    const result = await run(simulator, { 'app-file': 'app.apk', 'upload-artifact': 'false' });
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ outcome: 'failed', 'fail-count': '1' });
    expect(commandMessages(result, 'error')).toHaveLength(2);
    expect(lastLine(result)).toBe('::error::SAMSUNG GALAXY_NOTE9 did not pass (1 of 3 devices)');
    expect(JSON.parse(result.outputs['failed-devices'] ?? '')).toMatchObject([
      { testset: 251929, device: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9' },
    ]);
  });

  test('starts a testset, and another step attaches to it', async () => {
    await writeFile(join(workspace, 'app.apk'), 'apk');
    const simulator = await simulateDevices();
    const started = await run(simulator, { 'app-file': 'app.apk', wait: 'false' });
    expect(started).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'started', status: 'Running', 'testset-id': '251929', 'estimated-minutes': '30' },
    });
    const attached = await run(simulator, { 'testset-id': '251929\r\n' });
    expect(attached).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'passed', 'testset-id': '251929', 'pass-count': '3', 'estimated-minutes': '' },
    });
    expect(simulator.created).toHaveLength(1);
  });
});

describe('failures', () => {
  test('wrong inputs send nothing, and are all named', async () => {
    const simulator = await simulateDevices();
    const result = await run(simulator, {
      'access-key': '',
      'project-id': '５０９',
      'app-file': 'build/*.apk',
      'time-limit': '31',
      wait: 'maybe',
      'max-fail': '-1',
      'results-dir': '../outside',
    });
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(1);
    expect(simulator.journal).toEqual([]);
    const said = commandMessages(result, 'error').join('\n');
    for (const name of ['access-key', 'project-id', 'app-file', 'time-limit', 'wait', 'max-fail', 'results-dir']) {
      expect(said).toContain(name);
    }
    expect(result.outputs).toMatchObject({
      outcome: 'not-started',
      'testset-id': '',
      'total-count': '0',
      'failed-devices': '[]',
    });
  });
});

describe('secrets', () => {
  test('are not cut with a title that is too long for a name', async () => {
    await writeFile(join(workspace, 'app.apk'), 'apk');
    const secret = 'S3cr3t-Password-0123456789';
    const simulator = await simulateDevices({
      faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'reset' } }],
    });
    const title = `${'x'.repeat(75)} ${secret}`;
    const event = { name: 'pull_request', payload: { pull_request: { number: 7, title } } };
    const inputs = { 'login-id': 'me', 'login-pw': secret };
    const { stdout, summary } = await run(simulator, { ...inputs, 'app-file': 'app.apk' }, { event });
    const shown = stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
    expect([...shown, summary].join('\n')).not.toContain('S3cr3t');
    expect(simulator.created.map(({ request }) => request.name).join()).not.toContain('S3cr3t');
  });

  test('are in no channel, even if the service sends them back', async () => {
    await writeFile(join(workspace, 'hunter-two-22.apk'), 'apk');
    const secrets = {
      'access-key': 'p+w/="%&<é> 1234',
      'login-pw': 'hunter-two-22',
      callback: 'https://hooks.example/T0/B1?token=abcdef',
    };
    const echo = Object.values(secrets).join(' ');
    const simulator = await simulateDevices({
      account: { userId: DEFAULT_ACCOUNT.userId, accessKey: secrets['access-key'] },
      plan: () => [{ name: `${echo} / ANDROID 9`, result: 'fail', seconds: 10 }],
      faults: [{ on: 'status', do: { kind: 'code', code: 5002, detail: echo } }],
    });
    const result = await run(
      simulator,
      { 'app-file': 'hunter-two-22.apk', ...secrets },
      { env: { ...artifacts.env, RUNNER_DEBUG: '1' } },
    );
    expectNoStackTrace(result);
    expect(result.outputs['outcome']).toBe('failed');
    const shown = result.stdout
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::'))
      .join('\n');
    const zipped = await unzip(
      await artifacts
        .download(`testset-${result.outputs['testset-id'] ?? ''}`)
        .catch(() => artifacts.download('testset-251929-1')),
    );
    const channels = [shown, result.summary, JSON.stringify(result.outputs), ...[...zipped.values()].map(String)];
    for (const secret of Object.values(secrets)) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ]) {
        for (const channel of channels) expect(channel).not.toContain(form);
      }
    }
    expect(commandMessages(result, 'warning').join('\n')).toContain('held a secret of the inputs');
    expect(commandMessages(result, 'debug')).toContain('· Finalizing artifact upload');
  });
});
