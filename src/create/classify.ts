import { messageOf, TestsetError, type Rejection } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Redact } from '../runtime/redact.ts';
import type { StopReason } from '../runtime/runtime.ts';
import { CREATE_ERROR, MAINTENANCE } from '../service/error-codes.ts';
import { explain, explainCode, explainNetworkError } from '../service/explain.ts';
import type { NetworkError } from '../service/http/network-error.ts';
import type { HttpResponse, HttpResult } from '../service/http/request.ts';
import { readStatusFailure } from '../service/reply.ts';
import { retryAfterMs } from '../service/retry.ts';
import { readCreateReply, type Envelope } from '../service/wire.ts';
import { joinPieces } from '../model/words.ts';

/** One attempt to create a testset. */
export interface CreateAttempt {
  readonly result: HttpResult;
  /** Whether the end of the body may have been sent. Before that, nothing can have been created. */
  readonly isCommitted: boolean;
  /** Why the attempt was stopped by the run, if it was. */
  readonly stopped?: StopReason;
  /** Why the attempt before failed, if there was one. */
  readonly lastError?: TestsetError;
  readonly testsetName: string;
  readonly redact: Redact;
  /** Whether the service accepted the same credentials before in this step. */
  readonly credentialsAccepted?: boolean;
}

/** Why a create may be sent again. `slow`: an upload that a proxy ended because it took too long. */
export type RetryReason = 'name' | 'connection' | 'slow' | 'limit' | 'maintenance';

/** What an attempt proves. `announcedDevices`: 0 if unknown. `retry`: nothing was created, and a retry may succeed. */
export type AttemptResult =
  | { readonly kind: 'created'; readonly id: number; readonly announcedDevices: number }
  | {
      readonly kind: 'retry';
      readonly reason: RetryReason;
      readonly error: TestsetError;
      readonly waitMs: number;
    }
  | CreateFailure;

/** A create that ended without a testset to wait for. */
export interface CreateFailure {
  readonly kind: 'failed';
  readonly outcome: Extract<Outcome, 'refused' | 'unknown-start' | 'not-started' | 'cancelled'>;
  readonly error: TestsetError;
  /** The identifier that came with an `unknown-start`; absent if there was none. */
  readonly id?: number;
}

const WHAT = 'the new testset';

const STOP_REASONS = { cancelled: 'the run was cancelled', deadline: '`timeout` was reached' };

/**
 * Classifies an attempt by the table of docs/design.md §3: by the identifier, then the code, the status, and whether the end was sent.
 * An attempt that may have created a testset is `unknown-start` and is never repeated.
 */
export function classifyAttempt(attempt: CreateAttempt): AttemptResult {
  const { result } = attempt;
  return result.kind === 'response' ? classifyResponse(result, attempt) : classifyNoResponse(result.error, attempt);
}

function classifyResponse(response: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const { status } = response;
  const { envelope, id, hasUnreadableId, devices = 0 } = readCreateReply(response.text, attempt.redact);
  const isSuccess = envelope ? envelope.code === 0 : status >= 200 && status < 300;
  if (isSuccess && id !== undefined) return { kind: 'created', id, announcedDevices: devices };
  if (isSuccess) return classifySuccess(response, attempt);

  const failed = `The service responded with ${envelope ? `the error code ${envelope.code}` : `HTTP ${status}`}`;
  if (id !== undefined) return unknownStart(attempt, { message: `${failed}, but also with testset ${id}.`, id });
  if (hasUnreadableId && attempt.isCommitted) {
    return unknownStart(attempt, { message: `${failed}, and with the number of a testset that cannot be read.` });
  }
  return envelope ? classifyCode(envelope, response, attempt) : classifyStatus(response, attempt);
}

function classifyCode(envelope: Envelope, { status, headers }: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const error = explainCode(envelope, status, WHAT);
  if (envelope.code === MAINTENANCE) {
    return { kind: 'retry', reason: 'maintenance', error, waitMs: retryAfterMs(headers) };
  }
  // The service failed while it created the testset.
  if (envelope.code === CREATE_ERROR && attempt.isCommitted) return unknownStart(attempt, error);
  return failure('refused', error);
}

