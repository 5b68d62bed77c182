import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { DEFAULT_ACCOUNT } from '../../simulator/journal.ts';
import type { SimulatorOptions } from '../../simulator/server.ts';
import type { Fault, FaultAction } from '../../simulator/faults.ts';
import { useFolder } from '../support/folder.ts';
import { useGithub } from '../support/github-fixture.ts';
import { pullRequestEvent, type Event } from '../support/pull-request-event.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, openSandbox, ARTIFACTS_TIME_SCALE, type Sandbox } from '../support/sandbox.ts';
import { writeApk } from '../app/support/make-apk.ts';
import { startRelay } from '../disk/support/relay.ts';
import { fixture } from '../network/support/certificates.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { zipOf } from '../support/zip.ts';
import { encodingsOf, foundIn, linesOf } from './support/encodings.ts';

/** Values that nobody writes by chance, with every sign that some encoding changes. */
const SECRETS = {
  'access-key': `Kq7+/=%"&<é>'zW`,
  'login-pw': `Lp9+/=%"&<éxV\nSecond+/=%"&<éLine`,
  callback: 'https://hooks.example/services/T0Kq9xWz8Ab/run%2F7?token=Cb%2B9%2FxQ%22w3%C3%A9Yz5&also=Dd8kEe9lFf0mGg',
};
const PAIR = `${DEFAULT_ACCOUNT.userId}:${SECRETS['access-key']}`;

/** All that must not be seen: what of an address follows its origin, too. */
const HIDDEN: readonly (readonly [name: string, secret: string])[] = [
  ...Object.entries(SECRETS),
  ['the pair', PAIR],
  ['the token of the callback', 'Cb+9/xQ"w3éYz5'],
  ['another value of the callback', 'Dd8kEe9lFf0mGg'],
];

/** Every secret in every encoding, as a service would send it back. */
const ECHOES = HIDDEN.flatMap(([, secret]) =>
  linesOf(secret)
    .flatMap(encodingsOf)
    .map(({ text }) => text),
);
const ECHO = ECHOES.join(' ');

const osType = 'ANDROID' as const;
const SCENARIOS = [101, 102, 103, 104, 105, 106].map((id) => ({ id, name: `Scenario ${id}`, osType }));

const github = useGithub();
const folder = useFolder();
const asksGithub = (): ActionUse['inputs'] => ({ 'pr-comment': 'true', 'github-token': github.token });

/** A zip of two apps whose names hold the secrets. @returns where it is */
async function writeApp(): Promise<string> {
  const hidden = HIDDEN.map(([, secret]) => secret).join(' ');
  const app = join(folder(), 'app.ipa');
  await writeFile(app, await zipOf({ ...iosFiles(), ...iosFiles({}, `Payload/${hidden}/Wallet.app/`) }));
  return app;
}

let sandbox: Sandbox;

async function runWith(faults: readonly Fault[], use: Partial<ActionUse> = {}): Promise<ActionResult> {
  const account = { ...DEFAULT_ACCOUNT, accessKey: SECRETS['access-key'] };
  sandbox = await openSandbox({ account, faults, projects: { 509: { name: 'many', scenarios: SCENARIOS } } });
  const state = join(sandbox.workspace, 'STATE');
  await writeFile(state, '');
  const env = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true', GITHUB_STATE: state, ...use.env };
  const inputs = { 'login-id': 'tester', ...SECRETS, ...use.inputs };
  return sandbox.run({ ...use, env, inputs });
}

