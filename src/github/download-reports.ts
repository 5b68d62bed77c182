import { buffer } from 'node:stream/consumers';

import { HttpClient } from '@actions/http-client';

import { isJsonObject, listIn, numberIn, type JsonObject } from '../model/fields.ts';
import type { StoredReport } from './stored-report.ts';
import { readFromZip } from '../runtime/zip.ts';
import type { Api } from './api/api.ts';
import { readAllPages } from './api/requests.ts';

/** Largest artifact, and largest report in it, in bytes: 20 MB are the results of a hundred thousand devices. */
const MAX_BYTES = 20_000_000;

/** A run has an artifact for each job of its matrix. */
const MAX_ARTIFACTS = 20;

/** The names of artifacts (docs/design.md, appendix B). */
const NAME = /^testsets?-\d/;

/** An idle connection to the storage is given up after this time, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;

/** Downloads the reports in the artifacts of a run, latest first; those that cannot be read are left out. */
export async function downloadReports(api: Api, runId: number, signal: AbortSignal): Promise<StoredReport[]> {
  const route = 'GET /repos/{repository}/actions/runs/{run_id}/artifacts';
  const listed = await readAllPages(api, route, { run_id: runId }, (page) => listIn(page, 'artifacts'));
  if (listed.kind !== 'value') return [];
  const ids = listed.value
    .filter(isJsonObject)
    .filter(isCandidate)
    .flatMap((artifact) => numberIn(artifact, 'id') ?? [])
    .sort((a, b) => b - a);
  const reports: StoredReport[] = [];
  for (const id of ids.slice(0, MAX_ARTIFACTS)) {
    if (signal.aborted) break;
    const report = await downloadReport(api, id, signal).catch(() => undefined);
    if (report) reports.push(report);
  }
  return reports;
}

function isCandidate({ name, expired, size_in_bytes: bytes }: JsonObject): boolean {
  if (expired === true || typeof bytes !== 'number' || bytes > MAX_BYTES) return false;
  // A report page is an artifact of its own, and not a zip.
  return typeof name === 'string' && NAME.test(name) && !name.endsWith('.html');
}

/** GitHub redirects to its storage, which must not get the token. The address is secret for some minutes, so errors are not logged. */
async function downloadReport(api: Api, artifactId: number, signal: AbortSignal): Promise<StoredReport | undefined> {
  const route = 'GET /repos/{repository}/actions/artifacts/{artifact_id}/zip';
  const reply = await api(route, { artifact_id: artifactId }, 2);
  if (reply.kind !== 'value' || !reply.location || signal.aborted) return undefined;
  const zip = await download(reply.location, signal);
  const json = zip && (await readFromZip(zip, 'report.json', MAX_BYTES));
  if (!json) return undefined;
  // Loading it takes 9 ms, and most steps read no report.
  const { parseReport } = await import('./stored-report.ts');
  return parseReport(json.toString('utf8'));
}

async function download(address: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const options = { allowRedirects: false, allowRetries: false, keepAlive: true, socketTimeout: IDLE_TIMEOUT_MS };
  const client = new HttpClient('run-testset', [], options);
  const stop = (): void => {
    client.dispose();
  };
  signal.addEventListener('abort', stop);
  try {
    const { message } = await client.get(address);
    if (message.statusCode !== 200) return undefined;
    return await buffer(message);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
