import { TestsetError } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Redact } from '../runtime/redact.ts';
import type { StopReason } from '../runtime/runtime.ts';
import { MAINTENANCE } from './error-codes.ts';
import { explain, explainCode, explainFault } from './explain.ts';
import type { HttpResponse, HttpResult } from './http/request.ts';
import type { NetworkError, NetworkErrorKind } from './http/network-error.ts';
import { retryAfterMs } from './retry.ts';
import { readCutOff, readEnvelope, readId, type Envelope } from './wire.ts';

/** One attempt to create a testset, as far as it can be known from here. */
export interface CreateAttempt {
  readonly result: HttpResult;
  /** Whether the end of the body may have left. While it has not, nothing can have been created. */
  readonly released: boolean;
  /** Why the attempt was called off, if it was. */
  readonly stopped?: StopReason;
  /** What to look for in the service when it stays unknown whether the testset exists. */
  readonly testsetName: string;
  readonly redact: Redact;
}

/** Why an attempt created nothing: a name that does not exist, another failure of the way, a limit, maintenance. */
export type RetryReason = 'name' | 'connection' | 'limit' | 'maintenance';

/** What an attempt proves. `again`: nothing was created, and another attempt may do better. */
export type AttemptResult =
  | { readonly kind: 'created'; readonly id: number; readonly unitTests?: number }
  | {
      readonly kind: 'again';
      readonly because: RetryReason;
      readonly error: TestsetError;
      readonly waitMs: number;
    }
  | NotCreated;

/** The end of a create without a testset that is known. */
export interface NotCreated {
  readonly kind: 'not-created';
  readonly outcome: Extract<Outcome, 'refused' | 'unknown-start' | 'not-started' | 'cancelled'>;
  readonly error: TestsetError;
}

const NEW_TESTSET = 'the new testset';

/**
 * The table of docs/design.md §3: what came of the POST, and what may follow. The envelope is read first, then the status, then how far
 * the body got. In doubt it is unknown, and unknown is never repeated.
 */
export function classifyAttempt(attempt: CreateAttempt): AttemptResult {
  const { result } = attempt;
  return result.kind === 'response' ? classifyAnswer(result, attempt) : classifySilence(result.error, attempt);
}

function classifyAnswer(answer: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const { text } = answer;
  const envelope = readEnvelope(text, attempt.redact);
  if (envelope) return classifyEnvelope(envelope, answer, attempt);
  // What is no envelope may be the beginning of one: cut off, ended by the connection's end, or by a length that is too short.
  const { id, code } = readCutOff(text);
  if (code !== undefined)
    return classifyEnvelope({ code, message: '', reason: '', data: { testset_id: id } }, answer, attempt);
  if (id !== undefined && (answer.cutOff || answer.status === 200)) return { kind: 'created', id };
  return classifyStatus(answer, attempt);
}

function classifyEnvelope(envelope: Envelope, answer: HttpResponse, attempt: CreateAttempt): AttemptResult {
  if (envelope.code === MAINTENANCE) {
    const error = explainCode(envelope, answer.status, NEW_TESTSET);
    return { kind: 'again', because: 'maintenance', error, waitMs: retryAfterMs(answer.headers) ?? 0 };
  }
  if (envelope.code !== 0) return noTestset('refused', explainCode(envelope, answer.status, NEW_TESTSET));
  const id = readId(envelope.data['testset_id']);
  if (id === undefined)
    return unknownStart(attempt, 'The service said that it created the testset, but not under which identifier.');
  const unitTests = readId(envelope.data['test_count']);
  return { kind: 'created', id, ...(unitTests === undefined ? {} : { unitTests }) };
}

function classifyStatus(answer: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const { status, headers } = answer;
  const location = headers['location'] === undefined ? undefined : attempt.redact(headers['location']);
  const error = explain({ kind: 'status', status, ...(location === undefined ? {} : { location }) }, NEW_TESTSET);
  if (status === 425 || status === 429) {
    return { kind: 'again', because: 'limit', error, waitMs: retryAfterMs(headers) ?? 0 };
  }
  if (status === 407) return noTestset('not-started', error);
  if (status === 408 || status >= 500) {
    if (!attempt.released) return { kind: 'again', because: 'connection', error, waitMs: retryAfterMs(headers) ?? 0 };
    return unknownStart(attempt, `The service answered the create with HTTP ${status} after all of it had been sent.`);
  }
  if (status >= 300) return noTestset('refused', error);
  return unknownStart(attempt, `The service answered the create with HTTP ${status} but without an identifier.`);
}

const EARLY_ENDS: Readonly<Record<StopReason, string>> = {
  cancelled: 'the run was cancelled meanwhile',
  deadline: '`timeout` was reached meanwhile',
};

/** Failures to connect that no further try can mend. */
export const PERMANENT_ERRORS: readonly NetworkErrorKind[] = [
  'certificate',
  'not-tls',
  'proxy-credentials',
  'proxy-refused',
];

function classifySilence(fault: NetworkError, attempt: CreateAttempt): AttemptResult {
  if (attempt.released) {
    const why = fault.kind === 'stopped' && attempt.stopped ? EARLY_ENDS[attempt.stopped] : fault.message;
    return unknownStart(attempt, `The create was sent, and no whole answer came: ${why}.`, fault);
  }
  if (attempt.stopped) return stoppedCreate(attempt.stopped);
  if (fault.kind === 'source') {
    const hint = 'Nothing was created. Let the file be finished before this step, and run it again.';
    return noTestset(
      'not-started',
      new TestsetError('app-file', `The upload was called off: ${fault.message}.`, hint, fault),
    );
  }
  const error = explainFault(fault, NEW_TESTSET);
  if (PERMANENT_ERRORS.includes(fault.kind)) return noTestset('not-started', error);
  return { kind: 'again', because: fault.kind === 'name-not-found' ? 'name' : 'connection', error, waitMs: 0 };
}

/** How a create ends that was called off before it could have been accepted. @param last why the last try of several failed */
export function stoppedCreate(why: StopReason, last?: TestsetError): NotCreated {
  if (why === 'cancelled') {
    return noTestset(
      'cancelled',
      new TestsetError('cancelled', 'The run was cancelled before a testset was created.', 'Nothing was started.'),
    );
  }
  const message = 'The time in `timeout` was over before a testset was created.';
  if (!last) {
    const hint = 'Nothing was started. Raise `timeout`, or look at the network.';
    return noTestset('not-started', new TestsetError('deadline', message, hint));
  }
  return noTestset('not-started', new TestsetError('deadline', `${message} ${last.message}`, last.hint, last.cause));
}

function noTestset(outcome: NotCreated['outcome'], error: TestsetError): NotCreated {
  return { kind: 'not-created', outcome, error };
}

/** How a create ends of which nobody can say whether a testset came of it. */
export function unknownStart(
  { testsetName }: Pick<CreateAttempt, 'testsetName'>,
  message: string,
  cause?: unknown,
): NotCreated {
  const hint =
    'The testset may or may not have been created, so nothing is sent again. ' +
    `Look in the service for a testset named "${testsetName}": ` +
    'if it is there, attach to it with `testset-id`; if not, run the step again.';
  return noTestset('unknown-start', new TestsetError('unknown-start', message, hint, cause));
}
