import { isJsonObject } from './fields.ts';
import type { RunInfo } from './report.ts';
import { cleanText, truncateAtCharacter } from './text.ts';
import { joinPieces } from './words.ts';

const VALUE_LIMIT = 20;
const VALUES_LIMIT = 40;

/**
 * The values of the job's matrix: ` (paid, ANDROID)`, at most 40 characters of them; empty without a matrix.
 *
 * @param known if it is the only value, it says nothing new
 */
export function formatMatrix(matrix: RunInfo['matrix'], known: readonly (string | number)[] = []): string {
  const values = Object.values(isJsonObject(matrix) ? matrix : {})
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => truncateAtCharacter(cleanText(`${value}`), VALUE_LIMIT))
    .filter(Boolean);
  const [first, ...others] = values;
  if (first === undefined || (others.length === 0 && known.some((value) => `${value}` === first))) return '';
  return ` (${truncateAtCharacter(values.join(', '), VALUES_LIMIT)})`;
}

/** `Device tests / device-test (paid), step ios`: which job of which workflow a report is of. */
export function formatJob({ workflow, job, matrix, step, isLaterStep }: RunInfo): string {
  const name = joinPieces(' / ', [cleanText(workflow), cleanText(job) && cleanText(job) + formatMatrix(matrix)]);
  // The runner names a step without an id after its action and counts: __acme_run-testset_2.
  const ofStep = isLaterStep && cleanText(step).replace(/^__.*?(\d*)$/, '$1');
  return joinPieces(', step ', [name, ofStep]);
}
