import { describeScenarios, type Inputs, type NewTestset } from '../model/inputs.ts';
import { daysUntil, type QuarantineEntry, type QuarantineFile } from '../model/quarantine.ts';
import { describeStoredApp } from '../model/report.ts';
import { shortPath } from '../model/run-context.ts';
import { formatTestsetName } from '../model/testset-name.ts';
import { formatAge, formatLimit, joinPieces, nounFor, pluralize } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** A line of the log group: a name of at most ten characters, and a value. A line without a value is not logged. */
type Line = readonly [name: string, value: string | false | undefined];

type Clocked = Pick<Runtime, 'clock' | 'log'>;

/** Logs what the step will do, without secrets and without what has its default. Paths start at the workspace. */
export async function logInputs(inputs: Inputs, runtime: Clocked, workspace: string): Promise<void> {
  const { service, target, resultsDir, wait, timeoutMs, maxFailures, quarantine, retryFailed } = inputs;
  const lines: readonly Line[] = [
    ...describeTarget(target, workspace),
    ['service', service.baseUrl.href],
    ['results', shortPath(workspace, resultsDir)],
    ['wait', wait ? `at most ${timeoutMs / 60_000} min` : 'no'],
    ['limit', maxFailures > 0 && `max-failures ${formatLimit(maxFailures)}`],
    ['quarantine', quarantine && pluralize(quarantine.entries.length, 'entry', 'entries')],
    ['retries', retryFailed > 0 && `at most ${retryFailed} for each scenario`],
  ];
  await runtime.log.group('Inputs', () => {
    for (const [name, value] of lines) if (value) runtime.log.info(`${name.padEnd(11)} ${value}`);
    if (quarantine) logEnding(quarantine, target.kind, runtime);
    return Promise.resolve();
  });
}

/** From so many days before its end on, an entry has a notice. */
const LAST_DAYS = 7;

/** Says which entries of the quarantine file have expired, soon will, or are for something else. */
function logEnding(
  { path: file, entries, expired }: QuarantineFile,
  kind: Inputs['target']['kind'],
  { clock, log }: Clocked,
): void {
  const now = clock.date();
  // The log does not show the place of an annotation.
  const nameEntry = ({ owner, line }: QuarantineEntry): string => `The quarantine entry of ${owner} in line ${line}`;
  for (const entry of expired)
    log.warning(`${nameEntry(entry)} expired on ${entry.expires} and no longer counts.`, { file, line: entry.line });
  for (const entry of entries.filter((each) => daysUntil(each, now) < LAST_DAYS))
    log.notice(`${nameEntry(entry)} expires on ${entry.expires}.`, { file, line: entry.line });
  const ofScenarios = kind === 'scenarios' ? [] : entries.filter(({ scenarios }) => scenarios);
  const [first] = ofScenarios;
  if (!first) return;
  const lines = ofScenarios.map(({ line }) => line).join(', ');
  const where = `${nounFor(ofScenarios.length, 'line')} ${lines} of ${file}`;
  const words = 'This step runs no scenarios, so quarantine entries with `scenario` have no effect';
  log.notice(`${words}: ${where}.`, { file, line: first.line });
}

function describeTarget(target: Inputs['target'], workspace: string): readonly Line[] {
  switch (target.kind) {
    case 'attach':
      return [['testsets', target.testsetIds.join(', ')]];
    case 'app':
      return [
        ['app', joinPieces(', ', [shortPath(workspace, target.app.path), formatAge(target.app.ageDays)])],
        ...describeTestset(target),
        ['use-vo', target.useVo && 'yes'],
      ];
    case 'scenarios':
      return [
        ['runs', describeScenarios(target.which)],
        ['app', describeStoredApp(target, 'the one')],
        ...describeTestset(target),
      ];
  }
}

function describeTestset(testset: NewTestset): readonly Line[] {
  const { osType, projectId, testsetName, timeLimitMinutes, callback, loginId, loginPw } = testset;
  const account = joinPieces(', ', [loginId && 'login-id', loginPw && 'login-pw']);
  return [
    ['system', osType],
    ['project', `${projectId}`],
    ['name', testsetName.isGiven && formatTestsetName(testsetName)],
    ['time limit', timeLimitMinutes !== undefined && `${timeLimitMinutes} min on each device`],
    // The rest of the address may be a secret.
    ['callback', callback?.origin],
    ['account', account && `a test account (${account})`],
  ];
}
