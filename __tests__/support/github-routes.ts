import type { IncomingHttpHeaders } from 'node:http';

/** What exists on GitHub. */
export interface GithubState {
  /** The login that the token writes as. */
  viewer: string;
  /** Of all pull requests, in order of their identifiers. */
  readonly comments: Comment[];
  /** In order of their numbers; a pull request is none here. */
  readonly issues: Issue[];
  /** By the commit that they belong to. */
  readonly pulls: Map<string, readonly Message[]>;
  readonly runs: Message[];
  readonly jobs: Message[];
  /** Finished artifacts of all runs, oldest first. */
  readonly artifacts: Artifact[];
  /** The artifacts that are being written, by name. */
  readonly uploads: Map<string, Upload>;
}

interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly login: string;
  body: string;
  /** More of its author. */
  readonly user?: Message;
}

interface Issue {
  readonly number: number;
  readonly login: string;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
}

export interface Artifact {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  readonly content: Buffer;
  /** Its media type; a zip by default. */
  readonly type?: string;
  /** When it is deleted, if the client asked for it. */
  readonly expires?: string;
  readonly expired?: boolean;
  /** The size that GitHub says; the true one by default. */
  readonly bytes?: number;
}

interface Upload {
  readonly expires: string;
  readonly blocks: Map<string, Buffer>;
  content?: Buffer;
  type?: string;
}

/** JSON, except that text and bytes are sent as they are. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON of an object. */
export type Message = Record<string, unknown>;

interface Call {
  /** The parts of the path that the route has in parentheses. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Message;
  readonly content: Buffer;
  /** Where the request was sent to. */
  readonly origin: string;
}

export type Handler = (call: Call, state: GithubState) => Answer;

/** The token of the job. */
export const TOKEN = 'ghs_token-of-the-tests';

/** The only repository. */
export const REPOSITORY = 'octo-org/wallet-app';
/** The last commit of the pull request. */
export const HEAD = 'b'.repeat(40);

/** Gives access to the storage. */
export const SIGNATURE = Buffer.alloc(32, 'signature').toString('base64');

/** The response to a token that lacks a permission. */
export const FORBIDDEN: Answer = {
  status: 403,
  body: { message: 'Resource not accessible by integration', documentation_url: 'https://docs.github.com/rest' },
};

/** The response for something that does not exist, or that the token may not see. */
export const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

/** One operation of the API. */
export type Route = readonly [method: string, path: RegExp, handler: Handler];

const viewer: Handler = ({ body }, state) =>
  /viewer\s*\{\s*login\s*\}/.test(String(body['query']))
    ? { status: 200, body: { data: { viewer: { login: state.viewer } } } }
    : { status: 200, body: { errors: [{ message: 'Parse error' }] } };

const listPulls: Handler = ({ path, query }, state) => listed(state.pulls.get(path[0] ?? '') ?? [], query);

const listComments: Handler = ({ path, query }, state) => {
  const found = state.comments.filter(({ issue }) => String(issue) === path[0]);
  return listed(found.map(shownComment), query);
};

const createComment: Handler = ({ path, body }, state) => {
  const text = body['body'];
  if (typeof text !== 'string' || text === '' || text.length > 65_536) return invalid('body');
  const id = Math.max(900, ...state.comments.map((comment) => comment.id)) + 1;
  const comment = { id, issue: Number(path[0]), login: state.viewer, body: text };
  state.comments.push(comment);
  return { status: 201, body: shownComment(comment) };
};

const updateComment: Handler = ({ path, body }, state) => {
  const comment = state.comments.find(({ id }) => String(id) === path[0]);
  if (!comment) return NOT_FOUND;
  comment.body = String(body['body']);
  return { status: 200, body: shownComment(comment) };
};

const deleteComment: Handler = ({ path }, state) => {
  const at = state.comments.findIndex(({ id }) => String(id) === path[0]);
  if (at < 0) return NOT_FOUND;
  state.comments.splice(at, 1);
  return { status: 204 };
};

function shownComment({ id, issue, login, body, user }: Comment): Message {
  const url = `https://github.com/${REPOSITORY}/pull/${String(issue)}#issuecomment-${String(id)}`;
  return { id, html_url: url, user: { login, ...user }, body };
}

const listIssues: Handler = ({ query }, state) => {
  const found = state.issues.filter(
    (issue) => issue.state === (query.get('state') ?? 'open') && [null, issue.login].includes(query.get('creator')),
  );
  return listed(found.toReversed(), query);
};

const createIssue: Handler = ({ body }, state) => {
  const { title, body: text } = body;
  const number = 41 + state.issues.length;
  state.issues.push({ number, login: state.viewer, title: String(title), body: String(text), state: 'open' });
  return { status: 201, body: state.issues.at(-1) };
};

