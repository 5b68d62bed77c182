import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { logUpload } from '../../src/create/app-test.ts';
import { createTestsets } from '../../src/create/create-testsets.ts';
import type { PendingTestset } from '../../src/create/pending-testset.ts';
import type { TestsetRequest } from '../../src/create/testset-request.ts';
import type { Resume } from '../../src/create/resume.ts';
import type { AppTarget, Inputs } from '../../src/model/inputs.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Service } from '../../src/service/client.ts';
import { toTransferError } from '../../src/service/http/network-error.ts';
import { useFolder } from '../support/folder.ts';
import { createPlatform } from '../support/platform.ts';
import { createEagerClock, createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { serviceOf } from './scripted-scenarios.ts';
import { codeReply, httpReply, noResponse, response, valueReply } from '../support/replies.ts';

const folder = useFolder();
const SECRET = 's3cret-s3cret';
/** The scenarios of the project. */
const SEVEN = [101, 102, 103, 104, 105, 106, 107] as const;

interface Step {
  readonly list?: Service['fetchScenarios'];
  /** The HTTP status and the code of the response to a create; default: a testset with the scenario as its identifier. */
  readonly rejected?: (request: TestsetRequest) => readonly [status: number, code?: number] | undefined;
  /** Takes the time until the response to a create. */
  readonly respond?: (request: TestsetRequest) => Promise<void>;
  readonly found?: readonly PendingTestset[];
  readonly hasReceipts?: boolean;
  readonly runtime?: Partial<Runtime>;
}

/** Creates all testsets. @returns also, as `calls`, what the service and earlier attempts were asked for, in order */
async function createAll(target: Inputs['target'], step: Step = {}) {
  const [log, platform] = [createRecordingLog(), createPlatform(folder())];
  const [sent, saved, calls]: [TestsetRequest[], PendingTestset[], string[]] = [[], [], []];
  const runtime = createRuntime({
    clock: createEagerClock(),
    log,
    redact: (text) => text.replaceAll(SECRET, '***'),
    ...step.runtime,
  });
  const service = serviceOf({
    hasResponded: () => true,
    fetchScenarios: (query, signal) => {
      calls.push(`list ${query.projectId}`);
      return step.list?.(query, signal) ?? Promise.resolve(valueReply(SEVEN));
    },
    sendCreate: async (body) => {
      calls.push('create');
      let text = '';
      try {
        for await (const chunk of body.stream()) text += Buffer.from(chunk).toString();
      } catch (error) {
        return noResponse(toTransferError(error));
      }
      const request = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '') as TestsetRequest;
      sent.push(request);
      await step.respond?.(request);
      const [status, code] = step.rejected?.(request) ?? [200, 0];
      const data = code === 0 ? { testset_id: request.scenario_id || 7, test_count: 3 } : {};
      return response(status, JSON.stringify({ data, result_code: code, result_msg: '', reason: '' }));
    },
  });
  let digestOf: (() => Promise<string | undefined>) | undefined;
  const resume: Resume = {
    find: async (_request, scenarios, digest) => {
      calls.push(`find ${scenarios.join(',')}`);
      if (step.found) await digest?.();
      digestOf = digest;
      const testsets = Map.groupBy(step.found ?? [], ({ scenario = 0 }) => scenario);
      const receipts = {
        save: (added: readonly PendingTestset[]) => {
          saved.push(...added);
          for (const { unanswered } of added) void unanswered?.then(() => calls.push('unanswered'));
        },
        canResume: () => false,
        finish: () => Promise.resolve(),
      };
      return { testsets, receipts: step.hasReceipts === false ? undefined : receipts };
    },
  };
  const created = await createTestsets(service, runtime, platform, resume, target);
  const results = await Promise.all(created.testsets.map(({ creation }) => creation));
  return { ...created, results, sent, saved, outputs: platform.outputs, log: log.lines, calls, digest: digestOf };
}

const NEW = { projectId: 509, osType: 'ANDROID', testsetName: { title: 'Login', number: 7 } } as const;

function scenarios(ids: readonly number[], title: string = NEW.testsetName.title): Inputs['target'] {
  const testsetName = { ...NEW.testsetName, title };
  return { ...NEW, kind: 'scenarios', sourceType: 'file', testsetName, which: { kind: 'ids', ids } };
}

/** An app of three bytes. */
function appTarget(name = 'app.apk'): AppTarget {
  const path = join(folder(), name);
  writeFileSync(path, 'APK');
  return { ...NEW, kind: 'app', useVo: false, app: { path, kind: 'file', name, ageDays: 2 } };
}

