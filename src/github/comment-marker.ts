import { createHash } from 'node:crypto';

import type { RunInfo } from '../model/report.ts';

/** Which run a comment tells of: runs of one workflow are numbered, and so are their attempts. */
export interface Version {
  readonly run: number;
  readonly attempt: number;
}

/** What a hidden marker says. */
export interface Marker extends Version {
  /** Lower-case hex; the same for the same workflow, job, step and thing that is run. */
  readonly topic: string;
}

const MARKER = /^<!-- run-testset ([0-9a-f]{32}) run (\d{1,15}) attempt (\d{1,15}) -->/;

/** The marker for what this run tells of `key`, the thing that is run. */
export function markerOf({ workflow, job, step, runNumber, attempt }: RunInfo, key: string): Marker {
  const hash = createHash('sha256').update(JSON.stringify([workflow, job, step, key]));
  return { topic: hash.digest('hex').slice(0, 32), run: runNumber, attempt };
}

/** An HTML comment, which GitHub keeps and does not show; the first line of a comment. */
export function markerText({ topic, run, attempt }: Marker): string {
  return `<!-- run-testset ${topic} run ${run} attempt ${attempt} -->`;
}

/** Reads the marker that a comment begins with; one in the middle may be somebody's quotation. */
export function readMarker(body: string): Marker | undefined {
  const [, topic, run, attempt] = MARKER.exec(body) ?? [];
  return topic === undefined ? undefined : { topic, run: Number(run), attempt: Number(attempt) };
}

/** Negative when `a` is older than `b`, 0 when both tell of the same attempt. */
export function compareVersions(a: Version, b: Version): number {
  return a.run - b.run || a.attempt - b.attempt;
}
