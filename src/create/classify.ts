import { CODES } from '../model/error-codes.ts';
import { messageOf, TestsetError, type Rejection } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import { quoteName } from '../model/testset-name.ts';
import { withoutStop } from '../model/text.ts';
import { capitalize, joinPieces, listAll } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import { STOP_WORDS, type StopReason } from '../runtime/runtime.ts';
import { readCreateReply } from '../service/create-reply.ts';
import { explainResponse, isDenied } from '../service/failed-response.ts';
import { explainNetworkError } from '../service/failures.ts';
import type { NetworkError } from '../service/http/network-error.ts';
import { retryAfterMs } from '../service/http/rate-limit.ts';
import type { HttpResponse, HttpResult } from '../service/http/request.ts';
import type { Envelope } from '../service/wire.ts';

/** One try to create a testset. */
interface CreateTry {
  readonly result: HttpResult;
  /** Whether the end of the body may have been sent. Before that, nothing can have been created. */
  readonly isCommitted: boolean;
  /** Why the try was stopped by the run, if it was. */
  readonly stopped?: StopReason;
  /** Why the try before failed, if there was one. */
  readonly lastError?: TestsetError;
  readonly testsetName: string;
  readonly redact: Redact;
  /** Whether the service accepted the same credentials before in this step. */
  readonly credentialsAccepted: boolean;
}

/** A create that ended without a testset to wait for. */
export interface CreateFailure {
  readonly kind: 'failed';
  readonly outcome: Extract<Outcome, 'rejected' | 'unknown-start' | 'not-started' | 'cancelled'>;
  readonly error: TestsetError;
  /** The identifier that came with an `unknown-start`; absent if there was none. */
  readonly id?: number;
  readonly isDenied?: boolean;
}

/** How a create ended; `announcedDevices` is 0 if unknown. */
export type CreateResult =
  { readonly kind: 'created'; readonly id: number; readonly announcedDevices: number } | CreateFailure;

/** Why a create may be sent again. `slow`: an upload that a proxy ended because it took too long. */
export type RetryReason = 'name' | 'connection' | 'slow' | 'limit' | 'maintenance' | 'no-device';

/** Nothing was created, and a retry may succeed. */
interface Retry {
  readonly kind: 'again';
  readonly reason: RetryReason;
  readonly error: TestsetError;
  /** As long as the service asked to wait, in milliseconds. */
  readonly waitMs: number;
}

/** The result of a create without a testset to wait for. */
export function createFailure(outcome: CreateFailure['outcome'], error: TestsetError): CreateFailure {
  return { kind: 'failed', outcome, error };
}

const WHAT = 'the new testset';

/** Classifies a try by the table of docs/design.md §3. A try that may have created a testset is `unknown-start` and is never repeated. */
export function classifyTry(tried: CreateTry): CreateResult | Retry {
  const { result } = tried;
  if (result.kind === 'no-response') return classifyNoResponse(result.error, tried);
  const { status } = result;
  const { envelope, id, ids = [], hasUnreadableId, devices = 0 } = readCreateReply(result.text, tried.redact);
  const isSuccess = envelope ? envelope.code === 0 : status >= 200 && status < 300;
  const failed = `The service responded with ${envelope ? `the error code ${envelope.code}` : `HTTP ${status}`}`;
  if (ids.length > 1) {
    const all = listAll(ids.map(String), 'and');
    return unknownStart(tried, { message: `The service responded with different testsets: ${all}.` });
  }
  if (isSuccess && id !== undefined) return { kind: 'created', id, announcedDevices: devices };
  if (isSuccess) return classifySuccessWithoutId(result, tried);
  if (id !== undefined) return unknownStart(tried, { message: `${failed}, but also with testset ${id}.`, id });
  if (hasUnreadableId && tried.isCommitted) {
    return unknownStart(tried, { message: `${failed}, and with the number of a testset that cannot be read.` });
  }
  return classifyFailure(result, tried, envelope);
}

