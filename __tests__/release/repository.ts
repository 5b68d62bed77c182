import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';

import { parse } from 'yaml';

import { fields, type Fields } from '../support/workflow-files.ts';
import { REPOSITORY, TOKEN, type Attestation, type ReleaseApi } from './api.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WORKFLOW = fields(parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')));

/** The jobs of the release workflow; each waits for the one before it. */
export const JOBS = Object.values(fields(WORKFLOW['jobs'])).map(fields);
/** How many maintain the action, as the workflow says. */
export const MAINTAINERS = fields(WORKFLOW['env'])['MAINTAINERS'];

interface Result {
  readonly ok: boolean;
  readonly log: string;
}

/** A small action in a repository with a bare one as its remote. Its `dist/index.js` is a copy of `src/index.js`. */
export interface Repository {
  /** Commits a version with its changelog and dist; `files` has other contents. */
  commit(version: string, files?: Readonly<Record<string, string>>): string;
  /** Runs git in the working copy of a maintainer. */
  git(...args: readonly string[]): string;
  /** The commit of a tag on the remote; empty if there is none. */
  tagged(name: string): string;
  /** Runs the steps of the release workflow in a new checkout of a commit, until one fails. */
  release(commit: string): Promise<Result>;
  /** Runs its last step only, with an empty list of packages. */
  publish(commit: string): Promise<Result>;
  /** Rejects every push, or accepts it again. */
  rejectPushes(rejected: boolean): void;
  close(): void;
}

const STEPS = JOBS.flatMap((job) => (Array.isArray(job['steps']) ? job['steps'].map(fields) : []));

