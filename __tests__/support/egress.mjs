/**
 * A preload (`node --import`) that appends to the file in its query what leaves the process: each address that a socket connects to, each name
 * that is resolved, and each process that is started. Worker threads load it, too. It listens to the handles of Node, which all functions use;
 * only processes that block have none.
 */
import { createHook } from 'node:async_hooks';
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const FILE = new URL(import.meta.url).searchParams.get('file');

function record(kind, what) {
  appendFileSync(FILE, `${JSON.stringify({ thread: isMainThread ? 'main' : 'worker', kind, what })}\n`);
}

const HANDLES = {
  TCPCONNECTWRAP: ({ address, port }) => record('connect', `${address}:${port}`),
  PIPECONNECTWRAP: ({ address }) => record('connect', address),
  UDPWRAP: () => record('connect', 'an address by UDP'),
  GETADDRINFOREQWRAP: ({ hostname }) => record('resolve', hostname),
  GETNAMEINFOREQWRAP: ({ host }) => record('resolve', host),
  QUERYWRAP: ({ hostname }) => record('resolve', hostname),
};

// A run without this file was not watched.
appendFileSync(FILE, '');

createHook({
  init: (_id, type, _trigger, handle) => {
    if (type === 'PROCESSWRAP') record('start', 'a process');
    // Its fields are set after this.
    else if (Object.hasOwn(HANDLES, type)) queueMicrotask(() => HANDLES[type](handle));
  },
  trackPromises: false,
}).enable();

for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
  const start = childProcess[name];
  childProcess[name] = (...given) => {
    record('start', given[0]);
    return start(...given);
  };
}
syncBuiltinESMExports();