function classifyStatus(response: HttpResponse, attempt: CreateAttempt): AttemptResult {
  const { status, headers } = response;
  const error = explainResponse(response, attempt);
  const waitMs = retryAfterMs(headers);
  if (status === 425 || status === 429) return { kind: 'retry', reason: 'limit', error, waitMs };
  if (status === 407) return failure('not-started', error);
  if (status !== 408 && status < 500) return failure('refused', error);
  if (!attempt.isCommitted) {
    const reason = status === 408 ? 'slow' : 'connection';
    return { kind: 'retry', reason, error, waitMs };
  }
  const message = `The service responded with HTTP ${status} after the whole create request was sent.`;
  return unknownStart(attempt, { message });
}

/** A success without an identifier. Before the end of the body only something else than the service can send it, such as a sign-in page. */
function classifySuccess(response: HttpResponse, attempt: CreateAttempt): CreateFailure {
  const { status, cutOff } = response;
  if (!attempt.isCommitted) return failure('refused', explainResponse(response, attempt));
  if (cutOff) {
    const message = `The response to the create request was cut off (HTTP ${status}): ${cutOff.message}.`;
    return unknownStart(attempt, { message });
  }
  const message = `The service responded to the create request with HTTP ${status} but no identifier.`;
  return unknownStart(attempt, { message });
}

function explainResponse(response: HttpResponse, { redact, credentialsAccepted = false }: CreateAttempt): TestsetError {
  return explain(readStatusFailure(response, redact, credentialsAccepted), WHAT);
}

function classifyNoResponse(error: NetworkError, attempt: CreateAttempt): AttemptResult {
  if (attempt.isCommitted) {
    const isStopped = error.kind === 'stopped' && attempt.stopped;
    const reason = isStopped ? STOP_REASONS[isStopped] : error.message;
    const message = `The create request was sent, but no complete response arrived: ${reason}.`;
    return unknownStart(attempt, { message, cause: error });
  }
  if (attempt.stopped) return stoppedCreate(attempt.stopped, attempt.lastError);
  if (error.kind === 'source') {
    const hint = 'Let the build finish before this step, and run it again.';
    return failure(
      'not-started',
      new TestsetError({ code: 'app-file', message: `The upload stopped: ${error.message}.`, hint, cause: error }),
    );
  }
  const explained = explainNetworkError(error, WHAT);
  if (error.isPermanent) return failure('not-started', explained);
  const reason = error.kind === 'name-not-found' ? 'name' : 'connection';
  return { kind: 'retry', reason, error: explained, waitMs: 0 };
}

/** The result of a create that the run stopped before it could be accepted. @param last why the last attempt failed */
export function stoppedCreate(reason: StopReason, last?: TestsetError): CreateFailure {
  if (reason === 'cancelled') {
    const message = 'The run was cancelled.';
    return failure('cancelled', new TestsetError({ code: 'cancelled', message, hint: '' }));
  }
  const message = joinPieces(' ', ['`timeout` was reached.', last?.message]);
  const hint = last?.hint ?? 'Raise `timeout`, or check the network.';
  return failure('not-started', new TestsetError({ code: 'deadline', message, hint, cause: last?.cause }));
}

/** The result of a create that failed before the end of its body was sent, without a response to classify. */
export function failedCreate(error: unknown): CreateFailure {
  if (error instanceof TestsetError) return failure('not-started', error);
  const message = `Creating the testset failed unexpectedly: ${messageOf(error)}.`;
  const hint = 'Run the step again.';
  return failure('not-started', new TestsetError({ code: 'unexpected', message, hint, cause: error }));
}

/** Why it is unknown whether a testset was created. */
interface UnknownReason {
  readonly message: string;
  readonly cause?: unknown;
  readonly rejection?: Rejection | undefined;
  /** The identifier that came with the response. */
  readonly id?: number;
}

/** The result of a create that may or may not have created a testset. */
export function unknownStart(
  { testsetName }: Pick<CreateAttempt, 'testsetName'>,
  { message, cause, rejection, id }: UnknownReason,
): CreateFailure {
  const [what, look, attach] =
    id === undefined
      ? ['a testset', `for a testset named "${testsetName}"`, '`testset-id`']
      : [`testset ${id}`, `at testset ${id}`, `\`testset-id: ${id}\``];
  const hint =
    `It is unknown whether ${what} was created, so the request is not repeated. Look ${look} in the service: ` +
    `if it exists, attach to it with ${attach}; if not, run the step again.`;
  const error = new TestsetError({ code: 'unknown-start', message, hint, cause, rejection });
  return { ...failure('unknown-start', error), id };
}

function failure(outcome: CreateFailure['outcome'], error: TestsetError): CreateFailure {
  return { kind: 'failed', outcome, error };
}