const ENV = {
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@example.com',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  // No process that cleans up after each commit and push.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'receive.autogc',
  GIT_CONFIG_VALUE_1: 'false',
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/** A lockfile with a package in the bundle, and one that only develops it. */
const PACKAGES = {
  '': { name: 'run-testset', dependencies: { saxes: '6.0.0' }, devDependencies: { jest: '30.0.0' } },
  'node_modules/saxes': { version: '6.0.0', integrity: `sha512-${'A'.repeat(86)}==` },
  'node_modules/jest': { version: '30.0.0', dev: true },
};

export function createRepository(api: ReleaseApi): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const [remote, work] = [join(folder, 'remote.git'), join(folder, 'work')];
  const gitIn = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd, env: ENV, encoding: 'utf8', stdio: 'pipe' }).trim();
  gitIn(folder, 'init', '--quiet', '--template=', '--bare', '--initial-branch=main', remote);
  gitIn(folder, 'clone', '--quiet', '--template=', remote, work);
  // A link, so that Node finds what it has compiled.
  for (const path of [join(work, 'scripts'), join(folder, 'bin')]) mkdirSync(path);
  symlinkSync(join(ROOT, 'scripts/release'), join(work, 'scripts/release'));

  writeFileSync(
    join(folder, 'bin/gh'),
    '#!/bin/sh\ntest "$1 $2 $4" = "attestation verify --bundle" && test -s "$5"\n',
    { mode: 0o755 },
  );

  const commit: Repository['commit'] = (version, files = {}) => {
    const all = {
      'package.json': JSON.stringify({ ...PACKAGES[''], version, type: 'module', repository: `github:${REPOSITORY}` }),
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: PACKAGES }),
      'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n## [${version}] - 2026-01-02\n\n### Added\n\n- ${version}\n\n## [0.1.0] - 2026-01-01\n`,
      'action.yml': 'runs: {}\n',
      'index.mjs': '',
      'list-scenarios/action.yml': 'runs: {}\n',
      'list-scenarios/index.mjs': '',
      'src/index.js': `// ${version}\n`,
      'dist/index.js': `// ${version}\n`,
      'dist/licenses.txt': 'saxes 6.0.0\nISC\n\nThe text.\n',
      'dist/artifact-worker/licenses.txt': '',
      '.ci/run': 'cmp src/index.js dist/index.js\n',
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    }
    chmodSync(join(work, '.ci/run'), 0o755);
    gitIn(work, 'add', '--all');
    gitIn(work, 'commit', '--quiet', '--message', version);
    return gitIn(work, 'rev-parse', 'HEAD');
  };

  const checkOut = (revision: string): string => {
    const checkout = mkdtempSync(join(folder, 'checkout-'));
    gitIn(folder, 'clone', '--quiet', '--template=', remote, checkout);
    gitIn(checkout, 'checkout', '--quiet', '--detach', revision);
    return checkout;
  };

  const runSteps = async (checkout: string, steps: readonly Fields[]): Promise<Result> => {
    const outputs = join(mkdtempSync(join(folder, 'runner-')), 'outputs');
    writeFileSync(outputs, '');
    const run = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_RUN_ID: '41', GITHUB_OUTPUT: outputs };
    const path = `${join(folder, 'bin')}${delimiter}${ENV.PATH}`;
    const context = { ...run, GITHUB_API_URL: api.url, HOME: folder, PATH: path };
    let log = '';
    let bundle = '';
    for (const { id, if: condition, uses, with: inputs, run: script, env } of steps) {
      const isOn = condition === undefined || readFileSync(outputs, 'utf8').includes('published=false\n');
      if (isOn && String(uses).startsWith('actions/attest@')) api.attestations.push(attest(fields(inputs), checkout));
      if (isOn && id === 'provenance') {
        bundle = join(dirname(outputs), 'attestation.json');
        writeFileSync(bundle, JSON.stringify(api.attestations.at(-1)));
      }
      if (!isOn || typeof script !== 'string') continue;
      const token = fields(env)['GITHUB_TOKEN'] === '${{ github.token }}' ? TOKEN : '';
      const { hasKey, sharesKey, actors, maintainers = 'several' } = api.settings;
      const own = {
        GITHUB_TOKEN: token,
        BUNDLE: fields(env)['BUNDLE'] === '${{ steps.provenance.outputs.bundle-path }}' ? bundle : '',
        MAINTAINERS: maintainers,
        HAS_KEY: String(hasKey),
        KEY_IS_SHARED: String(sharesKey),
        GITHUB_ACTOR: actors[0],
        GITHUB_TRIGGERING_ACTOR: actors[1],
      };
      const result = await runScript(script, checkout, { ...ENV, ...context, ...own });
      log += result.log;
      if (!result.ok) return { ok: false, log };
    }
    return { ok: true, log };
  };

  return {
    commit,
    git: (...args) => gitIn(work, ...args),
    tagged: (name) => gitIn(remote, 'for-each-ref', '--format=%(objectname)', `refs/tags/${name}`),
    release: (revision) => runSteps(checkOut(revision), STEPS),
    publish: (revision) => {
      const checkout = checkOut(revision);
      for (const name of ['sbom.cdx.json', 'provenance.sigstore.json']) writeFileSync(join(checkout, name), '{}');
      return runSteps(checkout, STEPS.slice(-1));
    },
    rejectPushes: (rejected) => {
      const hook = join(remote, 'hooks/pre-receive');
      mkdirSync(dirname(hook), { recursive: true });
      if (rejected) writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      else rmSync(hook);
    },
    close: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** What actions/attest would attest. */
function attest(inputs: Fields, checkout: string): Attestation {
  const sbom = inputs['sbom-path'];
  return {
    subjects: filesOf(String(inputs['subject-path']), checkout),
    sbom: typeof sbom === 'string' ? readFileSync(join(checkout, sbom), 'utf8') : undefined,
  };
}

/** The files in a folder that match patterns in lines, sorted. */
export function filesOf(patterns: string, folder: string): readonly string[] {
  const found = globSync(patterns.trim().split('\n'), { cwd: folder, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}

/** Runs a script of a workflow as the runner does on Linux. */
function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Result> {
  return new Promise((done) => {
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      done({ ok: error === null, log: `${stdout}${stderr}` });
    });
  });
}
