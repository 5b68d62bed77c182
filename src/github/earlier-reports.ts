import { type JsonObject, isJsonObject } from '../model/fields.ts';
import { type Api, listAll } from './api/client.ts';
import { type EarlierReport, readEarlierReport } from './earlier-report.ts';
import { readFromZip } from './read-zip.ts';

/** In bytes, of an artifact and of the report in it: 20 MB are the devices of a hundred thousand unit tests. */
const MOST_BYTES = 20_000_000;

/** A run has one of them for each leg of its matrix. */
const MOST_ARTIFACTS = 20;

/** How artifacts are called that nobody gave a name (docs/design.md, files and names). */
const USUAL_NAME = /^testsets?-\d/;

/**
 * The reports that a run left in its artifacts, as far as they can be read, the latest first.
 *
 * @param artifactName how they may be called beside their usual names
 */
export async function reportsOf(
  api: Api,
  runId: number,
  artifactName: string | undefined,
  signal: AbortSignal,
): Promise<EarlierReport[]> {
  const route = 'GET /repos/{repository}/actions/runs/{run_id}/artifacts';
  const listed = await listAll(api, route, { run_id: runId }, (page) => isJsonObject(page) && page['artifacts']);
  if (listed.kind !== 'listed') return [];
  const ids = listed.items
    .filter(isJsonObject)
    .filter((artifact) => isWorthReading(artifact, artifactName))
    .flatMap(({ id }) => (typeof id === 'number' ? id : []))
    .sort((a, b) => b - a);
  const reports: EarlierReport[] = [];
  for (const id of ids.slice(0, MOST_ARTIFACTS)) {
    const report = signal.aborted ? undefined : await reportIn(api, id, signal);
    if (report) reports.push(report);
  }
  return reports;
}

function isWorthReading(
  { name, expired, size_in_bytes: bytes }: JsonObject,
  artifactName: string | undefined,
): boolean {
  if (typeof name !== 'string' || expired === true || typeof bytes !== 'number' || bytes > MOST_BYTES) return false;
  return USUAL_NAME.test(name) || (artifactName !== undefined && name.startsWith(artifactName));
}

async function reportIn(api: Api, artifactId: number, signal: AbortSignal): Promise<EarlierReport | undefined> {
  const zip = await downloadArtifact(api, artifactId, MOST_BYTES, signal);
  if (!zip) return undefined;
  const json = await readFromZip(zip, 'report.json', MOST_BYTES).catch(() => undefined);
  return json && readEarlierReport(json.toString('utf8'));
}

/** In milliseconds. */
const STALL_MS = 10_000;

/**
 * Downloads the zip of an artifact: GitHub answers with an address in its storage, which knows nothing of our token. What goes wrong is not
 * told, because the address in it is a secret for some minutes.
 */
export async function downloadArtifact(
  api: Api,
  artifactId: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const route = 'GET /repos/{repository}/actions/artifacts/{artifact_id}/zip';
  const reply = await api(route, { artifact_id: artifactId }, 2);
  if (reply.kind !== 'answered' || reply.location === undefined || signal.aborted) return undefined;
  return download(reply.location, maxBytes, signal).catch(() => undefined);
}

async function download(address: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const { HttpClient } = await import('@actions/http-client');
  const client = new HttpClient('run-testset', [], {
    allowRedirects: false,
    allowRetries: false,
    keepAlive: true,
    socketTimeout: STALL_MS,
  });
  const stop = (): void => {
    client.dispose();
  };
  signal.addEventListener('abort', stop);
  try {
    const { message } = await client.get(address);
    return message.statusCode === 200 ? await gather(message, maxBytes) : undefined;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Stops as soon as there is too much, whatever the head said. */
async function gather(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    kept.push(chunk);
  }
  return Buffer.concat(kept);
}
