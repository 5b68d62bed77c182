/**
 * A preload (`node --import`) that appends to the file in its query what the process of a bundle was given, the addresses in its variables, and
 * what leaves it: each address that a socket connects to, each name that is resolved, and each process that is started. Worker threads load it,
 * too. It listens to the handles of Node, which all functions use; only processes that block have none.
 */
import { createHook } from 'node:async_hooks';
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const FILE = new URL(import.meta.url).searchParams.get('file');
const BUNDLE = /(?:^|[\\/])(?:index\.mjs|dist[\\/](?:artifact-worker[\\/])?index\.js)$/;
const ADDRESSES = /^(?:INPUT_BASE-URL|GITHUB_API_URL|ACTIONS_RESULTS_URL|https?_proxy)$/i;

const HANDLES = {
  TCPCONNECTWRAP: ({ address, port }) => record('connect', `${address}:${port}`),
  PIPECONNECTWRAP: ({ address }) => record('connect', address),
  UDPWRAP: () => record('connect', 'an address by UDP'),
  GETADDRINFOREQWRAP: ({ hostname }) => record('resolve', hostname),
  GETNAMEINFOREQWRAP: ({ host }) => record('resolve', host),
  QUERYWRAP: ({ hostname }) => record('resolve', hostname),
};

function record(kind, what) {
  appendFileSync(FILE, `${JSON.stringify({ thread: isMainThread ? 'main' : 'worker', kind, what })}\n`);
}

function watch() {
  for (const [name, value] of Object.entries(process.env)) if (ADDRESSES.test(name)) record('given', value);
  const init = (_id, type, _trigger, handle) => {
    if (type === 'PROCESSWRAP') record('start', 'a process');
    // Its fields are set after this.
    else if (Object.hasOwn(HANDLES, type)) queueMicrotask(() => HANDLES[type](handle));
  };
  createHook({ init, trackPromises: false }).enable();
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
    const start = childProcess[name];
    childProcess[name] = (...given) => {
      record('start', given[0]);
      return start(...given);
    };
  }
  syncBuiltinESMExports();
}

// A run without this file was not watched.
appendFileSync(FILE, '');
// Under act, all programs of a job load this.
if (BUNDLE.test(process.argv[1] ?? '')) watch();
