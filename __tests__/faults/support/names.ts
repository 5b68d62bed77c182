import dns from 'node:dns';

import { jest } from '@jest/globals';

import type { Way } from './create-scene.ts';

/**
 * What the name server says of the service when it is asked: an address, an error, or `silence`; from the end on the last one again.
 * `jest.restoreAllMocks` brings back the real one.
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

/** By its name, on the origin's port. */
export const byName = (origin: URL): Promise<Way> =>
  Promise.resolve({ baseUrl: new URL(`${origin.protocol}//${HOST}:${origin.port}`) });
