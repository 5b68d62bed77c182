import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { publishArtifact } from '../../src/github/artifact.ts';
import type { ArtifactResult } from '../../src/runtime/platform.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { createReport } from '../support/reports.ts';
import { expectNoStackTrace, openSandbox, commandMessages } from '../support/sandbox.ts';
import { startArtifactRelay, type ArtifactRelay, type Call, type Mishap } from './support/artifact-relay.ts';

let service: ArtifactService;
let relay: ArtifactRelay;
beforeAll(async () => {
  service = await startArtifactService();
  relay = await startArtifactRelay(service.env);
  Object.assign(process.env, relay.env);
});
afterAll(async () => {
  relay.close();
  await service.close();
});

let root: string;
let name: string;
let count = 0;
beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  root = mkdtempSync(join(tmpdir(), 'artifact-'));
  writeFileSync(join(root, 'report.json'), '{}');
  count += 1;
  name = `testset-${count}`;
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Pauses between tries take no time. */
const quick: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms < 60_000 ? 0 : ms, signal) };

const RUN = { ...createReport().run, attempt: 2 };

function publish(): Promise<ArtifactResult> {
  const cancelled = new AbortController().signal;
  const client = new DefaultArtifactClient();
  const settings = { clock: quick, cancelled, run: RUN, isEnterpriseServer: false, isOffered: true, client };
  return publishArtifact({ name, files: [join(root, 'report.json')], root }, settings);
}

describe('an artifact is published all the same', () => {
  test.each<[Call, Mishap, times: number]>([
    ['CreateArtifact', 'reset behind it', 2],
    ['FinalizeArtifact', 'reset', 2],
    ['CreateArtifact', 500, 1],
  ])('when %s meets a %s, %d times', async (call, mishap, times) => {
    relay.harm(call, mishap, times);
    expect(await publish()).toMatchObject({ kind: 'published', name });
    expect(relay.calls.filter((each) => each === call)).toHaveLength(times + 1);
    expect([...(await service.files(name)).keys()]).toStrictEqual(['report.json']);
  });

  test('when the line breaks behind its last call: under the next name, because the first is taken by itself', async () => {
    relay.harm('FinalizeArtifact', 'reset behind it', 1);
    expect(await publish()).toMatchObject({ kind: 'published', name: `${name}-2` });
  });
});

/** How many times faster a step lives that waits for an artifact until its time is over. */
const HURRIED = 150;

describe('a step whose artifact is given up', () => {
  test.each<[Call, Mishap]>([
    ['CreateArtifact', 'reset'],
    ['CreateArtifact', 'cut off'],
    ['CreateArtifact', 500],
    ['upload', 'stalled'],
    ['FinalizeArtifact', 429],
    ['FinalizeArtifact', 'cut off'],
  ])('because %s meets a %s ends with its verdict, its files and one warning', async (call, mishap) => {
    const sandbox = await openSandbox();
    relay.harm(call, mishap);
    // Receipts are artifacts, too, and would have their own warnings.
    const inputs = { 'upload-artifact': 'true', 'artifact-name': name, resume: 'false' };
    const result = await sandbox.run({ inputs, env: relay.env, timeScale: HURRIED });
    await sandbox.close();
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ outcome: 'passed', 'pass-count': '3', 'artifact-id': '' });
    expect(commandMessages(result, 'warning')).toStrictEqual([
      expect.stringMatching(/^The artifact could not be published: .+ The files are in testset-results\.$/),
    ]);
    expect(result.summary).toContain('All 3 devices passed');
  });
});
