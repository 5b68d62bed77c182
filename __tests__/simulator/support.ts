import { authorizationOf, DEFAULT_ACCOUNT } from '../../simulator/journal.ts';
import type { Simulator } from '../../simulator/server.ts';

/** A response of the simulator. */
export interface SimulatorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; `undefined` for another content type. */
  readonly envelope: unknown;
}

/** The `Authorization` that a simulator accepts. */
export const AUTHORIZATION = authorizationOf(DEFAULT_ACCOUNT);

/** Sends a request with the right credentials; `path` starts after the version. */
export async function ask(simulator: Simulator, path: string, init: RequestInit = {}): Promise<SimulatorResponse> {
  const headers = { authorization: AUTHORIZATION };
  const response = await fetch(`${simulator.url}/openapi/v2${path}`, { headers, redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    headers: response.headers,
    text,
    envelope: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** The required data of a create. */
export const DATA = { pid: 509, testset_name: 'Night', os_type: 'ANDROID', source_type: 'file' };

/** An app file. */
export interface AppFile {
  readonly name: string;
  readonly bytes: string | Buffer<ArrayBuffer>;
}

const APP: AppFile = { name: 'app.apk', bytes: 'apk' };

/** Sends a create; `data` is the text of the part, or a value for its JSON. */
export function create(simulator: Simulator, data: unknown = DATA, file: AppFile = APP): Promise<SimulatorResponse> {
  const form = new FormData();
  form.append('app_file', new Blob([file.bytes]), file.name);
  form.append('data', typeof data === 'string' ? data : JSON.stringify(data));
  return post(simulator, form);
}

/** Sends a create without an app file. */
export function createScenario(simulator: Simulator, data: unknown): Promise<SimulatorResponse> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  return post(simulator, form);
}

/** Sends the body of a create. */
export function post(
  simulator: Simulator,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<SimulatorResponse> {
  return ask(simulator, '/testset', { method: 'POST', body, headers: { authorization: AUTHORIZATION, ...headers } });
}

/** Waits for a condition. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
