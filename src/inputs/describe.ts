import { listRequirements, formatVersion, type AppFacts } from '../model/app-facts.ts';
import type { AppTarget, Inputs, ScenarioChoice, ScenarioTarget } from '../model/inputs.ts';
import { shortPath } from '../model/path-within.ts';
import type { Log } from '../runtime/log.ts';
import type { Redact } from '../runtime/redact.ts';

/** Versions, and numbers as long as those of builds and dates, which differ from run to run; `api29` stays. */
const COUNTER = /\d+(?:\.\d+)+|\d{4,}/g;

/** What a step runs, in words that are the same from run to run; they identify the comment and the check run. */
export function reportKey({ target }: Pick<Inputs, 'target'>, redact: Redact): string {
  if (target.kind === 'attach') return 'attached testsets';
  const what =
    target.kind === 'app' ? redact(target.app.name).replace(COUNTER, '#') : redact(describeScenarios(target.which));
  return `${target.osType} ${what} in project ${target.projectId}`;
}

/** Which scenarios are run, in words. */
function describeScenarios(which: ScenarioChoice): string {
  switch (which.kind) {
    case 'all':
      return 'all scenarios';
    case 'query':
      return `scenarios named "${which.query}"`;
    case 'ids':
      return `${which.ids.length === 1 ? 'scenario' : 'scenarios'} ${which.ids.join(', ')}`;
  }
}

/** A line of the log group: a name of at most ten characters, and a value. A line without a value is not logged. */
type Line = readonly [name: string, value: string | undefined];

/** Logs what the step will do, without secrets and without what has its default; paths start at the workspace if they are below it. */
export async function logInputs(inputs: Inputs, log: Log, workspace: string): Promise<void> {
  const { service, target, wait, timeoutMs, resultsDir } = inputs;
  const lines: readonly Line[] = [
    ...(target.kind === 'attach'
      ? [['testsets', target.testsetIds.join(', ')] as const]
      : testsetLines(target, workspace)),
    ['service', service.baseUrl.href],
    ['results', shortPath(workspace, resultsDir)],
    ['wait', wait ? `at most ${timeoutMs / 60_000} min` : 'no'],
    ['limits', describeLimits(inputs)],
  ];
  await log.group('Inputs', () => {
    for (const [name, value] of lines) {
      if (value) log.info(`${name.padEnd(11)} ${value}`);
    }
    return Promise.resolve();
  });
}

function testsetLines(target: AppTarget | ScenarioTarget, workspace: string): readonly Line[] {
  const { timeLimitMinutes, callback, loginId, loginPw } = target;
  const account = [loginId === undefined ? '' : 'login-id', loginPw === undefined ? '' : 'login-pw'].filter(Boolean);
  return [
    target.kind === 'app' ? ['app', shortPath(workspace, target.app.path)] : ['runs', describeScenarios(target.which)],
    ['contains', target.kind === 'app' && target.app.facts ? describeFacts(target.app.facts) : undefined],
    ['system', target.osType],
    ['project', `${target.projectId}`],
    ['testset', target.testsetName],
    ['time limit', timeLimitMinutes === undefined ? undefined : `${timeLimitMinutes} min on each device`],
    ['use-vo', target.kind === 'app' && target.useVo ? 'yes' : undefined],
    ['source', target.kind === 'scenarios' && target.sourceType !== 'file' ? target.sourceType : undefined],
    // The rest of the address may be a secret.
    ['callback', callback?.origin],
    ['account', account.length === 0 ? undefined : `a test account (${account.join(', ')})`],
  ];
}

/** `Wallet 3.2.1 (321), com.example.wallet, Android 7 and later, arm64-v8a` */
function describeFacts(facts: AppFacts): string {
  const { name = '', identifier = '' } = facts;
  const title = [name, formatVersion(facts)].filter(Boolean).join(' ');
  return [title, identifier, ...listRequirements(facts)].filter(Boolean).join(', ');
}

/** The limits above 0, by the names of their inputs. */
function describeLimits({ limits }: Inputs): string {
  const above = Object.entries(limits).filter(([, most]) => most > 0);
  return above.map(([kind, most]) => `max-${kind} ${most === Infinity ? 'any' : most}`).join(', ');
}
