import { wordsFor } from '../model/error-codes.ts';
import type { ErrorCode, Rejection } from '../model/errors.ts';
import type { RequestInfo } from '../model/report.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';

/** Why the service did not accept a request, for a heading; in its own words if its code is not known. */
export function describeRejection(problem: TestVerdict['problem'], { projectId }: RequestInfo): string {
  const { code = 'unexpected', rejection } = problem ?? {};
  const project = projectId === undefined ? 'the project' : `project ${projectId}`;
  const known = rejection && wordsFor(rejection.code)?.replace('PROJECT', project);
  const words = known ?? WITHOUT_CODE[code] ?? cleanText(rejection?.reason ?? '');
  return words || 'the service rejected the request';
}

/** Why a request was rejected without a code, for a heading. */
const WITHOUT_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  credentials: 'wrong user id or access key',
  redirected: 'the request was redirected',
  'rate-limited': 'too many requests to the service',
};

/** The code, and what the service says of it in its own words. */
export function describeCode({ code, reason, message = '' }: Rejection): string {
  const said = [cleanText(message), cleanText(reason)];
  return `${joinPieces(': ', [`The service's code is ${code}`, ...said])}.`;
}

/** Why there was no create that the service could have rejected, for a heading. */
export function describeNotStarted(problem: TestVerdict['problem'], request: RequestInfo): string {
  if (problem?.rejection) return describeRejection(problem, request);
  return NOT_STARTED[problem?.code ?? 'unexpected'] ?? 'the service could not be used';
}

const NOT_STARTED: Readonly<Partial<Record<ErrorCode, string>>> = {
  'bad-inputs': 'an input is wrong',
  'app-file': 'the app file cannot be used',
  unreachable: 'the service could not be reached',
  untrusted: 'the connection to the service is not trusted',
  proxy: 'the proxy did not connect to the service',
  deadline: 'the timeout was reached',
  'rate-limited': 'too many requests to the service',
  unexpected: 'an unexpected error occurred',
};
