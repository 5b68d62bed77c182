import type { Redact } from '../runtime/redact.ts';
import { cutText, READ_LENGTH, takeTexts, type DeviceTexts } from './device-texts.ts';
import type { Testcase, TestResult } from '../model/results.ts';
import { readSeconds } from './seconds.ts';

/** What stands where a document gives no name. */
export const UNNAMED = '(unnamed)';

/** The results from best to worst: of several in one testcase the worst counts. */
export const BY_WEIGHT: readonly TestResult[] = ['passed', 'skipped', 'failed', 'error'];

/** A testcase while it is read. */
export type TestcaseDraft = { -readonly [Key in keyof Testcase]: Testcase[Key] };

/** A testcase that passed, until something else is heard. */
export function draftTestcase(device: string, time?: unknown): TestcaseDraft {
  const seconds = readSeconds(time);
  return seconds === undefined ? { device, result: 'passed' } : { device, result: 'passed', seconds };
}

/** Takes in one result and its texts, the more telling first; what the worst result says goes before what the others say. */
export function takeResult(draft: TestcaseDraft, result: TestResult, texts: readonly string[], redact: Redact): void {
  if (BY_WEIGHT.indexOf(result) <= BY_WEIGHT.indexOf(draft.result)) {
    takeTexts(draft, texts, redact);
    return;
  }
  const told: DeviceTexts = {};
  takeTexts(told, texts, redact);
  Object.assign(draft, told, { result });
}

/** A device's or suite's name: trimmed, at most 1,000 UTF-16 units, never empty. */
export function readName(value: unknown, redact: Redact): string {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
  return text === '' ? UNNAMED : cutText(redact(text.slice(0, READ_LENGTH + 1)));
}
