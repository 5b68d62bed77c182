import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '..');
const CRUISER = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

/** For each rule of .dependency-cruiser.js an import that breaks it: in which file, and of what. */
const OFFENCES: readonly (readonly [rule: string, file: string, wanted: string])[] = [
  ['no-circles', 'src/limiter.ts', './offender.ts'],
  ['stories-only-fall', 'src/run-testset.ts', './index.ts'],
  ['stages-only-fall', 'src/start/start.ts', '../run-testset.ts'],
  ['stages-share-no-values', 'src/publish/outputs.ts', '../verdict/verdict.ts'],
  ['start-knows-no-later-stage', 'src/start/request.ts', '../follow/live-check.ts'],
  ['follow-knows-no-later-stage', 'src/follow/live-check.ts', '../verdict/verdict.ts'],
  ['verdict-knows-no-later-stage', 'src/verdict/verdict.ts', '../publish/outputs.ts'],
  ['chapters-only-fall', 'src/results/collect.ts', '../start/start.ts'],
  ['plain-files-only-fall', 'src/secrets/secret.ts', '../report/clean.ts'],
  ['app-keeps-to-itself', 'src/app/app-file.ts', '../report/clean.ts'],
  ['inputs-keeps-to-itself', 'src/inputs/form.ts', '../report/clean.ts'],
  ['receipts-keeps-to-itself', 'src/receipts/receipt-file.ts', '../service/retry.ts'],
  ['service-keeps-to-itself', 'src/service/retry.ts', '../report/clean.ts'],
  ['report-keeps-to-itself', 'src/report/clean.ts', '../results/collect.ts'],
  ['results-keeps-to-itself', 'src/results/collect.ts', '../inputs/form.ts'],
  ['merge-keeps-to-itself', 'src/merge/match.ts', '../inputs/form.ts'],
  ['github-keeps-to-itself', 'src/github/proxy.ts', '../service/retry.ts'],
  ['undici-has-one-user', 'src/service/retry.ts', 'undici'],
  ['form-data-has-one-user', 'src/service/retry.ts', 'form-data'],
  ['github-has-one-chapter', 'src/start/start.ts', '@actions/core'],
  ['github-is-used-by-entries', 'src/start/start.ts', '../github/proxy.ts'],
  ['simulator-stays-outside', 'src/index.ts', './simulator/offender.ts'],
  ['simulator-is-not-reachable', 'src/index.ts', './simulator/offender.ts'],
  ['no-tools-in-src', 'src/start/start.ts', '../../scripts/offender.ts'],
  ['no-dev-packages-in-src', 'src/start/start.ts', 'fast-check'],
  ['everything-resolves', 'src/start/start.ts', './nowhere.ts'],
];

function cruise(folder: string, ...what: string[]): string {
  const options = ['--config', join(folder, '.dependency-cruiser.js'), '--output-type', 'err'];
  return spawnSync(process.execPath, [CRUISER, ...options, ...what], { cwd: folder, encoding: 'utf8' }).stdout;
}

function filesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('the structure', () => {
  test('imports only fall, and each package has its place', () => {
    expect(cruise(ROOT, 'src', 'scripts', '__tests__')).toContain('no dependency violations found');
  });

  test('only entries read the environment', () => {
    const readers = filesBelow(join(ROOT, 'src'))
      .filter((file) => /\bprocess\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => file.slice(ROOT.length + 1).replaceAll('\\', '/'))
      .filter((file) => !['src/index.ts', 'src/list-scenarios.ts', 'src/merge-reports.ts'].includes(file));
    expect(readers).toStrictEqual([]);
  });
});

describe('the rules', () => {
  let copy: string;
  let told: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'structure-'));
    for (const name of ['src', 'package.json', 'tsconfig.json', '.dependency-cruiser.js']) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    for (const folder of ['src/simulator', 'scripts']) {
      mkdirSync(join(copy, folder), { recursive: true });
      writeFileSync(join(copy, folder, 'offender.ts'), 'export {};\n');
    }
    writeFileSync(join(copy, 'src/offender.ts'), "import './limiter.ts';\n");
    for (const [, file, wanted] of OFFENCES) appendFileSync(join(copy, file), `import '${wanted}';\n`);
    told = cruise(copy, 'src');
  });

  afterAll(() => {
    rmSync(copy, { recursive: true });
  });

  test.each(OFFENCES)('%s: %s may not import %s', (rule, file) => {
    expect(told).toContain(`error ${rule}: ${file}`);
  });

  test('are all tried', async () => {
    const rules: unknown = await import(pathToFileURL(join(ROOT, '.dependency-cruiser.js')).href);
    const names = OFFENCES.map(([name]): unknown => expect.objectContaining({ name }));
    expect(rules).toMatchObject({ default: { forbidden: expect.arrayContaining(names) } });
    expect(rules).toHaveProperty('default.forbidden.length', names.length);
  });
});
