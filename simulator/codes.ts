import type { Operation } from './faults.ts';

/** An error of the service: its code, and the text for `{}` in its reason. */
export class ServiceError extends Error {
  readonly code: number;
  readonly detail: string;

  constructor(code: number, detail = '') {
    super(`${code} ${detail}`);
    this.name = 'ServiceError';
    this.code = code;
    this.detail = detail;
  }
}

/** The texts of an error. */
export interface Wording {
  readonly message: string;
  readonly reason: string;
}

/** `result_msg` and `reason` of every code (docs/design.md, service §7). */
const WORDINGS: Readonly<Record<number, readonly [message: string, reason: string]>> = {
  2001: ['Get Project Data Fail', 'Project data does not exist.'],
  4000: ['Missing Request Parameter', 'Required parameter missing: {}.'],
  4030: ['App File Analysis Failed', 'iOS property-list parsing error: {}.'],
  4031: [
    'App File Analysis Failed',
    'Pre-processing of the app file failed; an IPA must be a development build signed with a development certificate.',
  ],
  4032: ['App File Analysis Failed', 'Invalid app file; pre-processing failed.'],
  4040: ['App File Analysis Failed', 'Android manifest parsing error: {}.'],
  4041: ['App File Analysis Failed', 'No launchable activity found (launcher category).'],
  4050: ['Invalid Request Parameter', 'File extension not supported; supported: ipa, zip, app, apk, xapk, apks.'],
  4051: ['Invalid Request Parameter', 'Required parameter missing: app_file.'],
  4052: ['Invalid Request Parameter', 'Invalid project_id: {}.'],
  4053: ['Invalid Request Parameter', 'Invalid testset_id: {}.'],
  4055: ['Invalid Request Parameter', 'Device is not compatible with this app (app OS type: {}).'],
  4080: ['Invalid Request Parameter', 'Device info does not exist in preset project data.'],
  4081: ['Invalid Request Parameter', 'Available devices do not exist in preset project data.'],
  5001: ['Run New Testset Error', 'Global exception error: {}.'],
  5002: ['Get Testset Status Error', 'Global exception error: {}.'],
  5003: ['Get Testset Result Data Error', 'Global exception error: {}.'],
  5005: ['Get Scenario List Error', 'Global exception error: {}.'],
  6001: ['App File Upload Error', 'App file upload failed.'],
  6002: ['Get Testset Result Data Failed', 'Test is still running; request again when it is complete.'],
  6003: ['Data Does Not Exist', 'Test data does not exist.'],
  8000: ['System Maintenance', 'The service is under system maintenance.'],
};

/** Every code of the service. */
export const SERVICE_CODES: readonly number[] = Object.keys(WORDINGS).map(Number);

/** The scenario list has other texts for code 4051. */
const WRONG_PROJECT_ID: readonly [string, string] = [
  'Invalid request parameter',
  'Invalid request parameter (project id).',
];

/** The texts of an error in an operation. An unknown code has no reason. */
export function wordingOf({ code, detail }: ServiceError, operation: Operation): Wording {
  const own = operation === 'scenarios' && code === 4051 ? WRONG_PROJECT_ID : WORDINGS[code];
  const [message, reason] = own ?? ['Unknown Error', ''];
  return { message, reason: reason.replace('{}', () => detail) };
}

/** Names a field whose value is out of shape: the interface has no code for it, but that of a missing parameter names it. */
export function notAllowed(key: string): string {
  return `${key} (its value is not allowed)`;
}
