import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The programs, and the packages of Debian that contain them. */
const PACKAGES = {
  nginx: 'nginx',
  apache2: 'apache2',
  haproxy: 'haproxy',
  squid: 'squid',
  varnishd: 'varnish gcc',
  stunnel4: 'stunnel4',
  openssl: 'openssl',
} as const;

export type ProgramName = keyof typeof PACKAGES;

/** A program that this machine does not have; the message says how to install it. */
export class NotInstalled extends Error {
  constructor(name: ProgramName) {
    super(`${name} is not installed. On Debian: apt-get install --no-install-recommends ${PACKAGES[name]}`);
  }
}

/** A program that accepts connections. */
export interface Program {
  /** Sends a signal to its main process. */
  signal(name: NodeJS.Signals): void;
  /** Ends all its processes. */
  end(): Promise<void>;
}

/** How long a program may take until it accepts connections, and until it has ended, in milliseconds. */
const START_MS = 20_000;
const END_MS = 2_000;

/** The leaders of the process groups that run. */
const groups = new Set<number>();

process.on('exit', () => {
  for (const group of groups) signalGroup(group, 'SIGKILL');
});

/** Finds a program. @throws NotInstalled */
export function findProgram(name: ProgramName): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new NotInstalled(name);
  return found;
}

/** Starts a program in the foreground and waits until it accepts connections. @throws when it ends before that */
export async function startProgram(name: ProgramName, args: readonly string[], port: number): Promise<Program> {
  // A process group of its own, so that its workers end with it.
  const child = spawn(findProgram(name), args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} cannot be started`);
  groups.add(pid);
  const output = gatherOutput(child);
  const program: Program = {
    signal: (signal) => {
      child.kill(signal);
    },
    end: () => endGroup(child, pid),
  };
  const giveUpAt = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (!isRunning(child) || performance.now() > giveUpAt) {
      await program.end();
      throw new Error(`${name} does not accept connections:\n${output()}`);
    }
    await sleep(20);
  }
  return program;
}

/** Below the ports that systems give out: while a service is down, no other process may get its port by chance. */
let nextPort = randomInt(20_000, 28_000);

/** Finds a free port on loopback, and never the same one again. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    nextPort += 1;
    const server = createServer().listen(nextPort, '127.0.0.1');
    const port = nextPort;
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

function gatherOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function endGroup(child: ChildProcess, group: number): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, 'exit');
    signalGroup(group, 'SIGTERM');
    await Promise.race([ended, sleep(END_MS)]);
  }
  signalGroup(group, 'SIGKILL');
  groups.delete(group);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** A group that has ended already is no error. */
function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    return;
  }
}
