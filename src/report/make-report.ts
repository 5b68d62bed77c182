import type { Report } from '../model/report.ts';
import type { Verdict } from '../model/verdict.ts';

interface ReportParts extends Pick<
  Report,
  'maxFailures' | 'quarantine' | 'run' | 'request' | 'app' | 'resumed' | 'notes'
> {
  readonly verdict: Verdict;
  /** Since the wait began, in milliseconds. */
  readonly elapsedMs: number;
  readonly end: Date;
}

/** Creates the report of a step whose outcome is decided. Nothing that follows can change the outcome. */
export function makeReport({ verdict, elapsedMs, end, ...facts }: ReportParts): Report {
  const durationSeconds = Math.round(elapsedMs / 1000);
  return { ...facts, ...verdict, durationSeconds, endedAt: end.toISOString() };
}
