import type { Service } from '../../src/service/client.ts';
import type { ServiceReply } from '../../src/service/reply.ts';

/** The reply to a scenario list request. */
export type ListReply = ServiceReply<readonly number[]>;

/** A reply with an error code. */
export function codeReply(code: number, retryAfterMs = 0): ListReply {
  return {
    kind: 'code',
    status: 200,
    retryAfterMs,
    envelope: { code, message: 'Message', reason: '', data: {} },
  };
}

/** A reply with an empty list. */
export const EMPTY_LIST: ListReply = { kind: 'ok', value: [] };

/** A service that returns these replies to scenario list requests, the last one again and again. `projects`: of each request. */
export function scriptScenarios(...replies: readonly ListReply[]): {
  service: Service;
  projects: readonly number[];
  requests: () => number;
} {
  const projects: number[] = [];
  const unused = (): never => {
    throw new Error('only the scenario list is used');
  };
  const scenarios: Service['scenarios'] = ({ projectId }) => {
    projects.push(projectId);
    return Promise.resolve(replies[Math.min(projects.length, replies.length) - 1] ?? EMPTY_LIST);
  };
  const service = {
    status: unused,
    result: unused,
    create: unused,
    close: unused,
    hasResponded: unused,
    hasAcceptedCredentials: unused,
    scenarios,
  };
  return { service, projects, requests: () => projects.length };
}
