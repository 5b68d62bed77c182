import * as v from 'valibot';

import { OUTCOMES } from '../model/outcome.ts';
import { REPORT_SCHEMA } from '../model/report.ts';
import { MAX_SECONDS } from '../model/results.ts';
import { DEVICE_LABELS, EXCUSES } from '../model/verdict.ts';
import { keysOf } from '../model/words.ts';

/** Texts are shorter in every report of this action, in UTF-16 units. */
const text = v.pipe(v.string(), v.maxLength(100_000));
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_SECONDS));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.readonly());
}

/** What is not known is absent or `null`. */
function optional<const Field extends v.GenericSchema>(field: Field) {
  return v.nullish(field, () => undefined);
}

const device = v.object({
  device: text,
  result: v.picklist(keysOf(DEVICE_LABELS)),
  seconds: optional(seconds),
  excused: optional(v.picklist(keysOf(EXCUSES))),
});

const testset = v.object({
  scenario: optional(whole),
  outcome: v.picklist(OUTCOMES),
  suites: list(v.object({ devices: list(device) })),
  earlier: optional(list(v.unknown())),
});

const history = v.object({
  scenario: optional(whole),
  device: optional(text),
  results: list(
    v.object({ run: whole, passed: v.boolean(), flaky: optional(v.literal(true)), seconds: optional(seconds) }),
  ),
});

const report = v.object({
  schema: v.literal(REPORT_SCHEMA),
  run: v.object({
    repository: text,
    runId: text,
    commit: text,
    job: text,
    step: text,
    matrix: v.optional(v.unknown()),
    jobName: optional(text),
    inputs: optional(list(text)),
    attempt: v.pipe(whole, v.minValue(1)),
  }),
  // An app that is stored in the project has neither.
  app: optional(v.object({ name: optional(text), bytes: optional(whole) })),
  request: v.object({
    kind: v.picklist(['automated', 'scenario', 'attached']),
    osType: optional(v.picklist(['ANDROID', 'iOS'])),
    projectId: optional(whole),
  }),
  resumed: optional(list(v.unknown())),
  testsets: list(testset),
  durationSeconds: seconds,
  history: list(history),
});

/** What a comparison reads of the `report.json` of an earlier run. */
export type StoredReport = v.InferOutput<typeof report>;

/** Reads the text of a `report.json`; `undefined` if it is not one, or of another version. Other fields are not checked. */
export function parseReport(json: string): StoredReport | undefined {
  try {
    const result = v.safeParse(report, JSON.parse(json), { abortEarly: true });
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
