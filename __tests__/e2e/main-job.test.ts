import { hash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { useGithub } from '../support/github-fixture.ts';
import { ARTIFACTS_TIME_SCALE, expectNoStackTrace, openSandbox } from '../support/sandbox.ts';
import { pullRequestEvent } from '../support/pull-request-event.ts';

const APK = fileURLToPath(import.meta.resolve('android-apidemos/apks/ApiDemos-debug.apk'));

/** Node lets such a process start no other one, and load no native code. */
const NO_PROCESSES = [
  ...['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker'],
  '--disable-warning=SecurityWarning',
];

const github = useGithub();

describe('the committed action', () => {
  test('uploads a real APK, waits, and publishes every file, and starts no process', async () => {
    const { workspace, simulator, run } = await openSandbox({ timeScale: ARTIFACTS_TIME_SCALE });
    await mkdir(join(workspace, 'app/build/한국어'), { recursive: true });
    await cp(APK, join(workspace, 'app/build/한국어/ApiDemos-debug.apk'));
    const inputs = { 'app-file': 'app/**/*.apk', 'testset-name': 'Say "hi" & go' };
    const nodeOptions = NO_PROCESSES;
    const result = await run({ inputs, env: github.env, nodeOptions });

    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    const sha256 = hash('sha256', await readFile(APK));
    const create = simulator.journal.find(({ operation }) => operation === 'create');
    expect(create?.parts[0]).toMatchObject({ name: 'app_file', fileName: 'ApiDemos-debug.apk', sha256 });
    expect(JSON.parse(create?.parts[1]?.text ?? '')).toMatchObject({ testset_name: 'Say "hi" & go' });
    expect(simulator.created).toHaveLength(1);
    expect(result.outputs).toMatchObject({
      'testset-id': '251929',
      outcome: 'passed',
      'total-count': '3',
      'pass-count': '3',
      'fail-count': '0',
      'failed-devices': '[]',
      'results-dir': join(workspace, 'testset-results'),
      'junit-file': join(workspace, 'testset-results/junit.xml'),
      'app-sha256': sha256,
    });
    expect(result.summary).toContain('ApiDemos-debug.apk, 6.4\u00a0MB');
    expect(result.outputs['artifact-url']).toMatch(/^https:\/\/github\.com\/.+\/artifacts\/\d+$/);
    // Of what the artifact client prints, the runner gets the signatures to mask, and nothing else.
    expect(result.stdout).toMatch(/^::add-mask::[\w+/]{43}=$/m);
    const others = result.stdout.replaceAll(/^(?:·|::(?:add-mask|debug|group|endgroup)::).*\n/gm, '');
    expect(others.trim()).toBe('');
    expect(result.summary).toContain('## ✅ 3 of 3 devices passed');

    const files = await github.files('testset-251929-test-on-devices');
    expect([...files.keys()].sort()).toEqual([
      ...['junit.xml', 'report.html', 'report.json', 'summary.md'],
      ...['testset-251929/result.html', 'testset-251929/result.json', 'testset-251929/result.xml'],
    ]);
    const folder = result.outputs['results-dir'] ?? '';
    // The artifact cannot name itself: only the job summary links to it.
    expect(result.summary).toMatch(/\/artifacts\/\d+">Download the results<\/a>/);
    expect(files.get('summary.md')?.toString()).not.toContain('/artifacts/');
    for (const [name, bytes] of files) expect(bytes.equals(await readFile(join(folder, name)))).toBe(true);
    expect(JSON.parse(files.get('report.json')?.toString() ?? '')).toMatchObject({
      schema: 1,
      outcome: 'passed',
      app: { name: 'ApiDemos-debug.apk', sha256 },
    });
  });

  test('does not count a device in quarantine, and warns of an entry that has expired at its line', async () => {
    const { workspace, run } = await openSandbox({ plan: () => makeDevices({ total: 2, fail: 1, seconds: 5 }) });
    const day = (days: number): string => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
    const entry = (device: string, expires: string): string =>
      `- device: ${device}\r\n  reason: slow\r\n  owner: "@acme/qa"\r\n  expires: ${expires}\r\n`;
    await writeFile(join(workspace, 'quarantine.yml'), entry('LGE*', day(-1)) + entry('samsung*', day(30)));
    const result = await run({ inputs: { 'quarantine-file': 'quarantine.yml' } });
    const outputs = { outcome: 'passed', 'fail-count': '1', 'excused-count': '1' };
    expect(result).toMatchObject({ exitCode: 0, outputs });
    expect(result.stdout).toMatch(
      /::warning file=quarantine\.yml,line=1::The quarantine entry of @acme\/qa in line 1 expired on /,
    );
  });
});

test('the files that a failed step names never have the result of a later step', async () => {
  let fail = 1;
  const sandbox = await openSandbox({ plan: () => makeDevices({ total: 3, fail, seconds: 5 }) });
  const env = { RUNNER_TEMP: join(sandbox.workspace, 'temp') };
  const red = await sandbox.run({ env });
  fail = 0;
  const green = await sandbox.run({ env });
  const documents = [red, green].map(({ outputs }) => readFile(outputs['junit-file'] ?? '', 'utf8'));
  const failures = (await Promise.all(documents)).map((junit) => [...junit.matchAll(/<(?:failure|error) /g)].length);
  expect(failures).toEqual([1, 0]);
});

test('a secret is not cut with a title that is too long for a name', async () => {
  const secret = 'S3cr3t-Password-0123456789';
  const { simulator, run } = await openSandbox({
    faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'reset' } }],
  });
  const event = pullRequestEvent({ title: `${'x'.repeat(75)} ${secret}` });
  const { stdout, summary } = await run({ inputs: { 'login-id': 'me', 'login-pw': secret }, event });
  const shown = stdout.replaceAll(/^::add-mask::.*$/gm, '');
  expect(shown + summary).not.toContain('S3cr3t');
  expect(simulator.created.map(({ request }) => request.name).join()).not.toContain('S3cr3t');
});
