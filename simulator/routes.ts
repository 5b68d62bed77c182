import type { Operation } from './faults.ts';

/** What a request asks for. */
export interface Route {
  readonly operation: Operation;
  /** The testset or project in the path; 0 unless it is a positive number. */
  readonly id: number;
  readonly query: URLSearchParams;
}

const GETS: Readonly<Record<string, Operation>> = {
  testset: 'status',
  'testset/result': 'result',
  'project/scenarios': 'scenarios',
};

/** Reads path and method of a request (docs/design.md, service §4). */
export function routeOf(method: string, target: string, prefix: string): Route {
  const mark = target.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark));
  const path = inside(mark < 0 ? target : target.slice(0, mark), `${prefix}/openapi/v2`);
  if (method === 'POST') return { operation: path === '/testset' ? 'create' : 'none', id: 0, query };
  const [, kind = '', id = '', rest = ''] = /^\/(testset|project)\/([^/]+)(\/result|\/scenarios)?$/.exec(path) ?? [];
  const operation = method === 'GET' ? (GETS[`${kind}${rest}`] ?? 'none') : 'none';
  return { operation, id: /^[1-9]\d*$/.test(id) ? Number(id) : 0, query };
}

function inside(path: string, root: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length) : '';
}
