import type { OpenApp } from '../../src/app/open-app.ts';
import type { ScenarioQuery, Service } from '../../src/service/client.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import { valueReply } from '../support/replies.ts';

/** The reply to a scenario list request. */
export type ListReply = ServiceReply<readonly number[]>;

/** A reply with an empty list. */
export const EMPTY_LIST: ListReply = valueReply([]);

/** A service with some operations; the others must not be used. */
export function serviceOf(operations: Partial<Service>): Service {
  const unused = (): never => {
    throw new Error('this operation is not used');
  };
  return {
    fetchScenarios: unused,
    fetchStatus: unused,
    fetchDocuments: unused,
    sendCreate: unused,
    close: unused,
    hasResponded: unused,
    hasAcceptedCredentials: () => false,
    ...operations,
  };
}

/** A service that returns these replies to scenario list requests, the last one again and again. */
export function scriptScenarios(...replies: readonly ListReply[]) {
  const queries: ScenarioQuery[] = [];
  const fetchScenarios: Service['fetchScenarios'] = (query) => {
    queries.push(query);
    return Promise.resolve(replies[Math.min(queries.length, replies.length) - 1] ?? EMPTY_LIST);
  };
  return { service: serviceOf({ fetchScenarios }), queries };
}

/** An app of three bytes. */
export function appOf(changes: Partial<OpenApp>): OpenApp {
  return {
    name: 'app.apk',
    bytes: 3,
    async *chunks() {
      yield await Promise.resolve(Buffer.from('apk'));
    },
    change: () => Promise.resolve(undefined),
    digest: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
    ...changes,
  };
}