/** Every text that left the step, by where it went; only the masks, which tell the runner what to hide, are left out. */
async function channelsOf({ stdout, stderr, summary, outputs }: ActionResult): Promise<ReadonlyMap<string, string>> {
  const log = stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  const entries = await readdir(sandbox.workspace, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  return new Map([
    ['the log', log.join('\n')],
    ['the errors', stderr],
    ['the summary', summary],
    ['the outputs', JSON.stringify(outputs)],
    ['the values of outputs', Object.values(outputs).join('\n')],
    ['the names of files', files.join('\n')],
    ...contents,
  ]);
}

async function expectNothingFound(result: ActionResult, more: ReadonlyMap<string, string> = new Map()): Promise<void> {
  expectNoStackTrace(result);
  const channels = [...(await channelsOf(result)), ...more];
  expect(channels.flatMap(([where, text]) => foundIn(text, HIDDEN).map((what) => `${where}: ${what}`))).toEqual([]);
}

function answer(body: unknown, status = 200): FaultAction {
  return { kind: 'response', status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function redirect(path: string): FaultAction {
  return { kind: 'response', status: 302, headers: { location: `/${encodeURI(path)}` } };
}

function envelope(code: number, message: string, data: unknown = {}): FaultAction {
  return answer({ result_code: code, result_msg: message, reason: message, data });
}

/** A result answer whose documents hold the secrets in every place that is read, and in some that are not. */
function results(): FaultAction {
  const xml = ECHOES.map((text) => {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const failure = `<failure message="https://example.com/?q=${safe}"/><system-out>${safe}</system-out>`;
    return `<testcase name="${safe} / ANDROID 9" classname="${safe}"><error message="${safe}">${safe}</error></testcase>
      <testcase name="x${safe}x">${failure}</testcase>`;
  });
  const testcase = ECHOES.flatMap((text) => [
    { name: `${text} / ANDROID 9`, error: { message: text, contents: [text] } },
    { name: `x${text}x`, failure: { message: `https://example.com/?q=${text}` }, 'system-out': { contents: [text] } },
  ]);
  return envelope(0, ECHO, {
    result_xml: `<testsuites><testsuite name="${ECHOES[0]?.replace(/[&<"]/g, '') ?? ''}">${xml.join('')}</testsuite></testsuites>`,
    result_json: JSON.stringify({ testsuites: { testsuite: [{ name: ECHO, testcase, [ECHO]: ECHO }] } }),
    result_html: `<html><body title="${ECHO}">${ECHO}</body></html>`,
  });
}

const BROKEN = { result_xml: `<${ECHO}>`, result_json: `{"${ECHO}`, result_html: ECHO };

test('secrets that the service sends back in its responses are nowhere to be seen', async () => {
  const inputs = { 'app-file': '', 'os-type': osType, 'scenario-id': SCENARIOS.map(({ id }) => id).join() };
  const result = await runWith(
    [
      { on: 'create', do: envelope(4080, ECHO) },
      { on: 'create', do: answer(`<html>${ECHO}</html>`, 500) },
      { on: 'create', do: envelope(0, ECHO, { testset_id: ECHO }) },
      { on: 'create', do: answer(`{"result_msg":"${ECHO}`, 200) },
      { on: 'create', do: redirect(`elsewhere?${ECHO}`) },
      { on: 'status', do: envelope(0, ECHO, { testset_status: ECHO }) },
      { on: 'status', times: 2, do: envelope(5002, ECHO) },
      { on: 'result', times: 99, do: envelope(0, ECHO, BROKEN) },
    ],
    { inputs },
  );
  expect(result.stdout).toContain('4 of 6 starts unknown · 1 rejected · 1 inconclusive.');
  await expectNothingFound(result);
});

test('secrets in the app and in documents are nowhere to be seen, nor in what is made and published of them', async () => {
  const use = {
    inputs: { 'app-file': await writeApp(), ...asksGithub() },
    env: github.env,
    event: pullRequestEvent(),
    timeScale: ARTIFACTS_TIME_SCALE,
  };
  const result = await runWith([{ on: 'result', times: 99, do: results() }], use);
  const files = await github.files('testset-251929-test-on-devices');
  const published = [...files].map(([name, bytes]) => [`the artifact's ${name}`, bytes.toString()] as const);
  const asked = github.requests.map(({ route, body }) => [route, JSON.stringify(body)] as const);
  await expectNothingFound(result, new Map([...published, ...asked]));
  expect(result.outputs['outcome']).toBe('inconclusive');
  // The XML holds secrets that are encoded twice.
  const saved = ['html', 'json'].map((kind) => `testset-251929/result.${kind}`);
  expect([...files.keys()].filter((name) => name.startsWith('testset-')).sort()).toEqual(saved);
  expect(result.stdout).toContain('result.xml of testset 251929 was not saved');
  expect(github.state.comments).toHaveLength(1);
  expect(result.stdout).toContain('held a secret of the inputs');
});

/** What readers do not see; a message shows the end of a line as ⏎. */
const UNSEEN = ['\u00ad', '\u200b', '\u00a0', '\ufeff', '\u{e0041}', '\n'];
const KEY = 'Kq7xRt9Wm2Zp';
const DIVIDED = UNSEEN.map((sign) => `${KEY.slice(0, 5)}${sign}${KEY.slice(5)}`);
const MANY = DIVIDED.join(' ');
const NONE = { pass_cnt: 0, fail_cnt: 0, stop_cnt: 0, running_cnt: 0, initializing_cnt: 0 };
const THREE_ERRORS = { ...NONE, total_test_cnt: 3, error_cnt: 3 };

/** Runs with a key. @returns all that left the step, and the comments */
async function runWithKey(accessKey: string, use: Partial<ActionUse>, more: SimulatorOptions) {
  sandbox = await openSandbox({ account: { ...DEFAULT_ACCOUNT, accessKey }, ...more });
  const result = await sandbox.run({ timeScale: ARTIFACTS_TIME_SCALE, ...use });
  const comments = github.state.comments.map(({ body }) => ['the comment', body] as const);
  return [...(await channelsOf(result)), ...comments];
}

/** Runs with the key that is divided. @returns where it can be read */
async function findDivided(faults: readonly Fault[], use: Partial<ActionUse>): Promise<readonly string[]> {
  const projects = { 509: { name: 'many', scenarios: SCENARIOS } };
  const channels = await runWithKey(KEY, use, { faults, projects });
  const isFound = (text: string): boolean => {
    const visible = decodeURIComponent(text.replaceAll('%', '%25').replaceAll('%25C2%25AD', ''));
    return visible.replace(/[\u00ad\ufeff\u200b\u{e0041}\s⏎]|\\n|<wbr>/gu, '').includes(KEY);
  };
  return channels.flatMap(([where, text]) => (isFound(text) ? [where] : []));
}

test('secrets that are divided by what nobody sees are hidden in all that is read', async () => {
  const message = `token ${MANY} not accessible`;
  github.breakWith({ route: /\/runs/, times: 99, play: { status: 403, body: { message, errors: [{ message }] } } });
  await writeFile(join(folder(), `${MANY}.ipa`), await zipOf(iosFiles()));
  const name = `${MANY} / ${MANY}`;
  const testcase = `<testcase name="${name}"><error message="${MANY}">${MANY}</error></testcase>`;
  const xml = `<testsuite name="${MANY}">${testcase.repeat(3)}</testsuite>`;
  const documents = { result_xml: xml, result_json: JSON.stringify({ [MANY]: MANY }), result_html: `<p>${MANY}` };
  const status = { testset_status: 'Complete', testset_status_detail: THREE_ERRORS };
  const faults: readonly Fault[] = [
    { on: 'status', do: envelope(0, MANY, { testset_status: MANY }) },
    { on: 'status', times: 99, do: envelope(0, MANY, status) },
    { on: 'result', times: 99, do: envelope(0, MANY, documents) },
  ];
  // A value is cut to 20 characters.
  const matrix = JSON.stringify({ key: KEY, ...Object.fromEntries(DIVIDED.entries()), later: `a flavour ${MANY}` });
  const use = {
    inputs: { 'app-file': join(folder(), '*.ipa'), matrix, ...asksGithub() },
    env: { ...github.env, GITHUB_JOB: MANY, GITHUB_WORKFLOW: MANY, GITHUB_ACTOR: MANY, RUNNER_DEBUG: '1' },
    event: onPullRequest({ title: MANY, head: { ref: MANY }, user: { login: MANY } }),
  };
  expect(await findDivided(faults, use)).toEqual([]);
});

test.each<[what: string, fault: Fault]>([
  ['a code', { on: 'create', do: envelope(4080, MANY) }],
  ['words', { on: 'create', do: answer({ error: MANY }, 402) }],
  ['a text', { on: 'create', do: answer(MANY, 403) }],
  ['a page', { on: 'create', do: answer(`<title>${MANY}</title>`, 403) }],
  ['a redirect', { on: 'scenarios', do: redirect(MANY) }],
])('a testset that is not created because of %s shows no divided secret', async (_what, fault) => {
  const inputs = { 'app-file': '', 'os-type': osType, 'scenario-id': '101' };
  expect(await findDivided([fault], { inputs })).toEqual([]);
});

/** Runs with `key`. @returns where it can be read */
async function findKey(key: string, use: Partial<ActionUse>, more: SimulatorOptions = {}): Promise<readonly string[]> {
  const channels = await runWithKey(key, use, more);
  expect(channels.some(([, text]) => text.includes('***'))).toBe(true);
  return channels.flatMap(([where, text]) => (text.includes(key) ? [where] : []));
}

test.each<[what: string, event: Event, env: NodeJS.ProcessEnv]>([
  ['the base branch', onPullRequest({ base: { ref: KEY, sha: 'a'.repeat(40) } }), {}],
  ['the branch', { name: 'push', payload: {} }, { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: KEY }],
  ['the branch and the author of a pull request', onPullRequest({ head: { ref: KEY }, user: { login: KEY } }), {}],
])('a key that is the name of %s is nowhere to be seen', async (_what, event, env) => {
  github.state.runs.push({ workflow_id: 31, id: 7_123_456_789, run_number: 42, status: 'in_progress', html_url: '' });
  expect(await findKey(KEY, { event, inputs: asksGithub(), env: { ...github.env, ...env } })).toEqual([]);
});

function onPullRequest(fields: object): Event {
  const { name, payload } = pullRequestEvent();
  return { name, payload: { ...payload, pull_request: { ...(payload['pull_request'] as object), ...fields } } };
}

test('a key in the name of an app that grows while it is sent is nowhere to be seen', async () => {
  const path = join(folder(), `${KEY}.apk`);
  await writeApk(path, 32 * 1024 * 1024);
  sandbox = await openSandbox({ account: { ...DEFAULT_ACCOUNT, accessKey: KEY } });
  const relay = await startRelay(new URL(sandbox.simulator.url), 8 * 1024 * 1024, () => appendFile(path, 'x'));
  const result = await sandbox.run({ timeScale: 5, inputs: { 'app-file': path, 'base-url': relay.url } });
  await relay.close();
  expect(result.stdout).toContain('***.apk changed its size');
  const channels = [...(await channelsOf(result))].filter(([where]) => where !== 'the names of files');
  expect(channels.filter(([, text]) => text.includes(KEY))).toEqual([]);
});

test('a key that is the issuer of a certificate is nowhere to be seen', async () => {
  const tls = { key: fixture('server.key'), cert: fixture('service.crt') };
  expect(await findKey('Example Test Authority', {}, { tls })).toEqual([]);
});

test('secrets that are no good as inputs are not repeated', async () => {
  const result = await runWith([], {
    inputs: { 'access-key': `${SECRETS['access-key']}\nline`, callback: `ftp${SECRETS.callback}`, timeout: '0' },
  });
  expect(result.outputs['outcome']).toBe('not-started');
  await expectNothingFound(result);
});

/** A callback's secrets as its receiver reads them, where a plus may be a plus, and a part of the path may be escaped. */
const CALLBACK = 'https://hooks.example/run/T0Kq%2B9xW%C3%A9z8Ab?sig=Zk3/xw+Yw9==';
const READ: readonly (readonly [name: string, secret: string])[] = [
  ['the signature', 'Zk3/xw+Yw9=='],
  ['the part of the path', 'T0Kq+9xWéz8Ab'],
];

test("a callback's secrets are hidden as its receiver reads them, too", async () => {
  const detail = READ.map(([, secret]) => `no ${secret} here`).join(', ');
  sandbox = await openSandbox({ faults: [{ on: 'create', do: { kind: 'code', code: 4000, detail } }] });
  const result = await sandbox.run({ inputs: { callback: CALLBACK } });
  const shown = result.stdout.replaceAll(/^::add-mask::.*$/gm, '');
  expect(result.outputs['outcome']).toBe('rejected');
  expect(new Set(shown.match(/no \S+ here/g))).toEqual(new Set(['no *** here']));
  expect([...foundIn(shown, READ), ...foundIn(result.summary, READ)]).toEqual([]);
});
