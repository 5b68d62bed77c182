import * as v from 'valibot';

import { ERROR_CODES } from './errors.ts';
import { OUTCOMES } from './outcome.ts';
import { REPORT_SCHEMA, type AppInfo, type Report } from './report.ts';

/** Texts are shorter in every report of this action, in UTF-16 units. */
const text = v.pipe(v.string(), v.maxLength(100_000));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ordinal = v.pipe(whole, v.minValue(1));
const limit = v.union([
  whole,
  v.pipe(
    v.literal('any'),
    v.transform(() => Infinity),
  ),
]);

const counts = v.object({ total: whole, pass: whole, fail: whole, error: whole, stop: whole });

const quarantine = v.object({ reason: text, owner: text, expires: text });

const testcase = v.object({
  device: text,
  result: v.picklist(['passed', 'failed', 'error', 'stopped', 'not-passed']),
  url: v.exactOptional(text),
  seconds: v.exactOptional(amount),
  message: v.exactOptional(text),
  failureType: v.exactOptional(text),
  details: v.exactOptional(text),
  excused: v.exactOptional(v.picklist(['quarantined', 'flaky'])),
  quarantine: v.exactOptional(quarantine),
});

const suite = v.pipe(
  v.object({ name: text, devices: v.array(testcase) }),
  v.transform(({ name, devices }) => ({ name, testcases: devices })),
);

const source = v.object({
  source: v.picklist(['status', 'xml', 'bare_xml', 'json']),
  state: v.picklist(['read', 'absent', 'unfetched', 'unreadable']),
  passed: whole,
  notPassed: whole,
  why: text,
});

const problem = v.object({
  code: v.picklist(ERROR_CODES),
  message: text,
  hint: text,
  rejection: v.exactOptional(
    v.object({ code: v.pipe(v.number(), v.safeInteger()), reason: text, message: v.exactOptional(text) }),
  ),
});

const testsetFields = v.object({
  id: v.exactOptional(whole),
  scenario: v.exactOptional(whole),
  outcome: v.picklist(OUTCOMES),
  status: v.picklist(['Complete', 'Running', 'Unknown']),
  counts,
  sources: v.array(source),
  suites: v.array(suite),
  reasons: v.array(
    v.pipe(
      text,
      v.transform((sentence) => ({ sentence })),
    ),
  ),
  devicesDiffer: v.exactOptional(v.literal(true)),
  warnings: v.array(text),
  problem: v.exactOptional(problem),
  retry: v.exactOptional(ordinal),
  quarantine: v.exactOptional(quarantine),
  passedInAttempt: v.exactOptional(ordinal),
  failedBefore: v.exactOptional(v.object({ attempt: ordinal, testsetId: ordinal, outcome: v.picklist(OUTCOMES) })),
});

const testset = v.object({ ...testsetFields.entries, earlier: v.exactOptional(v.array(testsetFields)) });

const history = v.object({
  scenario: v.exactOptional(whole),
  device: v.exactOptional(text),
  results: v.array(
    v.object({
      run: whole,
      passed: v.boolean(),
      flaky: v.exactOptional(v.literal(true)),
      seconds: v.exactOptional(amount),
    }),
  ),
});

const report = v.object({
  outcome: v.picklist(OUTCOMES),
  sentence: text,
  hint: text,
  run: v.object({
    repository: text,
    workflow: text,
    job: text,
    step: text,
    runId: text,
    runNumber: whole,
    attempt: ordinal,
    commit: text,
    url: text,
  }),
  app: v.exactOptional(v.object({ name: text, bytes: whole })),
  request: v.object({
    kind: v.picklist(['automated', 'scenario', 'attached']),
    name: text,
    osType: v.exactOptional(v.picklist(['ANDROID', 'iOS'])),
    projectId: v.exactOptional(whole),
    timeLimitMinutes: v.exactOptional(whole),
    useVo: v.exactOptional(v.boolean()),
    callbackOrigin: v.exactOptional(text),
  }),
  resumed: v.exactOptional(v.array(v.object({ testsetId: whole, attempt: ordinal }))),
  rerun: v.exactOptional(v.picklist(['resume', 'keep-passed'])),
  testsets: v.array(testset),
  notes: v.exactOptional(v.array(text)),
  counts,
  limits: v.object({ fail: limit, error: limit, stop: limit }),
  durationSeconds: amount,
  history: v.array(history),
});

/** A report as read from `report.json`. */
export interface StoredReport extends Omit<Report, 'app' | 'artifact' | 'pageUrl' | 'comparison' | 'noBaselineOn'> {
  readonly app?: Pick<AppInfo, 'name' | 'bytes'>;
}

/** Thrown for a text that is not a report. The message completes "it cannot be used: …", without a full stop. */
export class InvalidReport extends Error {}

/** Reads the text of a `report.json`. @throws InvalidReport */
export function parseReport(json: string): StoredReport {
  const { schema, ...fields } = parseFields(json);
  if (schema !== REPORT_SCHEMA) throw new InvalidReport('report.json has an unknown schema version');
  const result = v.safeParse(report, fields, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new InvalidReport(`report.json is invalid at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
}

/** Without fields that are `null`, which `report.json` has for what is not known. */
function parseFields(json: string): { readonly schema?: unknown } {
  try {
    const value: unknown = JSON.parse(json);
    dropNulls(value);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new InvalidReport('report.json is not JSON');
  }
}

/** Deletes all fields that are `null`: a reviver of `JSON.parse` takes ten times as long. */
function dropNulls(value: unknown): void {
  if (Array.isArray(value)) value.forEach(dropNulls);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      if (field === null) Reflect.deleteProperty(value, key);
      else dropNulls(field);
    }
  }
}
