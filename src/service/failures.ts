/**
 * What the scenario list, a poll and a request for results do with each kind of failure (docs/design.md §4). Of several kinds that apply,
 * the first counts. `again`: repeat the request for as long as failures may last.
 */
export const FAILURES = {
  /** The run stopped the request. */
  stopped: { list: 'again', poll: 'again', results: 'again' },
  /** The response is larger than the action reads. */
  'too-large': { list: 'unlisted', poll: 'again', results: 'final' },
  /** No connection with these settings: a certificate, TLS, a proxy or an encoding must be mended first. */
  permanent: { list: 'not-started', poll: 'permanent', results: 'again' },
  /** No complete response for another reason. */
  unreachable: { list: 'again', poll: 'again', results: 'again' },
  /** A response from a cache that is too old to be used. */
  cached: { list: 'again', poll: 'again', results: 'again' },
  maintenance: { list: 'maintenance', poll: 'maintenance', results: 'again' },
  /** A firewall or proxy in front of the service, after the service had accepted the credentials. */
  blocked: { list: 'again', poll: 'again', results: 'again' },
  /** Rejected credentials: HTTP 401 or 403. */
  unauthorized: { list: 'refused', poll: 'refused', results: 'rejection' },
  /** The testset exists, but it has no status yet or no complete results. */
  'not-ready': { list: 'again', poll: 'not-ready', results: 'not-ready' },
  /** Another error code of the service, or another 3xx or 4xx of it. */
  rejected: { list: 'unlisted', poll: 'rejection', results: 'rejection' },
  /** A success of the service without the value. */
  'no-value': { list: 'unlisted', poll: 'again', results: 'again' },
  /** 408, 425, 429 or a 5xx. */
  overloaded: { list: 'again', poll: 'again', results: 'again' },
  /** A success that is not the service's, such as a sign-in page, or a response that is not HTTP. */
  unexpected: { list: 'unexpected', poll: 'again', results: 'again' },
  /** Another status that is not the service's, such as a redirect. */
  elsewhere: { list: 'not-started', poll: 'rejection', results: 'rejection' },
} as const;

/** Why an operation brought no value. */
export type FailureKind = keyof typeof FAILURES;
