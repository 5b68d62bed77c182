import { createConnection } from 'node:net';

import { afterEach } from '@jest/globals';

import { authorizationOf, DEFAULT_ACCOUNT } from '../../simulator/account.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';

const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

/** Starts a simulator that is closed when the test is over. */
export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  open.push(simulator);
  return simulator;
}

/** What the service answered, as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer as JSON; `undefined` when it is none. */
  readonly envelope: unknown;
}

/** The `Authorization` that a simulator accepts. */
export const AUTHORIZATION = authorizationOf(DEFAULT_ACCOUNT);

/** Sends a request with the right credentials; `path` begins behind the version. */
export async function ask(simulator: Simulator, path: string, init: RequestInit = {}): Promise<Answer> {
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

/** The least that a create says. */
export const DATA = { pid: 509, testset_name: 'Night', os_type: 'ANDROID', source_type: 'file' };

/** An app file as it is sent. */
export interface AppFile {
  readonly name: string;
  readonly bytes: string;
}

export const APP: AppFile = { name: 'app.apk', bytes: 'apk' };

/** Sends a create; `data` is the part's text, or what is to be its JSON. */
export function create(simulator: Simulator, data: unknown = DATA, file: AppFile = APP): Promise<Answer> {
  const form = new FormData();
  form.append('app_file', new Blob([file.bytes]), file.name);
  form.append('data', typeof data === 'string' ? data : JSON.stringify(data));
  return post(simulator, form);
}

/** Sends a create without an app file. */
export function createScenario(simulator: Simulator, data: unknown): Promise<Answer> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  return post(simulator, form);
}

/** Sends a body to where testsets are created. */
export function post(
  simulator: Simulator,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(simulator, '/testset', { method: 'POST', body, headers: { authorization: AUTHORIZATION, ...headers } });
}

/** What came over a plain connection, and how it ended. */
export interface Heard {
  readonly text: string;
  readonly end: 'closed' | 'reset' | 'still open';
}

/** Says something to a simulator over a plain connection, and hears it out, or until `enough` is heard. */
export function say(
  simulator: Simulator,
  said: string | Buffer,
  enough: (text: string) => boolean = never,
): Promise<Heard> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(Number(new URL(simulator.url).port), '127.0.0.1', () => {
      socket.write(said);
    });
    const finish = (end: Heard['end']): void => {
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

/** Says something to a simulator over a plain connection, and goes away without hearing it out. */
export function sayAndLeave(simulator: Simulator, said: string): void {
  const socket = createConnection(Number(new URL(simulator.url).port), '127.0.0.1', () => {
    socket.write(said, () => {
      socket.destroy();
    });
  });
}

/** Waits until something is so that comes about by itself; the test's own limit ends what never does. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

function never(): boolean {
  return false;
}

/** The head of a request, with its blank line. */
export function head(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: 'simulator', authorization: AUTHORIZATION, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
