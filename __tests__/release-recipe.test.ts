import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { REPOSITORY as DOCUMENTED } from '../scripts/support/repository.ts';
import type { Report } from '../src/model/report.ts';
import { reportJson } from '../src/report/report-json.ts';
import { createView } from '../src/report/view.ts';
import { allPassed, oneFailed, reportOf } from './support/reports.ts';
import { complete, devices } from './support/testsets.ts';
import { readWorkflows } from './support/document-workflows.ts';
import { fields, type Fields } from './support/workflow-files.ts';

const WORKFLOW = (await readWorkflows()).get('Release a tested app') ?? '';
const FAKE_GH = resolve(import.meta.dirname, 'support/fake-gh.mjs');
const REPOSITORY = 'octo-org/wallet-app';
const WORKFLOWS = `${REPOSITORY}/.github/workflows`;
const PROVENANCE = 'https://slsa.dev/provenance/v1';
const TYPE = `https://github.com/${DOCUMENTED}/blob/v1/docs/report.schema.json`;

const written = (report: Report): string => reportJson(createView(report));
const PASSED = written(allPassed());
const FAILED = written(oneFailed());
const WITHIN_LIMIT = written(reportOf(complete(devices(2, { 1: 'failed' })), { maxFailures: 1 }));

/** The steps of the release job that run a script. */
function scriptSteps(): readonly Fields[] {
  const { steps } = fields(fields(fields(parse(WORKFLOW))['jobs'])['release']);
  return Array.isArray(steps) ? steps.map(fields).filter(({ run }) => run !== undefined) : [];
}

/** An attestation, and what `gh attestation verify --format json` returns of it. */
function attestation(predicate = '', daysAgo = 1, changes: Fields = {}): Fields {
  const subject = createHash('sha256').update('the app').digest('hex');
  const workflow = `${WORKFLOWS}/signed-device-test.yml`;
  // gh writes the time in the zone of the machine.
  const time = new Date(Date.now() - daysAgo * 86_400_000 + 9 * 3_600_000);
  const timestamp = Number.isNaN(daysAgo) ? '' : `${time.toISOString().slice(0, 19)}+09:00`;
  const verificationResult = {
    mediaType: 'application/vnd.dev.sigstore.verificationresult+json;version=0.1',
    statement: {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'app-release.apk', digest: { sha256: subject } }],
      predicateType: TYPE,
      predicate: JSON.parse(predicate) as unknown,
    },
    signature: { certificate: { subjectAlternativeName: `https://github.com/${workflow}@refs/heads/main` } },
    verifiedTimestamps: [{ type: 'Tlog', uri: 'https://rekor.sigstore.dev', timestamp }],
  };
  const output = { attestation: { bundle: {} }, verificationResult };
  return { subject, repo: REPOSITORY, workflow, ref: 'refs/heads/main', predicateType: TYPE, output, ...changes };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  await writeFile(join(folder, 'app-release.apk'), 'the app');
  await writeFile(join(folder, 'gh'), `#!/bin/sh\nexec "${process.execPath}" "${FAKE_GH}" "$@"\n`, { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the scripts as the runner does, until one fails. @returns whether the app was released */
async function release(
  attestations: readonly Fields[],
  exitCodeForNone = 1,
  tags: Fields = { v1: allPassed().run.commit },
): Promise<boolean> {
  await writeFile(join(folder, 'store.json'), JSON.stringify({ attestations, exitCodeForNone, tags }));
  for (const [at, { run, shell, env }] of scriptSteps().entries()) {
    const script = join(folder, `script-${at}`);
    await writeFile(script, String(run));
    const given = Object.entries(fields(env)).map(
      ([name, value]) => [name, String(value).replace(/\$\{\{.*\}\}/, 'v1')] as const,
    );
    const [command, ...options] = shell === 'node {0}' ? ([process.execPath] as const) : (['bash', '-e'] as const);
    const { status } = spawnSync(command, [...options, script], {
      cwd: folder,
      env: {
        ...Object.fromEntries(given),
        GITHUB_REPOSITORY: REPOSITORY,
        GH_STORE: join(folder, 'store.json'),
        PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
      },
    });
    if (status !== 0) break;
  }
  return existsSync(join(folder, 'released.json'));
}

if (process.platform !== 'win32') {
  test.each<[what: string, isCommitted: boolean, attestations: readonly Fields[]]>([
    ['that passed', true, [attestation(PASSED)]],
    ['that passed 13 days ago', true, [attestation(PASSED, 13.9)]],
    ['whose newest result passed', true, [attestation(FAILED, 3), attestation(PASSED, 1), attestation(FAILED, 2)]],
    ['without an attestation', false, []],
    ['that passed 15 days ago', false, [attestation(PASSED, 14.1)]],
    ['that failed', false, [attestation(FAILED)]],
    ['that passed within the limit', false, [attestation(WITHIN_LIMIT)]],
    ['whose newest result failed', false, [attestation(PASSED, 3), attestation(FAILED, 1), attestation(PASSED, 2)]],
    ['with two results of the same time', false, [attestation(PASSED, 1), attestation(FAILED, 1)]],
    ['with a result without a time', false, [attestation(PASSED), attestation(FAILED, NaN)]],
    ['with a result of tomorrow', false, [attestation(PASSED, -1)]],
    ['with another digest', false, [attestation(PASSED, 1, { subject: 'f2ca1bb6' })]],
    ['signed by another workflow', false, [attestation(PASSED, 1, { workflow: `${WORKFLOWS}/x.yml` })]],
    ['tested on another branch', false, [attestation(PASSED, 1, { ref: 'refs/heads/mine' })]],
    ['of another repository', false, [attestation(PASSED, 1, { repo: 'octo-org/other' })]],
    ['with another kind of predicate', false, [attestation(PASSED, 1, { predicateType: PROVENANCE })]],
  ])('an app %s is released: %p', async (_what, isCommitted, attestations) => {
    expect(await release(attestations)).toBe(isCommitted);
  });

  // gh up to 2.66.1: https://github.com/cli/cli/issues/10418
  test('an app without an attestation is not released either where gh succeeds without output', async () => {
    expect(await release([], 0)).toBe(false);
  });

  test('the release contains the app that was verified, and its tag exists', async () => {
    await release([attestation(PASSED)]);
    const released: unknown = JSON.parse(readFileSync(join(folder, 'released.json'), 'utf8'));
    expect(released).toEqual(['v1', 'app-release.apk', REPOSITORY, true]);
  });

  const OTHER_TAGS = [{ v1: 'f'.repeat(40) }, { v2: allPassed().run.commit }];
  test.each(OTHER_TAGS)('nothing is released for the tags %j', async (tags) => {
    expect(await release([attestation(PASSED)], 1, tags)).toBe(false);
  });
}
