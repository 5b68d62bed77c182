import type { ErrorCode, Rejection } from '../model/errors.ts';
import type { RequestInfo, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';

/** Why the service did not accept a request, for a heading; in its own words if its code is not known. */
export function describeRejection(problem: TestsetReport['problem'], { projectId }: RequestInfo): string {
  const { code = 'unexpected', rejection } = problem ?? {};
  const project = projectId === undefined ? 'the project' : `project ${projectId}`;
  const known = rejection && REJECTIONS.get(rejection.code)?.replace('PROJECT', project);
  const words = known ?? WITHOUT_CODE[code] ?? cleanText(rejection?.reason ?? '');
  return words || 'the service rejected the request';
}

/** What each code of the service means, in four to eight words; `PROJECT` stands for the project. */
const REJECTIONS: ReadonlyMap<number, string> = new Map([
  [2001, 'PROJECT does not exist for this account'],
  [4000, 'the request lacks a parameter'],
  [4030, "the app's Info.plist cannot be read"],
  [4031, 'the iOS app is not a development build'],
  [4032, 'the app file is not valid'],
  [4040, "the app's AndroidManifest.xml cannot be read"],
  [4041, 'the app has no activity to launch'],
  [4050, 'this type of file is not supported'],
  [4051, 'the app file or project is missing'],
  [4052, 'PROJECT is not valid for this account'],
  [4053, 'the number of the testset is wrong'],
  [4055, 'PROJECT has devices of another OS'],
  [4080, 'PROJECT has no devices in its preset'],
  [4081, 'no device of PROJECT is free'],
  [5001, 'the service failed during the create'],
  [5002, 'the service cannot tell the status'],
  [5003, 'the service cannot produce the results'],
  [5005, 'the service cannot list the scenarios'],
  [6001, 'the service cannot store the app'],
  [6002, 'the testset is still running'],
  [6003, 'the service has no such test data'],
  [8000, 'the service is under maintenance'],
]);

/** The same for what is rejected without a code. */
const WITHOUT_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  credentials: 'wrong user id or access key',
  redirected: 'the request was redirected',
  maintenance: 'the service is under maintenance',
  'rate-limited': 'too many requests to the service',
};

/** The code, and what the service says of it in its own words. */
export function describeCode({ code, reason, message = '' }: Rejection): string {
  const said = [cleanText(message), cleanText(reason)];
  return `${joinPieces(': ', [`The service's code is ${code}`, ...said])}.`;
}

/** Why there was no create that the service could have rejected, for a heading. */
export function describeNotStarted(problem: TestsetReport['problem']): string {
  return NOT_STARTED[problem?.code ?? 'unexpected'] ?? 'the service could not be used';
}

const NOT_STARTED: Readonly<Partial<Record<ErrorCode, string>>> = {
  'bad-inputs': 'an input is wrong',
  'app-file': 'the app file cannot be used',
  unreachable: 'the service could not be reached',
  untrusted: 'the connection to the service is not trusted',
  proxy: 'the proxy did not connect to the service',
  deadline: 'the timeout was reached',
  unexpected: 'an unexpected error occurred',
};
