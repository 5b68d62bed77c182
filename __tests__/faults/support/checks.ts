import { createHash } from 'node:crypto';

import { foundIn } from '../../hostile/support/encodings.ts';
import { MOST_REDIRECTS } from './looks.ts';
import { meaningOfCreate, meaningOf } from './meaning.ts';
import { ACCESS_KEY, USER_ID, type RunRecord } from './run.ts';
import type { SeenRequest } from './seen-request.ts';
import { expectedOf } from './truth-table.ts';
import { documentIn } from './verdict-table.ts';

/** What a promise is about, for counting. */
export type Promised =
  | 'no duplicate create'
  | 'no create after the final one'
  | 'nothing lost'
  | 'right verdict'
  | 'right files'
  | 'Retry-After kept'
  | 'ends in time'
  | 'nothing left open'
  | 'no secret shown'
  | 'one origin alone'
  | 'few redirects'
  | 'no hang';

/** A promise that was broken, and how. */
export interface Finding {
  readonly broken: Promised;
  readonly how: string;
}

/** How far beyond `timeout` a run may go: 3 s for a create's last word and for the last look, 30 s for results. In milliseconds. */
const LATE_MS = 40_000;
/** How long it may take to tell what is known, in milliseconds. */
const MOMENT_MS = 1_000;
/** docs/design.md §3: 60 s without a sign of life, and a little. */
const STALL_MS = 65_000;

/** Checks everything that is promised of a run, whatever it met. */
export function findingsOf(record: RunRecord): readonly Finding[] {
  const { report, thrown, began, schedule } = record;
  if (!report) return [{ broken: 'no hang', how: thrown }];
  const deadline = began + schedule.timeoutMinutes * 60_000;
  return [
    ...creates(record),
    ...verdict(record, deadline),
    ...files(record),
    ...patience(record, deadline),
    ...time(record, deadline),
    ...redirects(record),
    ...secrets(record),
    ...leftovers(record),
  ];
}

const when = (condition: boolean, broken: Promised, how: string): Finding[] => (condition ? [{ broken, how }] : []);

function creates({ requests, app }: RunRecord): Finding[] {
  const sent = requests.filter(({ operation }) => operation === 'create');
  const applied = sent.filter((request) => request.applied !== undefined);
  const final = sent.findIndex((request) => !['safe', 'limit', 'maintenance'].includes(kindOf(request)));
  const sha256 = createHash('sha256').update(app).digest('hex');
  const whole = sent
    .filter((request) => request.whole)
    .map(({ parts }) => parts.map((part) => [part.name, part.sha256].join(':')));
  return [
    ...when(applied.length > 1, 'no duplicate create', `${applied.length} testsets were created`),
    ...when(
      final >= 0 && final < sent.length - 1,
      'no create after the final one',
      `create ${final + 1} was final, ${sent.length} were sent`,
    ),
    ...whole.flatMap((parts) =>
      when(parts.join() !== `app_file:${sha256},data:`, 'right files', `the create held ${parts.join()}`),
    ),
  ];
}

function kindOf(request: SeenRequest): string {
  const meaning = meaningOfCreate(request);
  return typeof meaning === 'string' ? meaning : 'created';
}

function verdict({ report, requests, outputs, idToldAt, ended, brokenOffAt }: RunRecord, deadline: number): Finding[] {
  const { outcome, id } = expectedOf(requests, { deadline, ended, brokenOffAt });
  const told = report?.outcome ?? '';
  const createdAt = requests.findLast(({ operation }) => operation === 'create')?.endedAt ?? ended;
  return [
    ...when(outcome === 'goes on', 'nothing lost', `it ended as ${told}, and should have gone on`),
    ...when(
      outcome !== 'goes on' && told !== outcome,
      'right verdict',
      `${told} instead of ${outcome}: ${report?.sentence ?? ''}`,
    ),
    ...when(
      (outputs['testset-id'] ?? '') !== `${id ?? ''}`,
      'nothing lost',
      `testset-id ${outputs['testset-id'] ?? ''}`,
    ),
    // Whoever is killed from now on has told it.
    ...when(id !== undefined && (idToldAt ?? Infinity) > createdAt + MOMENT_MS, 'nothing lost', 'testset-id told late'),
    ...when(outputs['outcome'] !== told, 'right verdict', `output ${outputs['outcome'] ?? ''}, report ${told}`),
  ];
}

