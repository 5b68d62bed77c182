import { createHash } from 'node:crypto';

import { callerOf } from '../model/job-name.ts';
import type { RunInfo } from '../model/report.ts';

/** The hidden first line of a comment: what it is about, and which run wrote it. */
export interface Marker {
  /** The same for the same workflow, job, values of its matrix, step and key. */
  readonly topic: string;
  /** Which job called the workflow, by its name; `unknown` where GitHub did not say. */
  readonly caller: string;
  readonly run: number;
  readonly attempt: number;
}

const UNKNOWN = 'unknown';
const MARKER = /^<!-- run-testset ([0-9a-f]{32}) ([0-9a-f]{8}|unknown) run (\d{1,15}) attempt (\d{1,15}) -->/;

/** The marker of what this run writes. @param key what is run, the same from run to run */
export function markerOf({ workflow, job, matrix, step, jobName, runNumber, attempt }: RunInfo, key: string): Marker {
  const topic = digestOf(JSON.stringify([workflow, job, matrix, step, key])).slice(0, 32);
  const caller = jobName === undefined ? UNKNOWN : digestOf(callerOf(jobName)).slice(0, 8);
  return { topic, caller, run: runNumber, attempt };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first line of a comment. */
export function markerText({ topic, caller, run, attempt }: Marker): string {
  return `<!-- run-testset ${topic} ${caller} run ${run} attempt ${attempt} -->`;
}

/** Reads the marker at the beginning of a comment; one further down may be a quotation. */
export function readMarker(body: string): Marker | undefined {
  const [, topic, caller, run, attempt] = MARKER.exec(body) ?? [];
  if (topic === undefined || caller === undefined) return undefined;
  return { topic, caller, run: Number(run), attempt: Number(attempt) };
}

/** A comment on the topic. */
export interface MarkedComment {
  readonly id: number;
  readonly marker: Marker;
}

/** Whether a run or attempt is later than another. */
export function isNewer(a: Marker, b: Marker): boolean {
  return a.run > b.run || (a.run === b.run && a.attempt > b.attempt);
}

/** The comments of a caller, or the only one that may be its own: two calls of a workflow differ in nothing else. */
export function ofCaller(comments: readonly MarkedComment[], caller: string): MarkedComment[] {
  const same = comments.filter(({ marker }) => marker.caller === caller);
  if (same.length > 0) return same;
  const others = comments.filter(({ marker }) => [caller, marker.caller].includes(UNKNOWN));
  return others.length === 1 ? others : [];
}
