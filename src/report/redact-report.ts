import { TestsetError } from '../model/errors.ts';
import { isJsonObject } from '../model/fields.ts';
import type { Report } from '../model/report.ts';
import { devicesOf } from '../model/verdict.ts';
import type { Redact } from '../runtime/redact.ts';

/** Left as they are with all that they hold: their readers redact them, and an entry of the quarantine with a secret is an error. */
const WHOLE = ['suites', 'excuse', 'quarantine', 'matrix', 'cause', 'history', 'notTested'] as const;

/** The names of the fields that hold texts, except words of a fixed set: of an object, and of each object and list in it, but not in `WHOLE`. */
type TextField<T> = T extends unknown ? { [Key in Walked<T>]-?: FieldOf<Key, T[Key]> }[Walked<T>] : never;
type Walked<T> = Exclude<keyof T, (typeof WHOLE)[number] | 'earlier'>;
type FieldOf<Key, Value> = Value extends string
  ? string extends Value
    ? Key
    : never
  : Value extends readonly (infer Item)[]
    ? FieldOf<Key, Item>
    : Value extends TestsetError
      ? TextField<ConstructorParameters<typeof TestsetError>[0]>
      : Value extends object
        ? TextField<Value>
        : never;

/** Whether the fields of a name hold texts from outside. The compiler knows which are missing. */
const FROM_OUTSIDE: Readonly<Record<TextField<Report>, boolean>> = {
  ...{ workflow: true, job: true, jobName: true, inputs: true, branch: true, title: true, author: true, name: true },
  ...{ notes: true, noBaselineOn: true, message: true, reason: true, words: true, sentence: true, why: true },
  // Identifiers, addresses of GitHub and hashes, which a secret may be a part of by chance.
  ...{
    repository: false,
    step: false,
    runId: false,
    jobId: false,
    event: false,
    endedAt: false,
    callbackOrigin: false,
  },
  ...{ url: false, jobUrl: false, runUrl: false, commitUrl: false, commit: false, headCommit: false, sha256: false },
  // Our own words, and what its reader has redacted before it was cut.
  ...{ hint: false, topic: false, word: false, unknownCounts: false, missingFields: false },
};
const REDACTED = new Set(Object.entries(FROM_OUTSIDE).flatMap(([name, isFromOutside]) => (isFromOutside ? name : [])));

/** Replaces secrets in every text from outside that a report holds. */
export function redactReport(report: Report, redact: Redact): Report {
  // The reader of these has replaced secrets. Searching thousands of names in the history again would take as long as that.
  const known = new Set(report.testsets.flatMap(devicesOf).map(({ device }) => device));
  const redactDevice = (device: string): string => (known.has(device) ? device : redact(device));
  return {
    ...redactFields(report, redact),
    notTested: report.notTested?.map(redactDevice),
    history: report.history?.map((each) => ({ ...each, device: each.device && redactDevice(each.device) })),
  };
}

/** The same error without secrets in its texts. */
export function redactError(
  { code, message, hint, words, rejection, cause }: TestsetError,
  redact: Redact,
): TestsetError {
  return new TestsetError({ ...redactFields({ code, message, hint, words, rejection }, redact), cause });
}

function redactFields<T extends object>(value: T, redact: Redact): T {
  const isWhole = (name: string): boolean => WHOLE.some((whole) => whole === name);
  const walked = Object.entries(value).filter(([name]) => !isWhole(name));
  const redacted = walked.map(([name, each]) => [name, redactValue(name, each, redact)] as const);
  return Object.assign({ ...value }, Object.fromEntries(redacted));
}

function redactValue(name: string, value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return REDACTED.has(name) ? redact(value) : value;
  if (Array.isArray(value)) return value.map((each) => redactValue(name, each, redact));
  if (value instanceof TestsetError) return redactError(value, redact);
  return isJsonObject(value) ? redactFields(value, redact) : value;
}
