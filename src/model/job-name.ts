import { hash } from 'node:crypto';

import { isJsonObject } from './fields.ts';
import type { RunInfo } from './report.ts';
import { cleanText, truncateAtCharacter } from './text.ts';
import { joinPieces } from './words.ts';

/** How values become one text of at most `limit` UTF-16 units. */
const SHOWN = { separator: ', ', clean: (text: string) => cleanText(text), limit: 40 };

/** An artifact name has at most 100 characters: beside the ids of a thousand testsets, the attempt and `.html` these are left. */
const IN_ARTIFACT: typeof SHOWN = { separator: '-', clean: (text) => text.replace(/[^\w.-]/g, '-'), limit: 45 };

/**
 * The values of the job's matrix: ` (paid, ANDROID)`, at most 40 characters of them, with four hex digits of a digest where they could be
 * those of another matrix. Empty without a matrix, and if the only value is one of `known`.
 */
export function formatMatrix(matrix: RunInfo['matrix'], known: readonly (string | number)[] = []): string {
  const values = valuesIn(matrix);
  if (values.length === 0 || (values.length === 1 && known.some((value) => `${value}` === values[0]))) return '';
  return ` (${joinValues(matrix, SHOWN)})`;
}

/** `device-test-paid`: the job in the names of its artifacts, of `[A-Za-z0-9._-]`; from run to run the same. Empty without a job. */
export function artifactJob({ job, matrix }: Pick<RunInfo, 'job' | 'matrix'>): string {
  return job && joinValues(matrix, IN_ARTIFACT, [job]);
}

/** `Device tests / device-test (paid), step ios`: which job of which workflow a report is of. */
export function formatJob(run: RunInfo): string {
  const name = joinPieces(' / ', [cleanText(run.workflow), nameWithMatrix(run)]);
  // The runner names a step without an id after its action and counts: __acme_run-testset_2.
  const ofStep = run.isLaterStep && cleanText(run.step).replace(/^__.*?(\d*)$/, '$1');
  return joinPieces(', step ', [name, ofStep]);
}

/** Which job called a job, `android / ` of `android / device-test`; '' without one. The rest of GitHub's name may change in each attempt. */
export function callerOf(jobName: string): string {
  return /^.* \/ /s.exec(jobName)?.[0] ?? '';
}

/** GitHub cuts the name of a job here. */
const MAX_JOB_NAME = 100;

/** GitHub's name of the job, or its key; with the matrix, unless the name tells its values apart already. */
function nameWithMatrix({ job, jobName = '', matrix }: RunInfo): string {
  const words = ` ${jobName.replace(/[(),]/g, ' ')} `;
  const isComplete =
    jobName.length < MAX_JOB_NAME && valuesIn(matrix).every((value) => value !== '' && words.includes(` ${value} `));
  const name = cleanText(jobName || job);
  return name && (isComplete ? name : name + formatMatrix(matrix));
}

/** What a matrix shows, in order; an empty text stands for what it does not: null, and that there is a list. */
function valuesIn(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return ['', ...value.flatMap(valuesIn)];
  if (isJsonObject(value)) return Object.values(value).flatMap(valuesIn);
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return [isShown ? `${value}` : ''];
}

function joinValues(matrix: unknown, { separator, clean, limit }: typeof SHOWN, job: readonly string[] = []): string {
  const values = valuesIn(matrix);
  const all = [...job, ...values];
  const text = joinPieces(separator, all.map(clean));
  const isAmbiguous = values.length > 1 && values.some((value) => value.includes(separator));
  const isWhole = text.length <= limit && all.every((value) => value !== '' && clean(value) === value);
  if (isWhole && !isAmbiguous) return text;
  const digest = hash('sha256', JSON.stringify([...job, matrix])).slice(0, 4);
  const room = limit - separator.length - digest.length;
  // The longest values are cut first: the last one may be what tells two parts of the matrix apart.
  let longest = limit;
  const cut = (): string =>
    joinPieces(separator, [...job.map(clean), ...values.map((value) => truncateAtCharacter(clean(value), longest))]);
  while (cut().length > room && longest > 1) longest -= 1;
  return joinPieces(separator, [truncateAtCharacter(cut(), room), digest]);
}
