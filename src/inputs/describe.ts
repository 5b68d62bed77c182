import { formatMinimumOs, formatVersion, type AppFacts } from '../model/app-facts.ts';
import { describeScenarios, type AppTarget, type Inputs, type ScenarioTarget } from '../model/inputs.ts';
import { shortPath } from '../model/path-within.ts';
import type { Log } from '../runtime/log.ts';
import { joinPieces, pluralize } from '../model/words.ts';

/** A line of the log group: a name of at most ten characters, and a value. A line without a value is not logged. */
type Line = readonly [name: string, value: string | false | undefined];

/** Logs what the step will do, without secrets and without what has its default. Paths start at the workspace. */
export async function logInputs(inputs: Inputs, log: Log, workspace: string): Promise<void> {
  const { service, target, resultsDir, wait, timeoutMs, quarantine, retryFailed } = inputs;
  const lines: readonly Line[] = [
    ...describeTarget(target, workspace),
    ['service', service.baseUrl.href],
    ['results', shortPath(workspace, resultsDir)],
    ['wait', wait ? `at most ${timeoutMs / 60_000} min` : 'no'],
    ['limits', describeLimits(inputs)],
    ['quarantine', quarantine && pluralize(quarantine.entries.length, 'entry', 'entries')],
    ['retries', retryFailed > 0 && `at most ${retryFailed} for each scenario`],
  ];
  await log.group('Inputs', () => {
    for (const [name, value] of lines) {
      if (value) log.info(`${name.padEnd(11)} ${value}`);
    }
    if (quarantine) logEnding(quarantine, log);
    return Promise.resolve();
  });
}

/** One annotation for each entry of the quarantine file that has expired or soon will. */
function logEnding({ path: file, ending }: NonNullable<Inputs['quarantine']>, log: Log): void {
  for (const { owner, expires, line, hasExpired } of ending) {
    const entry = `The quarantine entry of ${owner}`;
    if (hasExpired) log.warning(`${entry} expired on ${expires} and no longer counts.`, { file, line });
    else log.notice(`${entry} expires on ${expires}.`, { file, line });
  }
}

function describeTarget(target: Inputs['target'], workspace: string): readonly Line[] {
  switch (target.kind) {
    case 'attach':
      return [['testsets', target.testsetIds.join(', ')]];
    case 'app':
      return [
        ['app', shortPath(workspace, target.app.path)],
        ['contains', target.app.facts && describeFacts(target.app.facts)],
        ...describeTestset(target),
        ['use-vo', target.useVo && 'yes'],
      ];
    case 'scenarios':
      return [
        ['runs', describeScenarios(target.which)],
        ...describeTestset(target),
        ['source', target.sourceType === 'app_id' && target.sourceType],
      ];
  }
}

function describeTestset(testset: AppTarget | ScenarioTarget): readonly Line[] {
  const { osType, projectId, testsetName, timeLimitMinutes, callback, loginId, loginPw } = testset;
  const account = joinPieces(', ', [loginId && 'login-id', loginPw && 'login-pw']);
  return [
    ['system', osType],
    ['project', `${projectId}`],
    ['testset', testsetName],
    ['time limit', timeLimitMinutes !== undefined && `${timeLimitMinutes} min on each device`],
    // The rest of the address may be a secret.
    ['callback', callback?.origin],
    ['account', account && `a test account (${account})`],
  ];
}

/** `Wallet 3.2.1 (321), com.example.wallet, Android 7 and later` */
function describeFacts(facts: AppFacts): string {
  const { name = '', identifier = '' } = facts;
  const title = joinPieces(' ', [name, formatVersion(facts)]);
  return joinPieces(', ', [title, identifier, formatMinimumOs(facts)]);
}

/** The limits above 0, by the names of their inputs. */
function describeLimits({ limits }: Inputs): string {
  const above = Object.entries(limits).filter(([, most]) => most > 0);
  const words = above.map(([kind, most]) => (most === Infinity ? `max-${kind} any` : `max-${kind} ${most}`));
  return words.join(', ');
}
