import { typicalSeconds, type History } from '../model/history.ts';
import type { Report } from '../model/report.ts';
import type { Services } from '../runtime/platform.ts';

/** How long the devices of a step's testsets are expected to run: from `time-limit`, and from earlier runs on the base branch. */
export interface ExpectedDurations {
  /**
   * How long the devices of a testset will run, in milliseconds; `undefined` as long as it is not known. The first call starts the search
   * for earlier runs, unless there is a limit.
   */
  knownMs(scenario: number | undefined): number | undefined;
}

/** @param findHistory finds the results on the base branch; never fails. Absent: nothing is known of earlier runs */
export function expectDurations(
  subject: Pick<Report, 'run' | 'request'>,
  findHistory: Services['findHistory'] = () => Promise.resolve([]),
): ExpectedDurations {
  const { timeLimitMinutes } = subject.request;
  let ofScenarios: ReturnType<typeof secondsByScenario> = new Map();
  let search: Promise<readonly History[]> | undefined;
  const searchOnce = (): Promise<readonly History[]> =>
    (search ??= findHistory(subject).then((found) => {
      ofScenarios = secondsByScenario(found);
      return found;
    }));
  return {
    knownMs: (scenario) => {
      if (timeLimitMinutes !== undefined) return timeLimitMinutes * 60_000;
      void searchOnce();
      const seconds = ofScenarios.get(scenario);
      return seconds && seconds * 1000;
    },
  };
}

/** Computed once: every poll asks for its scenario, and every update of the check run for all. */
function secondsByScenario(history: readonly History[]): ReadonlyMap<number | undefined, number | undefined> {
  const byScenario = Map.groupBy(history, ({ scenario }) => scenario);
  return new Map([...byScenario].map(([scenario, own]) => [scenario, typicalSeconds(own)]));
}
