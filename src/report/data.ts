import { devicesOf, REPORT_SCHEMA, type Limits, type Report, type TestsetReport } from '../model/report.ts';

/** `report.json`. Names are written as the service returned them; what is not known is `null`; a limit of `any` is that word. */
export function reportJson(report: Report): string {
  const { outcome, sentence, hint, app, limits, testsets, history = [], ...rest } = report;
  return `${JSON.stringify({
    schema: REPORT_SCHEMA,
    outcome,
    sentence,
    hint,
    ...rest,
    app: app ?? null,
    limits: limitsData(limits),
    testsets: testsets.map(testsetData),
    history,
  })}\n`;
}

/** The limits as `report.json` has them: JSON has no Infinity. */
export function limitsData({ fail, error, stop }: Limits): object {
  const word = (limit: number): number | 'any' => (limit === Infinity ? 'any' : limit);
  return { fail: word(fail), error: word(error), stop: word(stop) };
}

function testsetData({ id, scenario, problem, suites, reasons, earlier, ...rest }: TestsetReport): object {
  return {
    id: id ?? null,
    scenario: scenario ?? null,
    ...rest,
    // Only for texts.
    name: undefined,
    earlier: earlier?.map(testsetData),
    reasons: reasons.map(({ sentence }) => sentence),
    problem: problem ?? null,
    suites: suites.map(({ name, testcases }) => ({
      name,
      devices: testcases.map(({ device, result, url = null, seconds = null, message = null, ...failure }) => ({
        device,
        result,
        url,
        seconds,
        message,
        // `failureType`, `details`, `excused` and `quarantine`, which few devices have.
        ...failure,
      })),
    })),
  };
}

/**
 * The `failed-devices` output: a JSON array of the devices that did not pass, in document order. Entries are dropped from the end so
 * that it has at most `limitBytes` bytes of UTF-8.
 */
export function failedDevices(report: Report, limitBytes = 500_000): string {
  const kept: string[] = [];
  let bytes = '[]'.length;
  for (const entry of failedEntries(report)) {
    const text = JSON.stringify(entry);
    bytes += Buffer.byteLength(text) + (kept.length === 0 ? 0 : 1);
    if (bytes > limitBytes) break;
    kept.push(text);
  }
  return `[${kept.join(',')}]`;
}

function* failedEntries({ testsets }: Report): Generator<object> {
  for (const testset of testsets) {
    const { id = null, scenario = null } = testset;
    for (const { device, result, url = null, seconds = null, excused } of devicesOf(testset)) {
      if (result !== 'passed') yield { testset: id, scenario, device, result, url, seconds, excused };
    }
  }
}