const SHA_256 = '10afe906c21b884d05e639938df0779bf1bb5c0c68bcf34b1c2c1fc84e65bc85';
const earlier = (id: number, scenario?: number): PendingTestset => ({
  scenario,
  origin: 'resumed',
  creation: Promise.resolve({ kind: 'created', id, announcedDevices: 3 }),
});

describe('an app', () => {
  test('is checked, sent and described, without secrets, and its receipts are saved', async () => {
    const target = { ...appTarget(), testsetName: { title: SECRET } };
    const { app, saved, ...created } = await createAll(target);
    expect(created).toMatchObject({
      calls: ['list 509', 'find 0', 'create'],
      results: [{ id: 7, announcedDevices: 3 }],
      nothingToAwait: false,
      testsets: [{ testsetName: '***', origin: 'created' }],
      log: ['group: Create', expect.stringMatching(/^info: Sent 3 B in /), 'end: Create'],
    });
    expect(saved).toEqual(created.testsets);
    expect(created.outputs).toEqual({ 'testset-id': '7', outcome: 'inconclusive' });
    expect(await app).toEqual({ kind: 'sent', name: 'app.apk', bytes: 3, ageDays: 2, sent: true, sha256: SHA_256 });
  });

  test('is not opened if the service rejects the credentials', async () => {
    const list = () => Promise.resolve(httpReply(401));
    const { app, calls, saved, results, nothingToAwait, testsets } = await createAll(appTarget(`${SECRET}.apk`), {
      list,
    });
    expect(results).toMatchObject([{ outcome: 'rejected', error: { code: 'credentials' } }]);
    expect(testsets).toMatchObject([{ testsetName: 'Login #7', origin: 'created' }]);
    expect([calls, saved, nothingToAwait]).toEqual([['list 509'], [], true]);
    expect(await app).toEqual({ kind: 'sent', name: '***.apk', bytes: 0, ageDays: 2 });
  });

  test('is sent although the project cannot be checked', async () => {
    const { log, results } = await createAll(appTarget(), { list: () => Promise.resolve(codeReply(5005)) });
    expect(results).toMatchObject([{ id: 7 }]);
    expect(log[1]).toMatch(/^info: Could not check the project: .*5005/);
  });

  test('that cannot be read is not started, or cancelled if the run was stopped meanwhile', async () => {
    const target = appTarget();
    rmSync(target.app.path);
    const { results } = await createAll(target);
    expect(results).toMatchObject([{ outcome: 'not-started', error: { code: 'app-file' } }]);
    const stop = new AbortController();
    const list: Service['fetchScenarios'] = () => {
      stop.abort('cancelled');
      return Promise.resolve(valueReply([]));
    };
    const stopped = await createAll(target, { list, runtime: { signal: stop.signal } });
    expect(stopped.results).toMatchObject([{ outcome: 'cancelled' }]);
  });

  test('whose testset was rejected was sent, and there is nothing to wait for', async () => {
    const { app, nothingToAwait, outputs } = await createAll(appTarget(), { rejected: () => [200, 4032] });
    expect(nothingToAwait).toBe(true);
    expect(outputs).toEqual({ outcome: 'not-started' });
    expect(await app).toMatchObject({ sent: true, sha256: SHA_256 });
  });

  test('has a digest, which its receipt needs, although the run is cancelled before the response', async () => {
    const stop = new AbortController();
    const rejected = (): readonly [number, number] => {
      stop.abort('cancelled');
      return [200, 0];
    };
    const { digest, results } = await createAll(appTarget(), { rejected, runtime: { signal: stop.signal } });
    expect([results, await digest?.()]).toMatchObject([[{ id: 7 }], SHA_256]);
  });

  test('is not sent again if an earlier attempt left its testset', async () => {
    const { app, calls, outputs, testsets } = await createAll(appTarget(), { found: [earlier(5)] });
    expect(calls).toEqual(['list 509', 'find 0']);
    expect(testsets).toMatchObject([{ origin: 'resumed' }]);
    expect(outputs).toEqual({ 'testset-id': '5', outcome: 'inconclusive' });
    expect(await app).toEqual({ kind: 'sent', name: 'app.apk', bytes: 3, ageDays: 2, sha256: SHA_256 });
  });

  test('that is a folder is sent as a zip, which is removed', async () => {
    const path = join(folder(), 'My.app');
    mkdirSync(path);
    writeFileSync(join(path, 'code'), 'APK');
    const found = { path, kind: 'folder', name: 'My.app' } as const;
    const { app } = await createAll({ ...NEW, kind: 'app', useVo: false, app: found });
    expect(await app).toMatchObject({ name: 'My.app.zip', sent: true });
    expect(readdirSync(folder())).toEqual(['My.app']);
  });

  test.each<[log: string, response: readonly [status: number, code?: number]]>([
    ['The service is under maintenance. Next check in 60 s.', [503, 8000]],
    ['No free device (4081). No testset was created. Retrying in 60 s.', [200, 4081]],
    ['Too many requests. No testset was created. Retrying in 5 s.', [429]],
  ])('is sent again after the pause that the log names: %s', async (line, response) => {
    let tries = 0;
    const { log, results } = await createAll(appTarget(), {
      rejected: () => ((tries += 1) === 1 ? response : undefined),
    });
    expect(results).toMatchObject([{ id: 7 }]);
    expect(log).toContain(`info: ${line}`);
  });
});

