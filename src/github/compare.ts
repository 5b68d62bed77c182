import type { Log } from '../log.ts';
import type { PreviousReport } from '../report/compare-devices.ts';
import type { Api } from './api/client.ts';
import { inTime, type WaitContext } from './api/in-time.ts';
import type { Trouble } from './api/reply.ts';
import { chooseReport, type ReportSubject } from './compare/choose.ts';
import type { EarlierReport } from './compare/read-report.ts';
import { reportsOf } from './compare/reports.ts';
import { earlierRuns, findWorkflow } from './compare/runs.ts';

/** What looking for an earlier run takes. */
export interface CompareSettings extends WaitContext {
  readonly api: Api;
  readonly log: Pick<Log, 'debug'>;
  /** Where to look, the best first: a pull request's base, or the branch that was pushed to and then the default one. */
  readonly branches: readonly string[];
  /** The name that was asked for this step's artifact, if any. */
  readonly artifactName?: string;
}

/** Comparing is a courtesy: the step does not wait long for it. */
const PATIENCE_MS = 30_000;

/** How many runs of a branch are looked into: some leave no report, as when they were cancelled. */
const MOST_RUNS = 5;

/** A run that has a report, or why there is none. */
type Search =
  | { readonly kind: 'found'; readonly previous: PreviousReport }
  | { readonly kind: 'none'; readonly why: string }
  | Trouble;

/**
 * The latest earlier run of the same workflow that left a report of the same job and thing. `undefined` when there is none, or the token
 * may not look for it (`actions: read`): nothing but the comparison is lost then, so only a debug log tells.
 */
export async function findPrevious(
  settings: CompareSettings,
  thing: ReportSubject,
): Promise<PreviousReport | undefined> {
  const { cancelled, log } = settings;
  if (cancelled.aborted) return undefined;
  const found = await inTime(settings, PATIENCE_MS, (late) => search(settings, thing, late));
  if (found?.kind === 'found') return found.previous;
  log.debug(`No comparison with an earlier run: ${found?.why ?? 'it took too long.'}`);
  return undefined;
}

async function search(settings: CompareSettings, thing: ReportSubject, late: AbortSignal): Promise<Search> {
  const { api, branches, artifactName } = settings;
  const workflow = await findWorkflow(api, thing.run);
  if (workflow.kind !== 'workflow') return workflow;
  for (const branch of new Set(branches.filter(Boolean))) {
    const found = await earlierRuns(api, workflow.id, branch, thing.run);
    if (found.kind !== 'found') return found;
    for (const { id, url } of found.runs.slice(0, MOST_RUNS)) {
      if (late.aborted) break;
      const report = chooseReport(await reportsOf(api, id, artifactName, late), thing);
      if (report) return { kind: 'found', previous: previousReport(report, url) };
    }
  }
  return { kind: 'none', why: 'none left a report of the same job and thing.' };
}

function previousReport({ seconds, devices }: EarlierReport, runUrl: string): PreviousReport {
  return { runUrl, devices, ...(seconds !== undefined && { seconds }) };
}
