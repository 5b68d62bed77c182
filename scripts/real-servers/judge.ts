import { DEFAULT_ACCOUNT } from '../../simulator/server.ts';
import type { Played } from './play.ts';
import type { Expectation, Situation } from './situation.ts';

/** A row of the table, and what is not as expected. */
export interface Row {
  readonly cells: readonly string[];
  readonly problems: readonly string[];
  readonly log: string;
}

const MAX_LAST_LINE = 100;
/** Of the access key and of the proxy. */
const SECRETS = [DEFAULT_ACCOUNT.accessKey, 'proxy-password'];

/** Compares what came of a situation with what is expected. */
export function judge({ name, expected }: Situation, played: Played): Row {
  const { result, simulator } = played;
  const count = (operation: string): number => simulator.journal.filter((one) => one.operation === operation).length;
  const requests = ['create', 'status', 'result'].map(count).join('/');
  const problems = [...findOutcomeProblems(expected, played), ...findLogProblems(expected, played)];
  const { creates = Infinity, minutes = Infinity } = expected;
  if (count('create') > creates) problems.push(`more than ${creates} creates`);
  if (played.minutes > minutes) problems.push(`more than ${minutes} min`);
  const outcome = result.outputs['outcome'] ?? 'none';
  return {
    cells: [name, outcome, requests, `${simulator.created.length}`, cut(lastLineOf(played)), yesOrNo(problems)],
    problems,
    log: `${withoutMasks(result.stdout)}${result.stderr}`,
  };
}

/** The row of a situation that could not be played. */
export function failedRow({ name }: Situation, error: unknown): Row {
  const problems = ['it cannot be played'];
  const log = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { cells: [name, '', '', '', '', yesOrNo(problems)], problems, log };
}

function yesOrNo(problems: readonly string[]): string {
  return problems.length === 0 ? 'yes' : `no: ${problems.join('; ')}`;
}

function cut(line: string): string {
  return line.length > MAX_LAST_LINE ? `${line.slice(0, MAX_LAST_LINE - 1)}…` : line;
}

function findOutcomeProblems(expected: Expectation, { result, simulator }: Played): readonly string[] {
  const { outcome: allowed, testsets = 1, isIdLost } = expected;
  const { created } = simulator;
  const outcome = result.outputs['outcome'] ?? 'none';
  const ids = (result.outputs['testset-id'] ?? '').split(',');
  const problems: string[] = [];
  if (result.exitCode === null) problems.push('the step did not end');
  if (![allowed].flat().some((one) => one === outcome)) problems.push(`expected ${[allowed].flat().join(' or ')}`);
  if (created.length > testsets) problems.push(`more testsets than ${testsets}`);
  if (!isIdLost && created.some(({ id }) => !ids.includes(`${id}`))) problems.push('a testset is not in `testset-id`');
  return problems;
}

function findLogProblems({ lastLine, notInLastLine, log }: Expectation, played: Played): readonly string[] {
  const { stdout, stderr } = played.result;
  const last = lastLineOf(played);
  const shown = withoutMasks(stdout);
  const problems: string[] = [];
  if (lastLine && !lastLine.test(last)) problems.push(`the last line lacks ${lastLine.toString()}`);
  if (notInLastLine?.test(last)) problems.push(`the last line has ${notInLastLine.toString()}`);
  if (log && !log.test(shown)) problems.push(`the log lacks ${log.toString()}`);
  if (SECRETS.some((secret) => shown.includes(secret))) problems.push('a secret is in the log');
  if (stderr !== '') problems.push('the step wrote to its error output');
  return problems;
}

/** Without the workflow command before it. */
function lastLineOf({ result }: Played): string {
  const line = result.stdout.trimEnd().split('\n').at(-1) ?? '';
  return line.replace(/^::\w+[^:]*::/, '');
}

/** The runner does not show these lines. */
function withoutMasks(log: string): string {
  return log.replace(/^::add-mask::.*\n/gm, '');
}