test('the log shows the rate of an upload and the time left, and counts from the start of each try', async () => {
  const [clock, log] = [createHandClock(), createRecordingLog()];
  const upload = async (...chunks: readonly (readonly [seconds: number, kilobytes: number])[]): Promise<void> => {
    const read = async function* () {
      for (const [, kilobytes] of chunks) yield await Promise.resolve(new Uint8Array(kilobytes * 1000));
    };
    const sending = logUpload({ bytes: 100_000, chunks: read }, { clock, log });
    for (const [seconds] of chunks) {
      await sending.next();
      await clock.pass(seconds * 1000);
    }
    await sending.next();
  };
  await upload([0, 1], [5, 9], [4, 5], [36, 75]);
  await clock.pass(5_000);
  await upload([5, 95], [5, 5]);
  expect(log.lines).toEqual([
    'info: Sent 10.0 kB of 100.0 kB, 2.0 kB/s, about 45s left.',
    'info: Sent 90.0 kB of 100.0 kB, 2.0 kB/s, about 5s left.',
    'info: Sent 95.0 kB of 100.0 kB, 19.0 kB/s, about 0s left.',
    'info: Sent 100.0 kB in 10s.',
  ]);
});

describe('scenarios', () => {
  test('have a testset each, named after them, unless an earlier attempt left one', async () => {
    const found = [earlier(5, 102)];
    const { calls, log, outputs, saved, sent, testsets } = await createAll(scenarios([101, 102, 103]), { found });
    expect(calls.slice(0, 2)).toEqual(['list 509', 'find 101,102,103']);
    expect(sent.map((request) => [request.scenario_id, request.testset_name])).toEqual([
      [101, 'Login #7 [101]'],
      [103, 'Login #7 [103]'],
    ]);
    expect(testsets).toMatchObject([{ scenario: 101, origin: 'created' }, { origin: 'resumed' }, { scenario: 103 }]);
    expect(saved).toEqual(testsets);
    expect(outputs['testset-id']?.split(',').sort()).toEqual(['101', '103', '5']);
    expect(log[1]).toBe('info: 2 testsets to create.');
  });

  test('that earlier attempts ran are not created', async () => {
    const { sent, log } = await createAll(scenarios([101]), { found: [earlier(5, 101)] });
    expect([sent, log]).toEqual([[], ['group: Create', 'end: Create']]);
  });

  test('that are one keep the name; that of a retry has its number', async () => {
    const { createRetries, log, saved, sent } = await createAll(scenarios([101]));
    const retries = createRetries?.([{ scenario: 101, retry: 1 }]) ?? [];
    expect(retries).toMatchObject([{ scenario: 101, retry: 1, testsetName: 'Login #7 retry 1' }]);
    await retries[0]?.creation;
    expect(sent.map((request) => request.testset_name)).toEqual(['Login #7', 'Login #7 retry 1']);
    expect(saved).toHaveLength(2);
    expect(log[1]).toBe('info: 1 testset to create.');
  });

  test.each([[[101]], [[101, 102]]])('have no part of a secret in a name that is cut: %j', async (ids) => {
    const { createRetries, testsets } = await createAll(scenarios(ids, `${'x'.repeat(86)} ${SECRET}`));
    const names = [...testsets, ...(createRetries?.([{ scenario: 101, retry: 1 }]) ?? [])];
    expect(names.map(({ testsetName }) => testsetName).join()).not.toContain('s3c');
  });

  test('that do not exist create nothing', async () => {
    const { app, calls, results, nothingToAwait, testsets } = await createAll(scenarios([999]));
    expect(calls).toEqual(['list 509']);
    expect(results).toMatchObject([{ outcome: 'not-started' }]);
    expect([nothingToAwait, testsets[0]?.origin]).toEqual([true, 'created']);
    expect(await app).toEqual({ kind: 'stored', projectId: 509, sourceType: 'file' });
  });

  test('that the service rejects do not stop the others', async () => {
    const { results } = await createAll(scenarios(SEVEN), {
      rejected: ({ scenario_id: id }) => (id % 2 === 1 ? [200, 4080] : undefined),
    });
    expect(results.map(({ id }) => id)).toEqual([undefined, 102, undefined, 104, undefined, 106, undefined]);
  });

  test('are not created any more after the service rejected the credentials', async () => {
    const { results, sent } = await createAll(scenarios(SEVEN), { rejected: () => [401, 1] });
    expect(sent).toHaveLength(5);
    expect(results).toEqual(Array(7).fill(expect.objectContaining({ outcome: 'rejected' })));
  });
});

