import { createConnection } from 'node:net';

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

/** What a plain connection received, and how it ended. */
export interface Received {
  readonly text: string;
  readonly end: 'closed' | 'reset' | 'still open';
}

/** Sends bytes over a plain connection and reads to its end, or until `enough`. */
export function sendRaw(
  simulator: Simulator,
  bytes: string | Buffer,
  enough: (text: string) => boolean = never,
): Promise<Received> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(Number(new URL(simulator.url).port), '127.0.0.1', () => {
      socket.write(bytes);
    });
    const finish = (end: Received['end']): void => {
      resolve({ text, end });
      socket.destroy();
    };
    socket
      .on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (enough(text)) finish('still open');
      })
      .on('error', () => {
        finish('reset');
      })
      .on('end', () => {
        finish('closed');
      });
  });
}

/** Waits for a condition. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

function never(): boolean {
  return false;
}

/** The head of a request, with its blank line. */
export function head(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: 'simulator', authorization: AUTHORIZATION, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
