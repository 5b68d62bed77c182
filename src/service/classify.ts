import { messageOf, TestsetError } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Redact } from '../runtime/redact.ts';
import type { StopReason } from '../runtime/runtime.ts';
import { MAINTENANCE } from './error-codes.ts';
import { explain, explainCode, explainNetworkError } from './explain.ts';
import type { NetworkError } from './http/network-error.ts';
import type { HttpResponse, HttpResult } from './http/request.ts';
import { retryAfterMs } from './retry.ts';
import { readCutOff, readEnvelope, readId, type Envelope } from './wire.ts';

/** One attempt to create a testset. */
export interface CreateAttempt {
  readonly result: HttpResult;
  /** Whether the end of the body may have been sent. Before that, nothing can have been created. */
  readonly isReleased: boolean;
  /** Why the attempt was stopped by the run, if it was. */
  readonly stopped?: StopReason;
  readonly testsetName: string;
  readonly redact: Redact;
}

/** The part of a hint that says that a create may be repeated. */
export const NO_TESTSET = 'No testset was created.';

/** What an attempt proves. `announcedDevices`: 0 if unknown. `again`: nothing was created, and a retry may succeed. */
export type AttemptResult =
  | { readonly kind: 'created'; readonly id: number; readonly announcedDevices: number }
  | {
      readonly kind: 'again';
      readonly because: 'name' | 'connection' | 'limit' | 'maintenance';
      readonly error: TestsetError;
      readonly waitMs: number;
    }
  | NotCreated;

/** A create that ended without a known testset. */
export interface NotCreated {
  readonly kind: 'not-created';
  readonly outcome: Extract<Outcome, 'refused' | 'unknown-start' | 'not-started' | 'cancelled'>;
  readonly error: TestsetError;
}

const WHAT = 'the new testset';

/**
 * Classifies an attempt by the table of docs/design.md §3: by the envelope, then the status, then whether the end of the body was sent.
 * An attempt that may have created a testset is `unknown-start` and is never repeated.
 */
export function classifyAttempt(attempt: CreateAttempt): AttemptResult {
  const { result } = attempt;
  return result.kind === 'response' ? classifyResponse(result, attempt) : classifyNoResponse(result.error, attempt);
}

function classifyResponse(response: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const envelope = readEnvelope(response.text, attempt.redact);
  if (envelope) return classifyEnvelope(envelope, response, attempt);
  // The text may be the start of an envelope, also without a detected cut: the server may send a wrong length.
  const { id, code } = readCutOff(response.text);
  if (code !== undefined)
    return classifyEnvelope({ code, message: '', reason: '', data: { testset_id: id } }, response, attempt);
  if (id !== undefined && (response.cutOff || response.status === 200))
    return { kind: 'created', id, announcedDevices: 0 };
  return classifyStatus(response, attempt);
}

function classifyEnvelope(
  envelope: Envelope,
  { status, headers }: HttpResponse,
  attempt: CreateAttempt,
): AttemptResult {
  if (envelope.code !== 0) {
    const error = explainCode(envelope, status, WHAT);
    if (envelope.code !== MAINTENANCE) return notCreated('refused', error);
    return { kind: 'again', because: 'maintenance', error, waitMs: retryAfterMs(headers) };
  }
  const id = readId(envelope.data['testset_id']);
  if (id === undefined)
    return unknownStart(attempt, 'The service reported that it created the testset, but sent no identifier.');
  return { kind: 'created', id, announcedDevices: readId(envelope.data['test_count']) ?? 0 };
}

function classifyStatus({ status, headers }: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const location = headers['location'];
  const failure = {
    kind: 'status',
    status,
    ...(location !== undefined && { location: attempt.redact(location) }),
  } as const;
  const error = explain(failure, WHAT);
  const waitMs = retryAfterMs(headers);
  if (status === 425 || status === 429) return { kind: 'again', because: 'limit', error, waitMs };
  if (status === 407) return notCreated('not-started', error);
  if (status === 408 || status >= 500) {
    if (!attempt.isReleased) return { kind: 'again', because: 'connection', error, waitMs };
    return unknownStart(attempt, `The service responded with HTTP ${status} after the whole create request was sent.`);
  }
  if (status >= 300) return notCreated('refused', error);
  return unknownStart(attempt, `The service responded to the create request with HTTP ${status} but no identifier.`);
}

function classifyNoResponse(error: NetworkError, attempt: CreateAttempt): AttemptResult {
  if (attempt.isReleased) {
    const reasons = { cancelled: 'the run was cancelled', deadline: '`timeout` was reached' };
    const reason = error.kind === 'stopped' && attempt.stopped ? reasons[attempt.stopped] : error.message;
    return unknownStart(attempt, `The create request was sent, but no complete response arrived: ${reason}.`, error);
  }
  if (attempt.stopped) return stoppedCreate(attempt.stopped);
  if (error.kind === 'source') {
    const hint = 'No testset was created. Let the build finish before this step, and run it again.';
    return notCreated(
      'not-started',
      new TestsetError('app-file', `The upload stopped: ${error.message}.`, hint, error),
    );
  }
  const explained = explainNetworkError(error, WHAT);
  if (error.isPermanent) return notCreated('not-started', explained);
  const because = error.kind === 'name-not-found' ? 'name' : 'connection';
  return { kind: 'again', because, error: explained, waitMs: 0 };
}

/** The result of a create that the run stopped before it could be accepted. @param last why the last attempt failed */
export function stoppedCreate(reason: StopReason, last?: TestsetError): NotCreated {
  if (reason === 'cancelled') {
    const message = 'The run was cancelled.';
    return notCreated('cancelled', new TestsetError('cancelled', message, NO_TESTSET));
  }
  const message = ['`timeout` was reached.', last?.message].filter(Boolean).join(' ');
  const hint = `${NO_TESTSET} ${last?.hint ?? 'Raise `timeout`, or check the network.'}`;
  return notCreated('not-started', new TestsetError('deadline', message, hint, last?.cause));
}

/** The result of a create that failed before the end of its body was sent, without a response to classify. */
export function failedCreate(error: unknown): NotCreated {
  if (error instanceof TestsetError) return notCreated('not-started', error);
  const message = `Creating the testset failed unexpectedly: ${messageOf(error)}.`;
  const hint = `${NO_TESTSET} Run the step again.`;
  return notCreated('not-started', new TestsetError('unexpected', message, hint, error));
}

/** The result of a create that may or may not have created a testset. */
export function unknownStart(
  { testsetName }: Pick<CreateAttempt, 'testsetName'>,
  message: string,
  cause?: unknown,
): NotCreated {
  const hint =
    'It is unknown whether a testset was created, so the request is not repeated. ' +
    `Look for a testset named "${testsetName}" in the service: ` +
    'if it exists, attach to it with `testset-id`; if not, run the step again.';
  return notCreated('unknown-start', new TestsetError('unknown-start', message, hint, cause));
}

function notCreated(outcome: NotCreated['outcome'], error: TestsetError): NotCreated {
  return { kind: 'not-created', outcome, error };
}
