import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { CHECKS } from '../../scripts/release/settings.ts';
import { requestProblems } from '../support/github-openapi.ts';
import { fields, type Fields } from '../support/workflow-files.ts';

export const REPOSITORY = 'acme/run-testset';
export const TOKEN = 'ghs_release';
const PATH = `/repos/${REPOSITORY}`;

interface Release extends Fields {
  readonly id: number;
  readonly draft: boolean;
  /** The contents by their names. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the action that attests has stored. */
export interface Attestation {
  readonly subjects: readonly string[];
  /** The text of the list of packages, if there is one. */
  readonly sbom: string | undefined;
}

/** The settings of the repository; tests may change them. */
export interface Settings {
  rulesets: Fields[];
  rulesOfMain: Fields[];
  /** Of whom has approved what. */
  approvals: Fields[];
  /** Of CODEOWNERS. */
  errors: Fields[];
  reviewers: unknown[];
  preventSelfReview: boolean;
  adminsBypass: boolean;
  branches: string[];
  hasKey: boolean;
  /** As the workflow says. */
  maintainers?: 'one';
  /** Whether the key is also a secret of the whole repository. */
  sharesKey: boolean;
  /** Who started the run, and who started it last. */
  actors: readonly [actor: string, triggering: string];
  /** The branches of which the name begins with `v`. */
  versionBranches: string[];
  /** Whether published releases are immutable. */
  immutable: boolean;
}

/** A test server with the part of GitHub's REST API that reads settings and makes releases. */
export interface ReleaseApi {
  readonly url: string;
  readonly releases: Release[];
  readonly attestations: Attestation[];
  readonly settings: Settings;
  /** The requests that change something, such as `POST /repos/o/r/releases`. */
  readonly writes: string[];
  /** Is called once, between the next such request and its response. */
  onNextWrite(action: (socket: Socket) => void): void;
  /** @throws if GitHub's OpenAPI description does not allow one of the requests */
  close(): Promise<void>;
}

/** The settings that docs/release.md asks for. */
export function goodSettings(): Settings {
  const conditions = { ref_name: { include: ['refs/tags/v*'], exclude: [] } };
  const rules = ['creation', 'update', 'deletion'].map((type) => ({ type }));
  const ruleset = { id: 7, name: 'Tags', target: 'tag', enforcement: 'active', conditions, rules };
  const ofBranches = { ref_name: { include: ['refs/heads/v*'], exclude: [] } };
  const branches = { ...ruleset, id: 9, name: 'Branches', target: 'branch', conditions: ofBranches };
  const main = {
    ...branches,
    id: 10,
    name: 'main',
    conditions: { ref_name: { include: ['refs/heads/main'], exclude: [] } },
  };
  return {
    rulesets: [ruleset, branches, main],
    errors: [],
    rulesOfMain: [
      { type: 'deletion', ruleset_id: 10 },
      { type: 'non_fast_forward', ruleset_id: 10 },
      {
        type: 'required_status_checks',
        ruleset_id: 10,
        parameters: {
          required_status_checks: CHECKS.map((context) => ({ context })),
          strict_required_status_checks_policy: true,
        },
      },
      {
        type: 'pull_request',
        ruleset_id: 10,
        parameters: {
          required_approving_review_count: 1,
          require_code_owner_review: true,
          require_last_push_approval: true,
          dismiss_stale_reviews_on_push: true,
        },
      },
    ],
    reviewers: [{ type: 'User' }],
    preventSelfReview: true,
    adminsBypass: false,
    branches: ['main'],
    hasKey: true,
    sharesKey: false,
    actors: ['ann', 'ann'],
    approvals: [approval('bob')],
    versionBranches: [],
    immutable: true,
  };
}

/** What GitHub says of the review of a run. */
export function approval(login: string, state = 'approved', environment = 'release', type = 'User'): Fields {
  return { state, environments: [{ name: environment }], user: { login, type } };
}

export async function startReleaseApi(): Promise<ReleaseApi> {
  const api: Omit<ReleaseApi, 'url' | 'onNextWrite' | 'close'> = {
    releases: [],
    attestations: [],
    settings: goodSettings(),
    writes: [],
  };
  const problems: string[] = [];
  let action: ((socket: Socket) => void) | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url: path = '' } = request;
      const body = await text(request);
      problems.push(...requestProblems({ method, path, body: path.includes('/assets?') ? '' : body }));
      const [status, value] = answer(api, request, body, urlOf(server));
      if (method !== 'GET') {
        const play = action;
        action = undefined;
        play?.(request.socket);
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    ...api,
    url: urlOf(server),
    onNextWrite: (next) => {
      action = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (problems.length > 0) throw new Error(`GitHub does not allow these requests: ${problems.join(', ')}`);
    },
  };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

type State = Pick<ReleaseApi, 'releases' | 'settings' | 'writes'>;

function answer(
  { releases, settings, writes }: State,
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
  host: string,
): readonly [status: number, value?: unknown] {
  if (headers.authorization !== `Bearer ${TOKEN}`) return [401, { message: 'Bad credentials' }];
  const path = url.replace(/\?.*/, '').slice(PATH.length);
  const [, collection = '', id = '', part = ''] = path.split('/');
  const shown = ({ files, ...release }: Release): Fields => ({
    ...release,
    immutable: settings.immutable,
    upload_url: `${host}${PATH}/releases/${release.id}/assets{?name,label}`,
    assets: Object.entries(files).map(([name, content], at) => ({
      id: at + 1,
      name,
      digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
    })),
  });
  if (method === 'GET') {
    const published = releases.find((release) => release['tag_name'] === part && !release.draft);
    if (collection === 'rulesets' && id === '')
      return [200, settings.rulesets.map(({ id: number }) => ({ id: number }))];
    if (collection === 'rulesets') return [200, settings.rulesets.find((each) => String(each['id']) === id)];
    if (collection === 'actions') return [200, settings.approvals];
    if (collection === 'git') return [200, settings.versionBranches.map((name) => ({ ref: `refs/heads/${name}` }))];
    if (collection === 'codeowners') return [200, { errors: settings.errors }];
    if (collection === 'rules') return [200, settings.rulesOfMain];
    if (part === 'deployment-branch-policies')
      return [200, { branch_policies: settings.branches.map((name) => ({ name })) }];
    if (collection === 'environments') return [200, environmentOf(settings)];
    if (id === 'tags') return published ? [200, shown(published)] : [404, { message: 'Not Found' }];
    return [200, releases.map(shown)];
  }
  writes.push(`${method} ${path}`);
  if (id === 'assets') {
    const [draft] = releases.filter((release) => release.draft);
    if (draft) replace(releases, { ...draft, files: {} });
    return [204];
  }
  if (id === '') {
    const release = { id: releases.length + 1, files: {}, draft: false, ...fields(JSON.parse(body)) };
    releases.push(release);
    return [201, shown(release)];
  }
  const release = releases.find((each) => String(each.id) === id);
  if (!release) return [404, { message: 'Not Found' }];
  // A published release is immutable.
  if (!release.draft) return [422, { message: 'Cannot upload assets to an immutable release.' }];
  const name = new URL(url, host).searchParams.get('name') ?? '';
  const changed = part === 'assets' ? { files: { ...release.files, [name]: body } } : fields(JSON.parse(body));
  replace(releases, { ...release, ...changed });
  return [part === 'assets' ? 201 : 200, {}];
}

function replace(releases: Release[], changed: Release): void {
  releases.splice(
    releases.findIndex(({ id }) => id === changed.id),
    1,
    changed,
  );
}

function environmentOf({ reviewers, preventSelfReview, adminsBypass }: Settings): Fields {
  const review = { type: 'required_reviewers', prevent_self_review: preventSelfReview, reviewers };
  const rules = [{ type: 'branch_policy' }, ...(reviewers.length > 0 ? [review] : [])];
  return { name: 'release', can_admins_bypass: adminsBypass, protection_rules: rules };
}
