import { endedCount, NO_COUNTS, replaceCounts } from '../model/counts.ts';
import type { ProgressPoint } from '../model/report.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Status } from '../service/wire.ts';

/** Records what the polls showed over time, summed over the testsets. */
export interface Timeline {
  /** @param id of the testset */
  record(id: number, status: Pick<Status, 'counts' | 'active'>): void;
  /** At most 200 points, oldest first; `undefined` if they would show no change. */
  points(): readonly ProgressPoint[] | undefined;
}

const MAX_POINTS = 200;

/** @param clock the timeline begins now */
export function createTimeline(clock: Pick<Clock, 'now'>): Timeline {
  const startedAt = clock.now();
  const latest = new Map<number, Pick<Status, 'counts' | 'active'>>();
  let points: ProgressPoint[] = [];
  let sum = NO_COUNTS;
  let active = 0;
  return {
    record: (id, status) => {
      const before = latest.get(id);
      latest.set(id, status);
      sum = replaceCounts(sum, before?.counts ?? NO_COUNTS, status.counts);
      active += status.active - (before?.active ?? 0);
      const point = { total: sum.total, passed: sum.pass, notPassed: endedCount(sum) - sum.pass, active };
      const last = points.at(-1);
      if (last && isSame(last, point)) return;
      points.push({ seconds: Math.round((clock.now() - startedAt) / 1000), ...point });
      // Every second one is dropped, but the first and the last stay.
      if (points.length > MAX_POINTS) points = points.filter((_, at) => at % 2 === 0);
    },
    points: () => {
      if (points.length > 1) return points;
      return undefined;
    },
  };
}

function isSame(a: Omit<ProgressPoint, 'seconds'>, b: Omit<ProgressPoint, 'seconds'>): boolean {
  return a.total === b.total && a.passed === b.passed && a.notPassed === b.notPassed && a.active === b.active;
}
