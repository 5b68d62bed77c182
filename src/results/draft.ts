import type { Testcase, TestResult } from './document.ts';
import { readSeconds } from './seconds.ts';
import { cutText, readTold } from './told.ts';

const UNNAMED = '(unnamed)';

/** The results from best to worst: of several in one testcase the worst counts. */
const BY_WEIGHT: readonly TestResult[] = ['passed', 'skipped', 'failed', 'error'];

/** A testcase while it is read. */
export type Draft = { -readonly [Key in keyof Testcase]: Testcase[Key] };

/** A testcase that passed, until something else is heard. */
export function draftTestcase(device: string, time?: unknown): Draft {
  const seconds = readSeconds(time);
  return seconds === undefined ? { device, result: 'passed' } : { device, result: 'passed', seconds };
}

/** Takes in one result and its texts, the more telling first; what the worst result says goes before what the others say. */
export function takeResult(draft: Draft, result: TestResult, texts: readonly string[]): void {
  if (BY_WEIGHT.indexOf(result) <= BY_WEIGHT.indexOf(draft.result)) {
    takeTexts(draft, texts);
    return;
  }
  draft.result = result;
  Object.assign(draft, readTold(texts));
}

/** Takes in what is not known yet: a link, a message. */
export function takeTexts(draft: Draft, texts: readonly string[]): void {
  const { url, message } = readTold(texts);
  if (url !== undefined) draft.url ??= url;
  if (message !== undefined) draft.message ??= message;
}

/** A device's or suite's name: trimmed, at most 1,000 UTF-16 units, never empty. */
export function readName(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
  return text === '' ? UNNAMED : cutText(text);
}
