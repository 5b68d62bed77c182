import type { Content, Fault, RequestFault } from './schedule.ts';

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

/** What a fault is counted as. */
export function kindsOf(fault: Fault): string[] {
  if (fault.on === 'connection') return [`connection: ${fault.at}, ${fault.action}`];
  const { on, at, action, interim } = fault;
  const interims = interim ? [`${on}${interim.early ? ', early' : ''}: interim responses`] : [];
  if (typeof action === 'string')
    return [`${on === 'create' ? `create: ${placeOf(at)}` : 'request: after the head'}, ${action}`, ...interims];
  const { content, delivery } = action;
  const odd = on === 'create' ? oddOf(content, at) : [];
  if (delivery?.kind !== 'cut') return [...interims, ...odd];
  const place = typeof delivery.at === 'string' ? ` the ${delivery.at}` : '';
  return [...interims, ...odd, `response: within${place}, ${delivery.how}`];
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
