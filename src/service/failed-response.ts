import { unescape } from 'node:querystring';

import { CODES, hintFor } from '../model/error-codes.ts';
import { TestsetError, type ErrorCode } from '../model/errors.ts';
import { readPageTitle, withoutStop } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import { PROXY_HINT, type Failure, type FailureKind } from './failures.ts';
import { retryAfterMs } from './http/rate-limit.ts';
import type { HttpResponse } from './http/request.ts';
import { readSaid, type Envelope } from './wire.ts';

/** One way in which a response fails. */
interface ResponseFailure {
  readonly kind: FailureKind;
  /** Default: `service-rejected`. */
  readonly code?: ErrorCode;
  /** What happened, without a full stop. */
  readonly sentence: string;
  /** Behind the sentence and in the heading; default: all that the service says. */
  readonly hidesSaid?: true;
  readonly hint: string;
  /** For the heading; default: what the service says. */
  readonly words?: string | undefined;
}

interface ReadingContext {
  readonly redact: Redact;
  /** Whether the service accepted the same credentials before. */
  readonly credentialsAccepted: boolean;
}

/** Explains why a response to a request for `what` has no value. @returns also what the service says, without a full stop */
export function explainResponse(
  response: HttpResponse,
  what: string,
  context: ReadingContext,
  envelope?: Envelope,
): Failure & { readonly said: string } {
  const facts = readFacts(response, what, context, envelope);
  const { status, rejection } = facts;
  const failure = findRejection(facts) ?? findByStatus(facts);
  const { kind, code = 'service-rejected', sentence, hint } = failure;
  const said = failure.hidesSaid ? '' : facts.said;
  const message = `${joinPieces(': ', [sentence, said])}.`;
  const words = failure.words ?? (said === '' || rejection ? undefined : `"${said}" (${status})`);
  return { kind, error: new TestsetError({ code, message, hint, words, rejection }), said: facts.said };
}

type Facts = ReturnType<typeof readFacts>;

function readFacts(response: HttpResponse, what: string, context: ReadingContext, envelope?: Envelope) {
  const { status, headers, text, cutOff } = response;
  const { redact, credentialsAccepted } = context;
  const pageTitle = readPageTitle(text, redact);
  const emptyBody = status < 300 && text.trim() === '' && 'an empty body';
  const answer = joinPieces(' and ', [`HTTP ${status}`, pageTitle ? `a page titled "${pageTitle}"` : emptyBody]);
  const { rejection, said = pageTitle === undefined ? readSaid(text, redact) : '' } = readCode(envelope);
  // What was cut off may have said that a testset was created.
  const isLimit = LIMIT_WORDS.test(said) || (credentialsAccepted && !cutOff && retryAfterMs(headers) > 0);
  const isLimited = !rejection && (status === 425 || status === 429 || (isDenied(status) && isLimit));
  // Without the fold of a header, as it is and decoded: a secret may hold `%42`, or be divided by either.
  const location = redact(unescape(redact(headers['location']?.replace(/\s/g, '') ?? '')));
  return { status, what, credentialsAccepted, envelope, pageTitle, answer, rejection, said, isLimited, location };
}

/** Some services limit requests with 403. */
const LIMIT_WORDS = /rate.?limit|too many requests/i;

/** An error code, and the same as a text: `4081 Message (the reason)`. */
function readCode(envelope?: Envelope) {
  if (!envelope || envelope.code === 0) return {};
  const { code } = envelope;
  const message = withoutStop(envelope.message);
  const reason = withoutStop(envelope.reason);
  const inBrackets = reason && ` (${reason})`;
  const rejection = reason ? { code, reason, message } : { code, reason: message };
  return { rejection, said: `${code} ${message}${inBrackets}`.trim() };
}

/** Whether a status usually means that the credentials were rejected. */
export function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}

const CREDENTIALS_HINT =
  'Check the secrets behind `user-id` and `access-key`, and that this account may use the project.';
/** With 403, services also say that the address or the rights of an account are not enough. */
const RIGHTS_HINT =
  "Check that this account, from this runner's address, may use the project; then the secrets behind `user-id` and `access-key`.";
const LET_THROUGH = 'allow this runner in that firewall or proxy';
const PAGE_HINT = `The service sends no pages: ${LET_THROUGH}, or check \`base-url\`, then the secrets behind \`user-id\` and \`access-key\`.`;
const SIGN_IN_HINT = `It may be the sign-in page of a proxy or firewall: ${LET_THROUGH}.`;
/** Of a 401 that does not have the form of the service. */
const OTHER_SERVER = 'If they are right, check `base-url`: another server may have answered.';
const ACCEPTED = 'The credentials are right, because the service accepted them before';

