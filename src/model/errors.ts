import { textIn } from './fields.ts';
import { cleanText } from './text.ts';

/** The kinds of errors; part of `report.json`. */
export type ErrorCode =
  | 'bad-inputs'
  | 'credentials'
  | 'service-rejected'
  | 'redirected'
  | 'maintenance'
  | 'rate-limited'
  | 'unreachable'
  | 'untrusted'
  | 'proxy'
  | 'app-file'
  | 'unknown-start'
  | 'cancelled'
  | 'deadline'
  | 'unexpected';

/** The error code of the service, and what it said. */
export interface Rejection {
  readonly code: number;
  /** Its reason, or its message where there is no reason; without a full stop, empty if it said nothing. */
  readonly reason: string;
  /** Its message beside the reason; without a full stop. */
  readonly message?: string;
}

interface ErrorFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  /** What happened in a few words, for a heading; absent if the code says enough. */
  readonly words?: string;
  readonly cause?: unknown;
  /** Absent unless the service responded with an error code. */
  readonly rejection?: Rejection;
}

/** An error that a user can act on. `message` is a sentence: what happened, to what, and what the service said. `hint` is what to do next. */
export class TestsetError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly words: string | undefined;
  readonly rejection: Rejection | undefined;

  constructor({ code, message, hint, words, cause, rejection }: ErrorFields) {
    super(message, { cause });
    this.name = 'TestsetError';
    this.code = code;
    this.hint = hint;
    this.words = words;
    this.rejection = rejection;
  }

  rephrase(message: string): TestsetError {
    const { code, hint, words, cause, rejection } = this;
    return new TestsetError({ code, message, hint, words, cause, rejection });
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error, such as `ENOSPC`; '' if it has none. */
export function codeOf(error: unknown): string {
  return textIn(error, 'code');
}

/** The system's message about a failed file operation, on one line, without the name of the error and the full stop. */
export function fileError(error: unknown): string {
  return cleanText(String(error).replace(/^\w*Error\b[^:]*: |\.$/g, ''));
}
