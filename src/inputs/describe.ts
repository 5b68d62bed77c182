import type { AppTarget, Inputs, NewTestset, ScenarioChoice, ScenarioTarget } from '../model/inputs.ts';
import type { Log } from '../runtime/log.ts';

/** What counts up in a file's name: versions, and numbers as long as those of builds and dates. `api29` stays. */
const COUNTING = /\d+(?:\.\d+)+|\d{4,}/g;

/**
 * What a step runs, in a few words that are the same from run to run, so that a comment or a check run is found again, and the legs of a
 * matrix are told apart.
 */
export function reportKey({ target }: Pick<Inputs, 'target'>): string {
  switch (target.kind) {
    case 'attach':
      return 'attached testsets';
    case 'scenarios':
      return `${target.osType} ${describeScenarios(target.which)} in project ${target.projectId}`;
    case 'app':
      return `${target.osType} ${target.app.name.replace(COUNTING, '#')} in project ${target.projectId}`;
  }
}

/** Which scenarios are asked for, in words. */
export function describeScenarios(which: ScenarioChoice): string {
  switch (which.kind) {
    case 'all':
      return 'all scenarios';
    case 'query':
      return `scenarios named "${which.query}"`;
    case 'ids':
      return `${which.ids.length === 1 ? 'scenario' : 'scenarios'} ${which.ids.join(', ')}`;
  }
}

/** A line of the chapter: a name of at most ten characters, and what was asked for. */
type Fact = readonly [name: string, value: string];

/** Tells what the step is about to do, so that a log explains itself; secrets are not among it. */
export async function logInputs(inputs: Inputs, log: Log): Promise<void> {
  await log.group('Inputs', () => {
    for (const [name, value] of facts(inputs)) log.info(`${name.padEnd(11)} ${value}`);
    return Promise.resolve();
  });
}

function facts(inputs: Inputs): readonly Fact[] {
  const { service, target, wait, timeoutMs, resultsDir } = inputs;
  return [
    ...(target.kind === 'attach' ? [['testsets', target.testsetIds.join(', ')] as const] : newTestsetFacts(target)),
    ['service', service.baseUrl.href],
    ['results', resultsDir],
    ['wait', wait ? `at most ${timeoutMs / 60_000} min` : 'no'],
    ...limitFacts(inputs),
  ];
}

function newTestsetFacts(target: AppTarget | ScenarioTarget): readonly Fact[] {
  return [
    target.kind === 'app' ? ['app', target.app.path] : ['runs', describeScenarios(target.which)],
    ['system', target.osType],
    ['project', `${target.projectId}`],
    ['testset', target.testsetName],
    ...optionFacts(target),
  ];
}

/** What a testset has by default needs no line. Of the account only that there is one is told, of the callback only its origin. */
function optionFacts(target: AppTarget | ScenarioTarget): readonly Fact[] {
  const { timeLimitMinutes, callback } = target;
  const account = accountWords(target);
  return [
    ...(timeLimitMinutes === undefined ? [] : [['time limit', `${timeLimitMinutes} min on each device`] as const]),
    ...(target.kind === 'app' && target.useVo ? [['use-vo', 'yes'] as const] : []),
    ...(target.kind === 'scenarios' && target.sourceType !== 'file' ? [['source', target.sourceType] as const] : []),
    ...(callback ? [['callback', callback.origin] as const] : []),
    ...(account === '' ? [] : [['account', account] as const]),
  ];
}

function accountWords({ loginId, loginPw }: Pick<NewTestset, 'loginId' | 'loginPw'>): string {
  const given = [...(loginId === undefined ? [] : ['login-id']), ...(loginPw === undefined ? [] : ['login-pw'])];
  return given.length === 0 ? '' : `a test account, by ${given.join(' and ')}`;
}

/** Limits that tolerate anything, by the names of their inputs. */
function limitFacts({ limits }: Pick<Inputs, 'limits'>): readonly Fact[] {
  const tolerated = Object.entries(limits)
    .filter(([, most]) => most > 0)
    .map(([kind, most]) => `max-${kind} ${most === Infinity ? 'any' : most}`);
  return tolerated.length === 0 ? [] : [['limits', tolerated.join(', ')]];
}
