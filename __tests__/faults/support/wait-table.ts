import type { Outcome } from '../../../src/model/outcome.ts';
import { looks } from './looks.ts';
import { meaningOf, type Meaning } from './meaning.ts';
import type { SeenRequest } from './seen-request.ts';

/** What a run has to do with time: on the flow's clock, in milliseconds. */
export interface Times {
  readonly deadline: number;
  readonly ended: number;
  /** When a connection came to nothing before a request could come over it. */
  readonly brokenOffAt: readonly number[];
}

const MINUTE = 60_000;

/** What the looks at a status come to. */
export interface Wait {
  /** `undefined`: it is complete, or the looks end though they should not. */
  readonly outcome: Outcome | undefined;
  readonly status: Readonly<Record<string, unknown>> | undefined;
}

/** A look at the status, with what it taught and when. */
export interface Look {
  readonly at: number;
  readonly heardAt: number;
  readonly meaning: Meaning;
}

/** Every look after the create, those among them for which there was not even a connection. */
export function looksAfter(
  createdAt: number,
  requests: readonly SeenRequest[],
  { ended, brokenOffAt }: Times,
): readonly Look[] {
  const heard = looks(requests, 'status').map(({ at, answer, endedAt = ended }) => ({
    at,
    heardAt: answer?.whole ? answer.sentAt : endedAt,
    meaning: lookMeaning(meaningOf(answer)),
  }));
  const unconnected = brokenOffAt
    .filter((at) => at > createdAt)
    .map((at) => ({ at, heardAt: at, meaning: { kind: 'trouble' } as const }));
  return [...heard, ...unconnected].sort((one, other) => one.at - other.at);
}

/** Walks through the looks at a testset. */
export function waitFor(all: readonly Look[], { deadline, ended }: Times): Wait {
  let status: Wait['status'];
  let refusals = 0;
  let since: number | undefined;
  for (const { heardAt, meaning } of all) {
    if (meaning.kind === 'told') {
      status = meaning.data;
      since = undefined;
      if (isComplete(status)) return { outcome: undefined, status };
      continue;
    }
    if (meaning.kind === 'denied') return { outcome: 'refused', status };
    // What the deadline cut off did not fail; one more look follows it.
    if (heardAt >= deadline && meaning.kind === 'trouble') continue;
    since ??= heardAt;
    refusals = meaning.kind === 'no' || meaning.kind === 'not ready' ? refusals + 1 : 0;
    if (!status && meaning.kind === 'no' && refusals >= 3) return { outcome: 'refused', status };
    if (!status && meaning.kind === 'not ready' && heardAt - since >= 10 * MINUTE)
      return { outcome: 'refused', status };
    if (heardAt - since >= 15 * MINUTE) return { outcome: 'timed-out', status };
  }
  return ended >= deadline ? { outcome: 'timed-out', status } : { outcome: undefined, status: undefined };
}

/** A status without a word for it is none. */
function lookMeaning(meaning: Meaning): Meaning {
  if (meaning.kind !== 'told') return meaning;
  const word = meaning.data['testset_status'];
  return typeof word === 'string' && word !== '' ? meaning : { kind: 'trouble' };
}

function isComplete(status: Readonly<Record<string, unknown>>): boolean {
  return status['testset_status'] === 'Complete';
}
