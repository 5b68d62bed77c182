import type { Fault, Manner, Content } from './schedule.ts';

/** How often each kind of fault came to pass. */
export type Tally = ReadonlyMap<string, number>;

/** Points at which a connection or an answer can be cut, each with the three ways of doing so. */
export const CUTS: readonly string[] = [
  'create: when the head had come',
  'create: within the body',
  'create: behind the body',
  'answer: within the status line',
  'answer: within the headers',
  'answer: within the id',
  'answer: within',
  'connection: accept',
  'connection: first bytes',
  'request: behind the head',
].flatMap((point) => ['fin', 'rst', 'stall'].map((how) => `${point}, ${how}`));

/** Counts faults by where they struck and what they did. */
export function createTally(): Tally & { add(faults: readonly Fault[]): void } {
  const counts = new Map<string, number>();
  const add = (faults: readonly Fault[]): void => {
    for (const kind of faults.flatMap(kindsOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  return Object.assign(counts, { add });
}

/** Everything that one fault is. */
function kindsOf(fault: Fault): string[] {
  if (fault.on === 'connection') return [`connection: ${fault.at}, ${fault.act}`];
  const point = fault.on === 'create' ? `create: ${placeOf(fault.at)}` : 'request: behind the head';
  if (typeof fault.act === 'string') return [`${point}, ${fault.act}`];
  const { what, manner, retryAfter } = fault.act;
  return [
    `${point}, an answer`,
    `${fault.on}: ${contentOf(what)}`,
    ...(manner ? [`answer: ${mannerOf(manner)}`] : []),
    ...(retryAfter === undefined ? [] : ['answer: Retry-After']),
  ];
}

function placeOf(at: 'head' | 'end' | number): string {
  if (at === 'end') return 'behind the body';
  return at === 'head' ? 'when the head had come' : 'within the body';
}

function contentOf(what: Content): string {
  switch (what.kind) {
    case 'truth':
      return 'the truth';
    case 'odd':
      return what.how;
    case 'status':
      return `HTTP ${what.status}${what.body === 'none' ? '' : `, ${what.body}`}`;
    case 'code':
      return `code ${what.code}`;
    case 'redirect':
      return `redirect to ${what.to}`;
  }
}

function mannerOf(manner: Manner): string {
  switch (manner.kind) {
    case 'cut':
      return `within${typeof manner.at === 'string' ? ` the ${manner.at}` : ''}, ${manner.how}`;
    case 'drip':
    case 'gzip':
      return manner.kind;
    case 'length':
      return `a length ${manner.by > 0 ? 'too large' : 'too small'}`;
    case 'interim':
      return `HTTP ${manner.status} before`;
  }
}