/** An error code, a limit, or rejected credentials. The first row that applies counts. */
function findRejection(facts: Facts): ResponseFailure | undefined {
  const { status, what, credentialsAccepted, pageTitle, answer, rejection } = facts;
  const isPage = pageTitle !== undefined && !rejection;
  if (rejection?.code === CODES.maintenance) {
    const sentence = 'The service is under maintenance';
    return { kind: 'maintenance', code: 'maintenance', sentence, hint: hintFor(CODES.maintenance) };
  }
  if (isDenied(status) && isPage && credentialsAccepted) {
    const sentence = `A firewall or proxy in front of the service blocked the request for ${what} (${answer})`;
    return { kind: 'temporary', sentence, hint: `${ACCEPTED}: ${LET_THROUGH}.` };
  }
  if (facts.isLimited) {
    const sentence = `Too many requests (HTTP ${status}) for ${what}`;
    const hint = 'Run the step again later, or run fewer scenarios at once.';
    return { kind: 'temporary', code: 'rate-limited', sentence, hint };
  }
  if (isDenied(status) && !credentialsAccepted) {
    let sentence = `The service rejected the credentials (${answer})`;
    let hint = isPage ? PAGE_HINT : CREDENTIALS_HINT;
    if (status === 403 && !isPage && !rejection && facts.said) {
      sentence = 'The service rejected the request (HTTP 403)';
      hint = RIGHTS_HINT;
    }
    if (status === 403 && isPage) sentence = `The request for ${what} was blocked (${answer})`;
    let words = pageTitle ? `a page titled "${pageTitle}" (${status})` : undefined;
    // Many servers send a page with it.
    if (status === 401) {
      hint = joinPieces(' ', [
        CREDENTIALS_HINT,
        isPage && 'If they are right, a firewall or proxy may have sent the page: allow this runner there.',
        !isPage && !rejection && OTHER_SERVER,
      ]);
      words = 'credentials rejected';
    }
    return { kind: 'unauthorized', code: 'credentials', sentence, hint, words };
  }
  const rejected = `The service rejected the request for ${what}`;
  if (rejection) {
    const isOpen = rejection.code === CODES.noData || rejection.code === CODES.stillRunning;
    const kind = isOpen ? 'not-ready' : 'rejected';
    return { kind, sentence: rejected, hint: hintFor(rejection.code) };
  }
  if (!isDenied(status)) return undefined;
  const hint = `${ACCEPTED}: check what this account may do in the project.`;
  return { kind: 'rejected', sentence: `${rejected} (HTTP ${status})`, hint };
}

/** With these, or with a page, another server may have responded; with another 4xx the service did. */
const OF_ADDRESS = new Set([404, 405, 410, 421]);

/** Any other response. The first row that applies counts. */
function findByStatus(facts: Facts): ResponseFailure {
  const { status, what, credentialsAccepted, pageTitle, answer, location } = facts;
  const request = `the request for ${what}`;
  // An address that the service has answered at is right.
  const again = "If this happens again, ask the service's support.";
  let hint = credentialsAccepted ? again : 'Check `base-url` and the path in it.';
  const sentence = `The service responded to ${request} with ${answer}`;
  if (status < 300 && facts.envelope) {
    const incomplete = `The service responded to ${request} with an incomplete response`;
    return { kind: 'no-value', sentence: incomplete, hint: 'Try again later.' };
  }
  if (status < 300 && pageTitle !== undefined) hint = hintForSignIn(facts);
  if (status < 300) return { kind: 'unexpected', sentence, hint };
  if (status < 400) {
    const redirected = `The service redirected ${request} to ${withoutQuery(location)} (HTTP ${status}). The action does not follow redirects`;
    return {
      kind: 'elsewhere',
      code: 'redirected',
      sentence: redirected,
      hint: hintForRedirect(facts),
      hidesSaid: true,
    };
  }
  if (status === 407) {
    const rejected = `A proxy rejected the credentials (HTTP 407) for ${what}`;
    return { kind: 'elsewhere', code: 'proxy', sentence: rejected, hint: PROXY_HINT };
  }
  if (status === 408) {
    const slow = `The request for ${what} took too long for the service, or for a proxy in front of it (HTTP 408)`;
    hint = 'Raise the time limit of the service or proxy, or use a faster connection.';
    return { kind: 'temporary', sentence: slow, hint };
  }
  if (status === 413) {
    const large = 'The service, or a proxy in front of it, rejected the upload as too large (HTTP 413)';
    hint = "Make the app smaller, or ask the service's support for its limit.";
    return { kind: 'elsewhere', sentence: large, hint, words: 'app too large' };
  }
  if (status === 423) {
    hint = 'Look in the service whether this account or the project is locked, or ask its support.';
    return { kind: 'refused', sentence, hint, words: 'account or project locked (423)' };
  }
  // By RFC 6585 no service sends it: the network between wants a sign-in.
  if (status === 511) return { kind: 'temporary', sentence, hint: SIGN_IN_HINT };
  if (status >= 500) return { kind: 'temporary', sentence, hint: 'The service has a problem. Try again later.' };
  if (OF_ADDRESS.has(status) || pageTitle !== undefined) return { kind: 'elsewhere', sentence, hint };
  return { kind: 'refused', sentence, hint: "Ask the service's support." };
}

function hintForRedirect(facts: Facts): string {
  const path = URL.parse(facts.location, 'https://service.invalid')?.pathname ?? '';
  const isOfService = /\/openapi\/v2\/(?:testset|project)(?:\/|$)/.test(path);
  if (!isOfService) return hintForSignIn(facts);
  if (path.endsWith('/')) return 'A proxy adds a slash to the path: turn that off there.';
  return 'Set `base-url` to the final address of the service.';
}

function hintForSignIn({ credentialsAccepted }: Facts): string {
  return credentialsAccepted ? SIGN_IN_HINT : `${SIGN_IN_HINT} Otherwise check \`base-url\` and the path in it.`;
}

/** The target of a redirect without its query, which may hold a token. */
function withoutQuery(location: string): string {
  const url = URL.parse(location);
  if (url) return `${url.origin}${url.pathname}`;
  return location.split(/[?#]/)[0] || 'an unknown address';
}
