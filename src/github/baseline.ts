import { describeSkipped, type BaselineReport, type Comparison } from '../model/history.ts';
import { joinPieces, listAll, pluralize } from '../model/words.ts';
import type { Baseline, FoundBaseline, ReportSubject } from '../runtime/platform.ts';
import { repeat, withTimeout } from '../runtime/time-limits.ts';
import type { Api } from './api/api.ts';
import { type ApiFailure, type ApiReply, failed } from './api/api-reply.ts';
import { explainFailure, type ApiContext } from './api/requests.ts';
import { findReport } from './download-reports.ts';
import { appendResults, durationOf, hasNoPass, listDevices, resultsOf } from './earlier-report.ts';
import { BASELINE_EVENTS, earlierRuns, isCompared } from './earlier-runs.ts';
import type { StoredReport } from './stored-report.ts';

/** Time limit of the whole search, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The same after a cancel: a cancelled step should end within two seconds. */
const SEARCH_AFTER_CANCEL_MS = 800;

/** Most runs to search on a branch: some leave no report, such as cancelled ones. */
const MAX_RUNS = 5;

/** Most requests of a search: a matrix of 60 jobs has 60 searches, and GitHub allows 1,000 requests an hour. */
const MAX_REQUESTS = 15;

/** Pause before a request is sent again, and up to half as long again, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/** Finds the report of the latest earlier run of the same workflow for the same subject, or says why there is none. */
export async function findBaseline(settings: ApiContext, subject: ReportSubject): Promise<Baseline> {
  const { event } = subject.run;
  if (!isCompared(event))
    return { kind: 'skipped', reason: `for \`${event}\` GitHub does not say which branch is tested` };
  if (settings.cancelled.aborted) return { kind: 'failed', reason: 'the run was cancelled' };
  const onTimeout = (): Baseline => ({ kind: 'failed', reason: 'the search took too long' });
  const limit = { ms: TIMEOUT_MS, afterCancelMs: SEARCH_AFTER_CANCEL_MS, onTimeout };
  return withTimeout<Baseline>(settings, limit, (signal) => search(settings, subject, signal));
}

async function search(settings: ApiContext, subject: ReportSubject, signal: AbortSignal): Promise<Baseline> {
  const { api, failure } = limitRequests(settings, signal);
  const branches = [...new Set(settings.context.branches)];
  const withoutPass: number[] = [];
  let [searched, byHand] = [0, 0];
  let newest: FoundBaseline | undefined;
  const end = (older: Baseline): Baseline => (newest ? { ...newest, ifPassed: older } : older);
  for (const branch of branches) {
    const runs = await earlierRuns(api, branch, settings.context);
    if (runs.kind !== 'value') return end(explainFailure(runs, 'read', settings));
    const last = searched + MAX_RUNS;
    for (const run of runs.value) {
      if (searched === last || signal.aborted) break;
      const report = await findReport(api, run, subject, signal);
      if (report === 'by-hand') byHand += 1;
      else searched += 1;
      if (report === 'several') return end({ kind: 'skipped', reason: `several reports of run ${run.number} match` });
      if (typeof report !== 'object') continue;
      const skippedRuns = withoutPass.length > 0 ? [...withoutPass] : undefined;
      const comparison = { branch, runNumber: run.number, runUrl: run.url, skippedRuns };
      const found = { kind: 'value', value: baselineOf(report, subject, comparison) } as const;
      if (!hasNoPass(report)) return end(found);
      withoutPass.push(run.number);
      if (resultsOf(report).length > 0) newest ??= found;
    }
  }
  const none = { kind: 'skipped', reason: explainNone(branches, searched, byHand, withoutPass) } as const;
  return end(failure() ?? { ...none, branch: branches[0] });
}

function baselineOf(report: StoredReport, { scenarios }: ReportSubject, comparison: Comparison): BaselineReport {
  const history = appendResults(report.history, comparison.runNumber, resultsOf(report));
  const devices = listDevices(report, scenarios);
  return { ...comparison, seconds: durationOf(report), appBytes: report.app?.bytes, history, devices };
}

function explainNone(
  branches: readonly string[],
  searched: number,
  byHand: number,
  withoutPass: readonly number[],
): string {
  const base = branches.at(-1);
  if (base === undefined) return 'the base branch is not known';
  const where = branches.join(' or ');
  if (searched + byHand === 0)
    return `this workflow has not run on ${where} yet for ${listAll(BASELINE_EVENTS, 'or')}. If it has no such trigger, add to its \`on:\` push: { branches: [${base}] }`;
  const which = withoutPass.length > 0 ? `${describeSkipped(withoutPass)}, and no other` : 'no';
  const leftOut = byHand > 0 && `(${pluralize(byHand, 'run')} by hand with inputs left out)`;
  return joinPieces(' ', [which, `run of this workflow on ${where} has a report of this job`, leftOut]);
}

/** The API for one search: at most 15 requests, and none after GitHub's limit. Then each reply is the failure that ended it. */
function limitRequests({ api, clock }: ApiContext, signal: AbortSignal) {
  let left = MAX_REQUESTS;
  let end: ApiFailure | undefined;
  const send: Api = async (route, parameters) => {
    if (left === 0) end ??= failed(`no report was found within ${MAX_REQUESTS} requests to GitHub`);
    if (end) return end;
    left -= 1;
    const reply = await api(route, parameters);
    if (reply.kind !== 'limited') return reply;
    return (end = { ...reply, reason: `the search ended at GitHub's limit of requests (${reply.reason})` });
  };
  const pauseMs = ({ kind }: ApiReply): number | undefined =>
    kind === 'failed' && !end ? RETRY_DELAY_MS * (1 + clock.random() / 2) : undefined;
  const sendTwice: Api = (route, parameters) =>
    repeat({ clock, signal }, { maxTries: 2, pauseMs }, () => send(route, parameters));
  return { api: sendTwice, failure: () => end };
}