function classifyFailure(response: HttpResponse, tried: CreateTry, envelope?: Envelope): CreateFailure | Retry {
  const { status, headers } = response;
  const { kind, error, said } = explainResponse(response, WHAT, tried, envelope);
  const again = (reason: RetryReason): Retry => ({ kind: 'again', reason, error, waitMs: retryAfterMs(headers) });
  if (kind === 'maintenance') return again('maintenance');
  if (envelope?.code === CODES.noDevice && !isDenied(status)) return again('no-device');
  // The service failed while it created the testset.
  if (envelope?.code === CODES.createError && tried.isCommitted) return unknownStart(tried, error);
  // A firewall says nothing about the credentials.
  const rejected = { ...createFailure('rejected', error), isDenied: isDenied(status) && kind !== 'temporary' };
  if (envelope) return rejected;
  if (error.code === 'rate-limited') return again('limit');
  if (status === 407) return createFailure('not-started', error);
  // A redirect may lead to what the create made (RFC 9110 §15.4.4).
  if (tried.isCommitted && (status < 400 || status === 408 || status >= 500)) {
    const message = `The service responded with HTTP ${status} after the whole create request was sent`;
    return unknownStart(tried, { message: `${joinPieces(': ', [message, said])}.` });
  }
  if (status === 408) return again('slow');
  return status >= 500 ? again('connection') : rejected;
}

/** A success without an identifier. Before the end of the body only something else than the service can send it, such as a sign-in page. */
function classifySuccessWithoutId(response: HttpResponse, tried: CreateTry): CreateFailure {
  const { status, cutOff } = response;
  if (!tried.isCommitted) return createFailure('rejected', explainResponse(response, WHAT, tried).error);
  let message = `The service responded to the create request with HTTP ${status} but no identifier.`;
  if (cutOff) message = `The response to the create request was cut off (HTTP ${status}): ${cutOff.message}.`;
  return unknownStart(tried, { message });
}

function classifyNoResponse(error: NetworkError, tried: CreateTry): CreateFailure | Retry {
  const { isCommitted, stopped, lastError, credentialsAccepted } = tried;
  if (isCommitted) {
    const reason = stopped && error.kind === 'stopped' ? STOP_WORDS[stopped] : error.message;
    const message = `The create request was sent, but no complete response arrived: ${reason}.`;
    return unknownStart(tried, { message, cause: error });
  }
  if (stopped) return stoppedCreate(stopped, lastError);
  if (error.kind === 'source') {
    const message = `The upload stopped: ${error.message}.`;
    const hint = 'Let the build finish before this step, and run it again.';
    return createFailure('not-started', new TestsetError({ code: 'app-file', message, hint, cause: error }));
  }
  const failure = explainNetworkError(error, WHAT, credentialsAccepted);
  if (failure.kind === 'permanent') return createFailure('not-started', failure.error);
  const reason = error.kind === 'name-not-found' ? 'name' : 'connection';
  return { kind: 'again', reason, error: failure.error, waitMs: 0 };
}

/** The result of a create that the run stopped before it could be accepted. @param last why the last try failed */
export function stoppedCreate(reason: StopReason, last?: TestsetError): CreateFailure {
  const stopped = `${capitalize(STOP_WORDS[reason])}.`;
  if (reason === 'cancelled') {
    return createFailure('cancelled', new TestsetError({ code: 'cancelled', message: stopped, hint: '' }));
  }
  const hint = 'Raise `timeout`, or check the network.';
  const error = last?.rephrase(`${last.message} ${stopped}`);
  return createFailure('not-started', error ?? new TestsetError({ code: 'deadline', message: stopped, hint }));
}

/** The result of a create that failed before the end of its body was sent, without a response to classify. */
export function failedCreate(error: unknown): CreateFailure {
  if (error instanceof TestsetError) return createFailure('not-started', error);
  const message = `Creating the testset failed unexpectedly: ${withoutStop(messageOf(error))}.`;
  const unexpected = new TestsetError({ code: 'unexpected', message, hint: 'Run the step again.', cause: error });
  return createFailure('not-started', unexpected);
}

/** The result of a create that may or may not have created a testset. */
export function unknownStart(
  { testsetName }: Pick<CreateTry, 'testsetName'>,
  { message, cause, rejection, id }: Pick<TestsetError, 'message' | 'cause'> & { rejection?: Rejection; id?: number },
): CreateFailure {
  const what = id === undefined ? 'a testset' : `testset ${id}`;
  const where = id === undefined ? `for a testset named ${quoteName(testsetName)}` : `at ${what}`;
  const attach = id === undefined ? 'testset-id' : `testset-id: ${id}`;
  const hint =
    `It is unknown whether ${what} was created, so the request is not repeated. Look ${where} in the service. ` +
    `If it exists: to wait for it, run a step with \`${attach}\`. If not, run this step again.`;
  const error = new TestsetError({ code: 'unknown-start', message, hint, cause, rejection });
  return { ...createFailure('unknown-start', error), id };
}