const DOCUMENTS = [
  ['result.xml', ['xml', 'bare_xml']],
  ['result.json', ['json']],
  ['result.html', ['html']],
] as const;

function files({ requests, files: written, outputs }: RunRecord): Finding[] {
  const results = requests.filter(({ operation }) => operation === 'result');
  return DOCUMENTS.flatMap(([file, names]) => {
    const delivered = results.flatMap((request) => names.flatMap((name) => documentIn(request, name) ?? []));
    const text = written.get(`testset-${outputs['testset-id'] ?? ''}/${file}`);
    if (text === undefined) return when(delivered.length > 0, 'right files', `${file} was delivered and is not there`);
    return when(!delivered.includes(text), 'right files', `${file} is not what was delivered`);
  });
}

/** Whoever failed comes again no sooner than it was told to; only the look that is taken at the deadline may. */
function patience({ requests, began }: RunRecord, deadline: number): Finding[] {
  return requests.flatMap((request, at) => {
    const { answer, operation } = request;
    const next = requests[at + 1];
    if (!answer || !next || next.at >= deadline || isGood(request)) return [];
    const early = Math.round(answer.sentAt + answer.retryAfterMs - next.at);
    return when(
      early > 0 && answer.retryAfterMs > 0,
      'Retry-After kept',
      `${next.operation} came ${early} ms too early after ${operation} at ${Math.round(answer.sentAt - began)}`,
    );
  });
}

/** Whether a request brought what it was sent for: then there is nothing to come back for. */
function isGood(request: SeenRequest): boolean {
  return request.operation === 'create' ? kindOf(request) === 'created' : meaningOf(request.answer).kind === 'told';
}

function time({ requests, ended }: RunRecord, deadline: number): Finding[] {
  const stalls = requests.flatMap(({ operation, at, answer, endedAt = ended }) => {
    const silent = endedAt - (answer?.sentAt ?? at);
    return when(silent > STALL_MS, 'ends in time', `${operation} stood still for ${Math.round(silent)} ms`);
  });
  const slow = requests.flatMap(({ operation, at, endedAt = ended }) => {
    const most = { scenarios: 61_000, status: 61_000, create: 126_000, result: 601_000 }[operation];
    return when(endedAt - at > most, 'ends in time', `${operation} took ${Math.round(endedAt - at)} ms`);
  });
  const late = Math.round(ended - deadline);
  return [...stalls, ...slow, ...when(late > LATE_MS, 'ends in time', `${late} ms after the deadline`)];
}

/** Of redirects that ask for no wait, at most three are followed at once (docs/design.md §3). */
function redirects({ requests }: RunRecord): Finding[] {
  let followed = 0;
  return requests.flatMap(({ answer, operation }, at) => {
    const next = requests[at + 1];
    const isFollowed = answer?.location !== undefined && next?.operation === operation && next.at === answer.sentAt;
    followed = isFollowed ? followed + 1 : 0;
    return when(followed > MOST_REDIRECTS, 'few redirects', `${followed} in a row at ${operation}`);
  });
}

const SECRETS = [
  ['access-key', ACCESS_KEY],
  ['user-id:access-key', `${USER_ID}:${ACCESS_KEY}`],
] as const;

function secrets({ shown }: RunRecord): Finding[] {
  return foundIn(shown, SECRETS).map((how) => ({ broken: 'no secret shown', how }));
}

function leftovers({ left }: RunRecord): Finding[] {
  return [
    ...when(left.sleepers > 0, 'nothing left open', `${left.sleepers} sleeps`),
    ...when(left.sockets > 0, 'nothing left open', `${left.sockets} sockets`),
  ];
}
