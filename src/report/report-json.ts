import { REPORT_SCHEMA, type Limits, type Report, type TestsetReport } from '../model/report.ts';

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
