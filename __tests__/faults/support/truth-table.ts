import type { Outcome } from '../../../src/model/outcome.ts';
import { looks } from './looks.ts';
import { meaningOfCreate, isStrange, meaningOf, type CreateMeaning } from './meaning.ts';
import type { SeenRequest } from './seen-request.ts';
import { shouldEndAs } from './verdict-table.ts';
import { looksAfter, waitFor, type Times } from './wait-table.ts';

/** What should have come of a run, by what its requests taught. */
export interface Expected {
  readonly outcome: Outcome | 'goes on';
  /** The testset that is known. */
  readonly id: number | undefined;
  /** What the last look that brought a status said. */
  readonly status: Readonly<Record<string, unknown>> | undefined;
}

const MINUTE = 60_000;
/** The longest wait between two tries of a create. */
const LONGEST_WAIT = MINUTE;

/** Walks through the requests of a run as docs/design.md would have it. `goes on`: it should not have ended there. */
export function expectedOf(requests: readonly SeenRequest[], times: Times): Expected {
  const creates = requests.filter(({ operation }) => operation === 'create');
  const last = creates.at(-1);
  const none = { id: undefined, status: undefined };
  if (!last) return { outcome: beforeCreate(requests, times), ...none };
  const meaning = meaningOfCreate(last);
  if (typeof meaning === 'string') return { outcome: withoutTestset(meaning, creates, times), ...none };
  const { id } = meaning;
  const wait = waitFor(looksAfter(last.at, requests, times), times);
  if (wait.outcome !== undefined) return { outcome: wait.outcome, id, status: wait.status };
  const outcome = wait.status ? shouldEndAs(wait.status, looks(requests, 'result'), times) : 'goes on';
  return { outcome, id, status: wait.status };
}

/** So often in a row somebody else must answer before the service is taken for unreachable. */
const MOST_STRANGE = 3;

function beforeCreate(requests: readonly SeenRequest[], { deadline, ended, brokenOffAt }: Times): Expected['outcome'] {
  const asked = looks(requests, 'scenarios');
  const last = meaningOf(asked.at(-1)?.answer);
  if (last.kind === 'denied' || (last.kind === 'no' && [2001, 4051].includes(last.code ?? 0))) return 'refused';
  if (ended >= deadline) return 'not-started';
  const first = asked.find(({ answer }) => meaningOf(answer).kind === 'maintenance');
  if (last.kind !== 'told' && first && isSpent(first.at, asked, ended)) return 'refused';
  const latest = asked.slice(-MOST_STRANGE);
  const inARow = !brokenOffAt.some((when) => when > (latest[0]?.at ?? 0));
  if (inARow && latest.length === MOST_STRANGE && latest.every(({ answer }) => isStrange(answer))) return 'not-started';
  // A status that blames the request, and no envelope: whoever knows nothing of such a question is not the service.
  return last.kind === 'no' && last.code === undefined ? 'not-started' : 'goes on';
}

/** Whether so much time has passed that one more wait would go beyond the budget of docs/design.md §3. */
function isSpent(since: number, requests: readonly SeenRequest[], ended: number): boolean {
  const wait = Math.max(LONGEST_WAIT, ...requests.map(({ answer }) => answer?.retryAfterMs ?? 0));
  return ended - since + wait > 15 * MINUTE;
}

/** How a create ends that is not known to have made a testset; what is provably safe ends only when a budget is used up. */
function withoutTestset(
  meaning: Extract<CreateMeaning, string>,
  creates: readonly SeenRequest[],
  { deadline, ended }: Times,
): Expected['outcome'] {
  if (meaning === 'refused' || meaning === 'not-started' || meaning === 'unknown-start') return meaning;
  if (ended >= deadline) return 'not-started';
  const meanings = creates.map(meaningOfCreate);
  const first = creates.find((create) => meaning !== 'maintenance' || meaningOfCreate(create) === 'maintenance');
  const isOver = first !== undefined && isSpent(first.at, creates, ended);
  if (meaning === 'maintenance') return isOver ? 'refused' : 'goes on';
  const tooOften = meanings.filter((each) => each === 'limit').length >= 4;
  if (!tooOften && !isOver) return 'goes on';
  return meaning === 'limit' ? 'refused' : 'not-started';
}
