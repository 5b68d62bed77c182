import type { SeenRequest } from './seen-request.ts';

/** docs/design.md §3: redirects on the same origin that are followed. */
export const MOST_REDIRECTS = 3;

/** Requests of an operation without those that were only sent on to the same place. */
export function looks(requests: readonly SeenRequest[], operation: SeenRequest['operation']): readonly SeenRequest[] {
  let sentOn = 0;
  return requests.filter((request, at) => {
    if (request.operation !== operation) return false;
    const location = request.answer?.location ?? 'http';
    const isFollowed =
      !location.startsWith('http') && sentOn < MOST_REDIRECTS && requests[at + 1]?.operation === operation;
    sentOn = isFollowed ? sentOn + 1 : 0;
    return !isFollowed;
  });
}
