import type { AppTarget, Inputs, OsType } from './inputs.ts';
import type { RequestFacts } from './report/report.ts';

/** The `data` part of a create, service-api §4.1. It holds secrets in plain text: it goes to the service and nowhere else. */
export interface TestsetRequest {
  readonly pid: number;
  readonly testset_name: string;
  readonly os_type: OsType;
  /** 0: an automated test. */
  readonly scenario_id: number;
  /** Listed as required even for automated tests, where it says nothing. */
  readonly source_type: 'file';
  /** Whole minutes, 5 to 30; absent: the project's own. */
  readonly time_limit?: number;
  readonly use_vo: boolean;
  readonly callback?: string;
  readonly credentials?: { readonly login_id?: string; readonly login_pw?: string };
}

/** What is asked of the service for an automated test. The one place where the secrets of the inputs are revealed for it. */
export function testsetRequest(target: AppTarget): TestsetRequest {
  const credentials = credentialsOf(target);
  return {
    pid: target.projectId,
    testset_name: target.testsetName,
    os_type: target.osType,
    scenario_id: 0,
    source_type: 'file',
    ...(target.timeLimitMinutes !== undefined && { time_limit: target.timeLimitMinutes }),
    use_vo: target.useVo,
    ...(target.callback && { callback: target.callback.url.reveal() }),
    ...(credentials && { credentials }),
  };
}

/** The same as the JSON text that is sent. */
export function requestJson(target: AppTarget): string {
  return JSON.stringify(testsetRequest(target));
}

/** What the report says was asked for: without secrets, and of the callback only its origin. */
export function requestFacts({ target }: Inputs, redact: (text: string) => string): RequestFacts {
  if (target.kind === 'attach') return { kind: 'attached', name: '' };
  return {
    kind: 'automated',
    name: redact(target.testsetName),
    osType: target.osType,
    projectId: target.projectId,
    ...(target.timeLimitMinutes !== undefined && { timeLimitMinutes: target.timeLimitMinutes }),
    useVo: target.useVo,
    ...(target.callback && { callbackOrigin: target.callback.origin }),
  };
}

function credentialsOf({ loginId, loginPw }: AppTarget): TestsetRequest['credentials'] {
  if (loginId === undefined && loginPw === undefined) return undefined;
  return { ...(loginId !== undefined && { login_id: loginId }), ...(loginPw && { login_pw: loginPw.reveal() }) };
}
