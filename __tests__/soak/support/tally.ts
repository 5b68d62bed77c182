import type { Content, Delivery, Fault, RequestFault } from './schedule.ts';

/** How often each kind of fault happened. */
export type Tally = ReadonlyMap<string, number>;

/** Points at which a connection or a response is cut, each in the three ways. */
export const CUTS: readonly string[] = [
  'create: after the head',
  'create: within the body',
  'create: before its end',
  'create: after the body',
  'response: within the status line',
  'response: within the headers',
  'response: within the id',
  'response: within',
  'connection: accept',
  'connection: first bytes',
  'request: after the head',
].flatMap((point) => ['fin', 'rst', 'stall'].map((how) => `${point}, ${how}`));

/** Interim responses to each operation, and identifiers beside errors. */
export const ODD_RESPONSES: readonly string[] = [
  'create, early: interim responses',
  ...['scenarios', 'create', 'status', 'result'].map((operation) => `${operation}: interim responses`),
  ...['create: an identifier beside', 'create: early, an identifier beside'].map((where) => `${where} an error`),
  'create: early, a page with HTTP 200',
];

/** Counts faults by where they happened and what they did. */
export function createTally(): Tally & { add(faults: readonly Fault[]): void } {
  const counts = new Map<string, number>();
  const add = (faults: readonly Fault[]): void => {
    for (const kind of faults.flatMap(kindsOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  return Object.assign(counts, { add });
}

function kindsOf(fault: Fault): string[] {
  if (fault.on === 'connection') return [`connection: ${fault.at}, ${fault.action}`];
  const { on, at, action, interim } = fault;
  const point = on === 'create' ? `create: ${placeOf(at)}` : 'request: after the head';
  const interims = interim ? [`${on}${interim.early ? ', early' : ''}: interim responses`] : [];
  if (typeof action === 'string') return [`${point}, ${action}`, ...interims];
  const { content, delivery, retryAfter } = action;
  return [
    `${point}, a response`,
    ...interims,
    ...(on === 'create' ? oddOf(content, at) : []),
    `${on}: ${nameOf(content)}`,
    ...(delivery ? [`response: ${placeIn(delivery)}`] : []),
    ...(retryAfter === undefined ? [] : ['response: Retry-After']),
  ];
}

function oddOf(content: Content, at: RequestFault['at']): string[] {
  const where = at === 'end' ? 'create:' : 'create: early,';
  if (content.kind === 'code' && content.id) return [`${where} an identifier beside an error`];
  const isPage = content.kind === 'status' && content.body !== 'none';
  return isPage ? [`${where} a page with HTTP ${content.status}`] : [];
}

function placeOf(at: RequestFault['at']): string {
  if (typeof at === 'number') return 'within the body';
  return { end: 'after the body', held: 'before its end', head: 'after the head' }[at];
}

/** Such as `code 8000 200`. */
function nameOf(content: Content): string {
  return Object.values(content).join(' ');
}

function placeIn(delivery: Delivery): string {
  if (delivery.kind !== 'cut') return delivery.kind;
  return `within${typeof delivery.at === 'string' ? ` the ${delivery.at}` : ''}, ${delivery.how}`;
}
