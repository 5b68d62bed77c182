import type { AppTarget, Inputs, ScenarioTarget } from '../model/inputs.ts';
import type { OsType, RequestInfo } from '../model/report.ts';
import { formatTestsetName } from '../model/testset-name.ts';
import type { CreatedTestsets } from './pending-testset.ts';

/** The `data` part of a create (docs/design.md, service §4.1). It holds secrets in plain text, so it goes to the service only. */
export interface TestsetRequest {
  readonly pid: number;
  readonly testset_name: string;
  readonly os_type: OsType;
  /** 0: an automated test. */
  readonly scenario_id: number;
  /** Required even for automated tests, where it has no effect. */
  readonly source_type: ScenarioTarget['sourceType'];
  /** Whole minutes, 5 to 30; absent: the project's own. */
  readonly time_limit?: number;
  /** Automated tests only. */
  readonly use_vo?: boolean;
  readonly callback?: string;
  readonly credentials?: { readonly login_id?: string; readonly login_pw?: string };
}

/** Builds the request. It reveals `login-pw` and `callback`. @param scenario 0 for an automated test */
export function testsetRequest(target: AppTarget | ScenarioTarget, scenario: number, name: string): TestsetRequest {
  const { loginId, loginPw } = target;
  const hasCredentials = loginId !== undefined || loginPw !== undefined;
  return {
    pid: target.projectId,
    testset_name: name,
    os_type: target.osType,
    time_limit: target.timeLimitMinutes,
    callback: target.callback?.url.reveal(),
    credentials: hasCredentials ? { login_id: loginId, login_pw: loginPw?.reveal() } : undefined,
    scenario_id: scenario,
    source_type: target.kind === 'app' ? 'file' : target.sourceType,
    use_vo: target.kind === 'app' ? target.useVo : undefined,
  };
}

/** Describes the request for the report: without the account, and only the origin of the callback. Testsets of an earlier attempt have its name. */
export function requestInfo(
  { target }: Pick<Inputs, 'target'>,
  { testsets, resumed = [] }: Pick<CreatedTestsets, 'testsets' | 'resumed'> = { testsets: [] },
): RequestInfo {
  if (target.kind === 'attach') return { kind: 'attached', name: target.reportName ?? '', isNameGiven: true };
  const { osType, projectId, timeLimitMinutes, callback } = target;
  const [attempt = target.testsetName.attempt, ...others] = new Set(resumed.map((each) => each.attempt));
  const isOfAttempt = others.length === 0 && testsets.every(({ origin }) => origin === 'resumed');
  const name = formatTestsetName(isOfAttempt ? { ...target.testsetName, attempt } : target.testsetName);
  const common = {
    name,
    isNameGiven: target.testsetName.isGiven,
    osType,
    projectId,
    timeLimitMinutes,
    callbackOrigin: callback?.origin,
  };
  if (target.kind === 'scenarios') return { kind: 'scenario', ...common };
  return { kind: 'automated', ...common, useVo: target.useVo };
}
