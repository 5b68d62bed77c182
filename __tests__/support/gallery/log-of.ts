import { NO_COUNTS, type Counts } from '../../../src/model/counts.ts';
import type { Report } from '../../../src/model/report.ts';
import type { DeviceRun } from '../../../src/model/verdict.ts';
import { lastLine, logReport } from '../../../src/report/log.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { logLine, type Log } from '../../../src/runtime/log.ts';
import { createProgress } from '../../../src/wait/progress.ts';
import { formatLogLine } from './log-line.ts';
import { createView } from '../../../src/report/view.ts';

type LogText = Parameters<Log['info']>[0];

/** The end of the log as GitHub shows it: the table of what did not pass, and the last line. */
export function endOfLog(report: Report): string[] {
  const lines: string[] = [];
  const add = (line: LogText): number => lines.push(logLine(line));
  logReport(createView(report), { info: add, notice: add, warning: add });
  const last = lastLine(createView(report));
  return shown([...lines, ...(last === undefined ? [] : [`::error::${last}`])]);
}

/** Service seconds between two polls. */
const POLL_SECONDS = 20;
const TIMEOUT_MS = 180 * 60_000;

/** The log of the wait for a complete testset. */
export function logOfWait(report: Report): string[] {
  const lines: string[] = [];
  const add = (line: LogText): number => lines.push(logLine(line));
  let now = 0;
  const log = { ...NO_LOG, info: add };
  const clock = { ...systemClock, now: () => now * 1000 };
  const runtime = { clock, log, timeLeftMs: () => TIMEOUT_MS - clock.now() };
  const progress = createProgress(runtime);
  progress.expectTestsets(1);
  const [{ id = 0, counts, suites } = { counts: NO_COUNTS, suites: [] }] = report.testsets;
  const devices = suites.flatMap(({ testcases }) => testcases);
  progress.add({ id, announcedDevices: counts.total, origin: 'created' });
  for (; now < report.durationSeconds + POLL_SECONDS; now += POLL_SECONDS) {
    const isOver = now >= report.durationSeconds;
    const seen = isOver
      ? counts
      : countEnded(
          devices.filter(({ seconds = 0 }) => seconds <= now),
          counts.total,
        );
    progress.update(id, { counts: seen, state: isOver ? 'complete' : 'running', word: '' });
  }
  return shown(['::group::Wait', ...lines]);
}

const NO_LOG: Log = {
  info: () => undefined,
  debug: () => undefined,
  notice: () => undefined,
  warning: () => undefined,
  group: async (_title, work) => work(),
};

function countEnded(ended: readonly DeviceRun[], total: number): Counts {
  const pass = ended.filter(({ result }) => result === 'passed').length;
  return { ...NO_COUNTS, total, pass, fail: ended.length - pass };
}

function shown(lines: readonly string[]): string[] {
  return lines.flatMap((line) => formatLogLine(line, false) ?? []);
}
