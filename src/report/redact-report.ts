import { isJsonObject } from '../model/fields.ts';
import { TestsetError } from '../model/errors.ts';
import type { Report } from '../model/report.ts';
import type { Decision } from '../model/testset.ts';
import { devicesOf, type TestVerdict } from '../model/verdict.ts';
import type { Redact } from '../runtime/redact.ts';

/**
 * A rule for each field of a type that holds texts, except words of a fixed set: `true` for texts from outside. `false` for identifiers,
 * addresses of GitHub, hashes, numbers and our own words, which a secret may be a part of by chance, and for what its reader redacts.
 */
type Rules<T> = {
  readonly [Key in KeyOf<T> as HoldsText<ValueOf<T, Key>> extends true ? Key : never]: RuleFor<ValueOf<T, Key>>;
};
type RuleFor<Value> = [Value] extends [TestsetError | undefined]
  ? true
  : [Value] extends [string | undefined]
    ? boolean
    : [Value] extends [readonly (infer Item)[] | undefined]
      ? RuleFor<Item>
      : Rules<NonNullable<Value>> | false;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;
type HoldsText<Value> = [Value] extends [string | number | boolean | undefined]
  ? string extends Value
    ? true
    : false
  : true;

type ErrorFields = ConstructorParameters<typeof TestsetError>[0];
const ERROR: Rules<ErrorFields> = {
  message: true,
  words: true,
  rejection: { reason: true, message: true },
  // Our own words; and what only the log shows.
  ...{ hint: false, cause: false },
};
const DECISION: Rules<Decision> = { reasons: { words: true, sentence: true }, problem: true };
const WARNING = { sentence: true, topic: false };
const TESTSET: Rules<TestVerdict> = {
  ...DECISION,
  name: true,
  ending: DECISION,
  results: { xml: { why: true }, suites: false, warnings: WARNING },
  warnings: WARNING,
  get earlier() {
    return TESTSET;
  },
  // Redacted by their readers, before they were cut.
  ...{ word: false, unknownCounts: false, suites: false, excuse: false },
  ...{ counts: false, missingFields: false, excused: false },
};
const REPORT: Rules<Report> = {
  testsets: TESTSET,
  // The matrix was read with the redactor.
  run: {
    ...{ workflow: true, job: true, branch: true, pullRequest: { title: true, author: true, url: false } },
    ...{ repository: false, matrix: false, step: false, runId: false, commit: false, url: false, event: false },
    ...{ jobName: true, inputs: true, jobId: false, jobUrl: false, headCommit: false, commitUrl: false },
  },
  app: { name: true, sha256: false },
  request: { name: true, callbackOrigin: false },
  notes: true,
  comparison: { branch: true, runUrl: false, skippedRuns: false },
  notTested: true,
  noBaselineOn: true,
  history: { device: true, results: false },
  // An entry with a secret in it is an error.
  quarantine: false,
  ...{ counts: false, resumed: false, endedAt: false },
};

/** Replaces secrets in every text from outside that a report holds. */
export function redactReport(report: Report, redact: Redact): Report {
  // The reader of these has replaced secrets. Searching thousands of names in the history again would take as long as that.
  const known = new Set(report.testsets.flatMap(devicesOf).map(({ device }) => device));
  return redactFields(report, REPORT, (text) => (known.has(text) ? text : redact(text)));
}

/** The same error without secrets in its texts. */
export function redactError(error: TestsetError, redact: Redact): TestsetError {
  return new TestsetError({ ...redactFields<ErrorFields>(error, ERROR, redact), cause: error.cause });
}

type AnyRule = boolean | { readonly [key: string]: AnyRule };

function redactFields<T extends object>(value: T, rules: Rules<T> & AnyRule, redact: Redact): T {
  return Object.assign({ ...value }, redactValue(value, rules, redact));
}

function redactValue(value: unknown, rule: AnyRule, redact: Redact): unknown {
  if (rule === false) return value;
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, rule, redact));
  if (rule === true) return value instanceof TestsetError ? redactError(value, redact) : value;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(rule).filter(([key]) => key in value);
  return {
    ...value,
    ...Object.fromEntries(entries.map(([key, each]) => [key, redactValue(value[key], each, redact)])),
  };
}