describe('a service that does not respond', () => {
  /** Starts creates, each of which is answered after a time, and lets more than three minutes pass once the first ones are sent. */
  async function createSilently(target: Inputs['target'], creates: number, secondsOf: (scenario: number) => number) {
    const clock = createHandClock();
    const [began, sentAt]: [number, number[]] = [clock.now(), []];
    const respond = ({ scenario_id: scenario }: TestsetRequest) => {
      sentAt.push(Math.floor((clock.now() - began) / 1000));
      return clock.sleep(secondsOf(scenario) * 1000);
    };
    const creating = createAll(target, { respond, runtime: { clock } });
    while (clock.sleepers < creates) await setImmediate();
    await clock.pass(1_000);
    while (sentAt.length < creates) await setImmediate();
    await clock.pass(200_000);
    const { calls, log } = await creating;
    const silences = log.flatMap((line) => /^info: The (.*) min\.$/.exec(line)?.[1] ?? []);
    return { sentAt, calls, silences };
  }

  test.each([
    ['an app', () => appTarget(), 4, 0],
    ['an app', () => appTarget(), 6, 1],
    ['a scenario', () => scenarios([101]), 4, 0],
    ['a scenario', () => scenarios([101]), 6, 1],
  ])('to %s for 5 seconds may have created a testset', async (_what, target, seconds, unanswered) => {
    const { calls, silences } = await createSilently(target(), 1, () => seconds);
    expect(calls.filter((call) => call === 'unanswered')).toHaveLength(unanswered);
    expect(silences).toEqual([]);
  });

  test('to an app: the log says so each minute, and a receipt can be saved', async () => {
    const { calls, silences } = await createSilently(appTarget(), 1, () => 150);
    expect(calls).toEqual(['list 509', 'find 0', 'create', 'unanswered']);
    expect(silences).toEqual([
      'app was sent, and the service has not answered for 1',
      'app was sent, and the service has not answered for 2',
    ]);
  });

  test('to five creates gets the others after a minute; the log names the oldest, and each minute all without a response', async () => {
    const secondsOf = (scenario: number): number => (scenario > 105 ? 0 : scenario > 102 ? 150 : 90);
    const { sentAt, calls, silences } = await createSilently(scenarios(SEVEN), 5, secondsOf);
    expect(sentAt).toEqual([0, 0, 0, 0, 0, 60, 60]);
    expect(calls.filter((call) => call === 'unanswered')).toHaveLength(5);
    expect(silences).toEqual([
      'create of scenario 101 was sent, and the service has not answered for 1',
      'create of scenarios 103, 104, 105 was sent, and the service has not answered the first for 2',
    ]);
  });
});

test('testsets are created also if no receipts are kept, those of retries too', async () => {
  expect(await createAll(appTarget(), { hasReceipts: false })).toMatchObject({ results: [{ id: 7 }] });
  const { createRetries, results } = await createAll(scenarios([101]), { hasReceipts: false });
  const retries = createRetries?.([{ scenario: 101, retry: 1 }]) ?? [];
  expect([...results, await retries[0]?.creation]).toMatchObject([{ id: 101 }, { id: 101 }]);
});

test('testsets to attach to are outputs at once, and nothing is requested', async () => {
  const { calls, log, outputs, results, saved, testsets } = await createAll({ kind: 'attach', testsetIds: [7, 8] });
  expect(results).toEqual([7, 8].map((id) => ({ kind: 'created', id, announcedDevices: 0 })));
  expect(testsets).toMatchObject([{ origin: 'attached' }, { origin: 'attached' }]);
  expect(outputs).toEqual({ 'testset-id': '7,8', outcome: 'inconclusive' });
  expect([calls, log, saved]).toEqual([[], [], []]);
});
