import dns from 'node:dns';

import { jest } from '@jest/globals';

import type { Route } from './create-case.ts';

/**
 * Sets what the name server responds for the service, one after the other: an address, an error code or `no-response`; the last one
 * repeats. `jest.restoreAllMocks` ends it.
 */
export function resolveNames(...answers: readonly string[]): void {
  const { lookup } = dns;
  let asked = 0;
  const answer = (host: string, options: dns.LookupOptions, done: Answered): void => {
    if (host !== HOST) {
      lookup(host, { ...options, all: true }, done);
      return;
    }
    const word = answers[Math.min(asked, answers.length - 1)] ?? '';
    asked += 1;
    if (word.startsWith('E')) done(Object.assign(new Error(word), { code: word }), []);
    else if (word !== 'no-response') done(null, [{ address: word, family: 4 }]);
  };
  jest.spyOn(dns, 'lookup').mockImplementation(answer as typeof lookup);
}

type Answered = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

const HOST = 'service.test';

/** Reaches the service by its name. */
export const byName = (origin: URL): Promise<Route> =>
  Promise.resolve({ baseUrl: new URL(`${origin.protocol}//${HOST}:${origin.port}`) });
