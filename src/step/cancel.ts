const cancel = new AbortController();

// Entries import this module before all others: until there is a listener, a signal ends the process without a word and without outputs.
// The listeners are never removed, so that a late signal does not change the exit code either.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    cancel.abort();
  });
}

// The entry has listened since the process began.
if ('isRunTestsetCancelled' in globalThis) cancel.abort();

/** Aborted when the runner cancels the step: it sends SIGINT, and SIGTERM 7.5 s later. SIGHUP comes when the terminal of a runner is closed. */
export const cancelSignal = cancel.signal;
