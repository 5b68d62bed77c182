import { HttpClient } from '@actions/http-client';

import { numberIn, textIn, type JsonObject } from '../model/fields.ts';
import { artifactJob } from '../model/job-name.ts';
import type { ReportSubject } from '../runtime/platform.ts';
import { readFromZip } from '../runtime/zip.ts';
import { type ApiReply, failed, readValue } from './api/api-reply.ts';
import { readAllPages, type Api } from './api/api.ts';
import { chooseReports } from './earlier-report.ts';
import type { StoredReport } from './stored-report.ts';

/** A completed run that started before this one. */
export interface EarlierRun {
  readonly id: number;
  /** Counts up; runs may overlap. */
  readonly number: number;
  readonly url: string;
  readonly commit: string;
}

/** Largest artifact, and largest report in it, in bytes: 20 MB are the results of a hundred thousand devices. */
const MAX_BYTES = 20_000_000;
/** Most artifacts of a run to download. */
const MAX_DOWNLOADS = 3;
/** The names of artifacts (docs/design.md, appendix B), with the job. A report page has another name. */
const NAME = /^testsets?-\d+(?:-and-\d+-more)?(?:-(.+))?$/;
/** An idle connection to the storage is given up after this time, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;

/** The report of an earlier run. `several` match, or others may; `by-hand`: inputs may have chosen another branch or app. */
export type FoundReport =
  { readonly kind: 'report'; readonly report: StoredReport } | { readonly kind: 'several' | 'by-hand' | 'none' };

/** Finds the report of the same job and subject in an earlier run. */
export async function findReport(
  api: Api,
  run: EarlierRun,
  subject: ReportSubject,
  signal: AbortSignal,
): Promise<FoundReport> {
  const reports: StoredReport[] = [];
  let left = MAX_DOWNLOADS;
  for (const { ids, isOwn } of await listCandidates(api, run, artifactJob(subject.run))) {
    const next = ids.slice(0, left);
    left -= next.length;
    for (const id of next) {
      if (signal.aborted) break;
      const report = await downloadReport(api, id, signal).catch(() => undefined);
      // A run can also hold a report that one of its steps downloaded from another run.
      if (report?.run.repository !== subject.run.repository) continue;
      if (report.run.runId !== `${run.id}` || report.run.commit !== run.commit) continue;
      if (report.run.inputs?.length) return { kind: 'by-hand' };
      reports.push(report);
    }
    const [report, another] = chooseReports(reports, subject);
    // Without the name of this job, one that was not read may match, too.
    if (another || (report && !isOwn && next.length < ids.length)) return { kind: 'several' };
    if (report) return { kind: 'report', report };
  }
  return { kind: 'none' };
}

/** The identifiers of artifacts that may hold a report, latest first: those with the name of this job, then the others. */
async function listCandidates(api: Api, { id }: EarlierRun, job: string) {
  const listed = await listArtifacts(api, id);
  const found = listed.kind === 'value' ? listed.value.filter(isCandidate) : [];
  return [true, false].map((isOwn) => {
    const some = found.filter((artifact) => hasNameOf(job, artifact) === isOwn);
    return { isOwn, ids: some.flatMap((artifact) => numberIn(artifact, 'id') ?? []).sort((a, b) => b - a) };
  });
}

/** The artifacts of a run that did not expire. */
export async function listArtifacts(api: Api, runId: number | string): Promise<ApiReply<readonly JsonObject[]>> {
  const route = 'GET /repos/{repository}/actions/runs/{run_id}/artifacts';
  const listed = await readAllPages(api, route, { run_id: runId }, 'artifacts');
  return readValue(listed, (all) => all.filter(({ expired }) => expired !== true));
}

function isCandidate(artifact: JsonObject): boolean {
  return (numberIn(artifact, 'size_in_bytes') ?? Infinity) <= MAX_BYTES && NAME.test(textIn(artifact, 'name'));
}

/** Whether an artifact has the name of this job; the attempt is appended if the name was taken. */
function hasNameOf(job: string, artifact: JsonObject): boolean {
  const [, named = ''] = NAME.exec(textIn(artifact, 'name')) ?? [];
  return [named, named.replace(/-\d+$/, '')].includes(job);
}

async function downloadReport(api: Api, artifactId: number, signal: AbortSignal): Promise<StoredReport | undefined> {
  const reply = await downloadZip(api, artifactId, MAX_BYTES, signal);
  const json = reply.kind === 'value' && reply.value && (await readFromZip(reply.value, 'report.json', MAX_BYTES));
  if (!json) return undefined;
  // Loading it takes 9 ms, and most steps read no report.
  const { parseReport } = await import('./stored-report.ts');
  return parseReport(json.toString('utf8'));
}

/**
 * Downloads an artifact; `undefined` if it is larger than `limit` bytes. GitHub redirects to its storage, which must not get the token; the
 * address is secret for some minutes. @throws if the connection breaks
 */
export async function downloadZip(
  api: Api,
  artifactId: number,
  limit: number,
  signal: AbortSignal,
): Promise<ApiReply<Buffer | undefined>> {
  const route = 'GET /repos/{repository}/actions/artifacts/{artifact_id}/zip';
  const reply = await api(route, { artifact_id: artifactId });
  if (reply.kind !== 'value') return reply;
  if (!reply.location || signal.aborted) return failed('GitHub did not say where the artifact is');
  return download(reply.location, limit, signal);
}

async function download(address: string, limit: number, signal: AbortSignal): Promise<ApiReply<Buffer | undefined>> {
  const options = { allowRedirects: false, allowRetries: false, keepAlive: true, socketTimeout: IDLE_TIMEOUT_MS };
  const client = new HttpClient('run-testset', [], options);
  const stop = client.dispose.bind(client);
  signal.addEventListener('abort', stop);
  try {
    const { message } = await client.get(address);
    const { statusCode: status = 0 } = message;
    if (status !== 200) return { kind: 'failed', reason: `the storage responded ${status}`, status };
    const chunks: AsyncIterable<Buffer> = message;
    const read: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) return { kind: 'value', value: undefined };
      read.push(chunk);
    }
    return { kind: 'value', value: Buffer.concat(read) };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
