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
  const point = fault.on === 'create' ? `create: ${placeOf(fault.at)}` : 'request: after the head';
  const interim = fault.interim ? [`${fault.on}${fault.interim.early ? ', early' : ''}: interim responses`] : [];
  if (typeof fault.action === 'string') return [`${point}, ${fault.action}`, ...interim];
  const { content, delivery, retryAfter } = fault.action;
  return [
    `${point}, a response`,
    ...interim,
    ...(fault.on === 'create' ? oddOf(content, fault.at) : []),
    `${fault.on}: ${contentOf(content)}`,
    ...(delivery ? [`response: ${deliveryOf(delivery)}`] : []),
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
  if (at === 'end') return 'after the body';
  if (at === 'held') return 'before its end';
  return at === 'head' ? 'after the head' : 'within the body';
}

function contentOf(content: Content): string {
  switch (content.kind) {
    case 'normal':
      return `the normal response${content.status === undefined ? '' : ` with HTTP ${content.status}`}${content.age === undefined ? '' : ` of age ${content.age}`}`;
    case 'changed':
      return `${content.change}${content.status === undefined ? '' : ` with HTTP ${content.status}`}`;
    case 'status':
      return `HTTP ${content.status}${content.body === 'none' ? '' : `, ${content.body}`}`;
    case 'code':
      return `code ${content.code}${content.id ? ' with an identifier' : ''}`;
    case 'redirect':
      return `redirect to ${content.to}`;
  }
}

function deliveryOf(delivery: Delivery): string {
  switch (delivery.kind) {
    case 'cut':
      return `within${typeof delivery.at === 'string' ? ` the ${delivery.at}` : ''}, ${delivery.how}`;
    case 'drip':
    case 'gzip':
    case 'late':
      return delivery.kind;
    case 'length':
      return `a length ${delivery.by > 0 ? 'too large' : 'too small'}`;
  }
}
