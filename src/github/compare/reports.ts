import { isFields, type Fields } from '../../fields.ts';
import type { Api } from '../api/client.ts';
import { listAll } from '../api/pages.ts';
import { readFromZip } from '../read-zip.ts';
import { downloadArtifact } from './download.ts';
import { readEarlierReport, type EarlierReport } from './read-report.ts';

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
  const listed = await listAll(api, route, { run_id: runId }, (page) => isFields(page) && page['artifacts']);
  if (listed.kind !== 'listed') return [];
  const ids = listed.items
    .filter(isFields)
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

function isWorthReading({ name, expired, size_in_bytes: bytes }: Fields, artifactName: string | undefined): boolean {
  if (typeof name !== 'string' || expired === true || typeof bytes !== 'number' || bytes > MOST_BYTES) return false;
  return USUAL_NAME.test(name) || (artifactName !== undefined && name.startsWith(artifactName));
}

async function reportIn(api: Api, artifactId: number, signal: AbortSignal): Promise<EarlierReport | undefined> {
  const zip = await downloadArtifact(api, artifactId, MOST_BYTES, signal);
  if (!zip) return undefined;
  const json = await readFromZip(zip, 'report.json', MOST_BYTES).catch(() => undefined);
  return json && readEarlierReport(json.toString('utf8'));
}