const updateIssue: Handler = ({ path, body }, state) => {
  const issue = state.issues.find(({ number }) => String(number) === path[0]);
  return issue ? { status: 200, body: Object.assign(issue, body) } : NOT_FOUND;
};

const getOf =
  (list: 'runs' | 'jobs'): Handler =>
  ({ path }, state) => {
    const found = state[list].find(({ id }) => String(id) === path[0]);
    return found ? { status: 200, body: found } : NOT_FOUND;
  };

const listRuns: Handler = ({ path: [workflow = ''], query }, state) => {
  const ofWorkflow = state.runs.filter((run) => [String(run['workflow_id']), fileOf(run)].includes(workflow));
  if (ofWorkflow.length === 0) return NOT_FOUND;
  const fields = { branch: 'head_branch', event: 'event', status: 'status' };
  const found = ofWorkflow.filter((run) =>
    Object.entries(fields).every(([name, field]) => [null, run[field]].includes(query.get(name))),
  );
  return { status: 200, body: { total_count: found.length, workflow_runs: paged(found, query) } };
};

/** The name of the file of a run's workflow. */
function fileOf({ path = '.github/workflows/device-tests.yml' }: Message): string {
  return String(path).replace('.github/workflows/', '');
}

const listArtifacts: Handler = ({ path, query }, state) => {
  const found = state.artifacts.filter(({ run }) => String(run) === path[0]);
  const artifacts = found.map(({ id, name, content, expired = false, bytes: size_in_bytes = content.length }) => {
    return { id, name, size_in_bytes, expired };
  });
  return listed(artifacts, query, (page) => ({ total_count: found.length, artifacts: page }));
};

const downloadArtifact: Handler = ({ path, origin }, state) => {
  const artifact = state.artifacts.find(({ id }) => String(id) === path[0]);
  if (!artifact) return NOT_FOUND;
  if (artifact.expired) return { status: 410, body: { message: 'Artifact has expired' } };
  return { status: 302, headers: { location: addressOf(origin, artifact.id) } };
};

/** A page of a list, and whether there is another one. */
function listed<T>(
  items: readonly T[],
  query: URLSearchParams,
  bodyOf: (page: T[]) => unknown = (page) => page,
): Answer {
  const next = new URLSearchParams(query);
  next.set('page', String(Number(query.get('page') ?? 1) + 1));
  const headers = { link: `<https://api.github.com/?${next.toString()}>; rel="next"` };
  const hasNext = paged(items, next).length > 0;
  return { status: 200, body: bodyOf(paged(items, query)), ...(hasNext && { headers }) };
}

/** At most a hundred on a page, thirty by default. */
function paged<T>(items: readonly T[], query: URLSearchParams): T[] {
  const size = Math.min(100, Number(query.get('per_page') ?? 30));
  const page = Number(query.get('page') ?? 1);
  return items.slice((page - 1) * size, page * size);
}

function invalid(message: string): Answer {
  return { status: 422, body: { message: `Validation Failed: ${message}` } };
}

/** Where the content of an artifact is: by its identifier, or by its name while it is written. */
export function addressOf(origin: string, blob: string | number): string {
  return `${origin}/storage/${encodeURIComponent(blob)}?sig=${encodeURIComponent(SIGNATURE)}`;
}

function within(method: string, path: string, handler: Handler): Route {
  return [method, new RegExp(`^/repos/${REPOSITORY}${path}$`), authorized(handler)];
}

function authorized(handler: Handler): Handler {
  return (call, state) =>
    call.headers.authorization === `token ${TOKEN}`
      ? handler(call, state)
      : { status: 401, body: { message: 'Bad credentials' } };
}

/** All operations of the API. */
export const API_ROUTES: readonly Route[] = [
  ['POST', /^\/graphql$/, authorized(viewer)],
  within('GET', '/commits/([0-9a-f]{40})/pulls', listPulls),
  within('GET', '/issues', listIssues),
  within('POST', '/issues', createIssue),
  within('PATCH', '/issues/(\\d+)', updateIssue),
  within('GET', '/issues/(\\d+)/comments', listComments),
  within('POST', '/issues/(\\d+)/comments', createComment),
  within('PATCH', '/issues/comments/(\\d+)', updateComment),
  within('DELETE', '/issues/comments/(\\d+)', deleteComment),
  within('GET', '/actions/runs/(\\d+)', getOf('runs')),
  within('GET', '/actions/jobs/(\\d+)', getOf('jobs')),
  within('GET', '/actions/workflows/([\\w.-]+)/runs', listRuns),
  within('GET', '/actions/runs/(\\d+)/artifacts', listArtifacts),
  within('GET', '/actions/artifacts/(\\d+)/zip', downloadArtifact),
];
