import { countDevices, endedCount, hasNoneStarted, unfinishedCount, type Counts } from '../model/counts.ts';
import { formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** More devices have no character each. */
const MAX_BAR_LENGTH = 40;
const MINUTE_MS = 60_000;
/** The changes of several testsets are logged at most this often. */
const SEVERAL_MS = MINUTE_MS / 2;
/** After so long without a change a line says so: 5, 10, 20, 30 … minutes. */
const FIRST_REMINDER_MS = 5 * MINUTE_MS;
const REMINDER_MS = 10 * MINUTE_MS;

/** Logs how far the devices are: a line on each change, and a reminder now and then. @param countTestsets how many there are by now */
export function createProgressLine(
  { clock, log, timeLeftMs }: Pick<Runtime, 'clock' | 'log' | 'timeLeftMs'>,
  countTestsets: () => number,
) {
  const startedAt = clock.now();
  let shown = { text: '', at: Number.NEGATIVE_INFINITY, reminderMs: FIRST_REMINDER_MS };
  let lastAt = Number.NEGATIVE_INFINITY;
  const isTooSoon = (): boolean => countTestsets() > 1 && clock.now() - lastAt < SEVERAL_MS;
  const write = (text: string): void => {
    lastAt = clock.now();
    log.info(`${formatDuration((lastAt - startedAt) / 1000).padStart(7)}  ${text}`);
  };
  return {
    /**
     * Logs the counts behind `before` if they have changed, or if it is time for a reminder.
     * @param isUrgent a change is logged at once
     * @param beforeLine called before a change is logged
     */
    show: (counts: Counts, before: string, isUrgent: boolean, beforeLine: () => void): void => {
      const now = clock.now();
      const bar = barOf(counts);
      const text = joinPieces('  ', [bar, `${before}${describe(counts, countTestsets())}`]);
      const unchangedMs = now - shown.at;
      if (text !== shown.text) {
        if (!isUrgent && isTooSoon()) return;
        beforeLine();
        shown = { text, at: now, reminderMs: FIRST_REMINDER_MS };
        write(text);
      } else if (unchangedMs >= shown.reminderMs) {
        shown.reminderMs = (Math.floor(shown.reminderMs / REMINDER_MS) + 1) * REMINDER_MS;
        const left = minutes(Math.max(0, timeLeftMs()));
        write(joinPieces('  ', [bar, `no change for ${minutes(unchangedMs)} · ${left} left`]));
      }
    },
    /** Logs another sentence, unless it comes too soon after a line. */
    note: (text: string): void => {
      if (!isTooSoon()) write(text);
    },
  };
}

/** ✗ failed, ✓ passed, `.` is not done; empty for more than 40 devices. */
function barOf(counts: Counts): string {
  if (counts.total > MAX_BAR_LENGTH || endedCount(counts) > counts.total) return '';
  const notPassed = endedCount(counts) - counts.pass;
  return '✗'.repeat(notPassed) + '✓'.repeat(counts.pass) + '.'.repeat(unfinishedCount(counts));
}

/** `6 of 8 done · 2 failed`; before any is done `8 devices`, or `0 of 8 devices started`. */
function describe(counts: Counts, testsets: number): string {
  if (counts.total === 0) return 'number of devices not known yet';
  const [devices, done] = [countDevices(counts.total, testsets), endedCount(counts)];
  if (done === 0) return hasNoneStarted(counts) ? `0 of ${devices} started` : devices;
  const failed = done - counts.pass;
  const share = `${formatNumber(done)} of ${formatNumber(counts.total)} done`;
  return joinPieces(' · ', [share, failed > 0 && `${formatNumber(failed)} failed`]);
}

function minutes(ms: number): string {
  return `${formatNumber(Math.round(ms / MINUTE_MS))} min`;
}
