/** The kind of an error; part of `report.json`. */
export type ErrorCode =
  | 'bad-inputs'
  | 'credentials'
  | 'service-refused'
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

/**
 * An error that a user can act on. `message` is one sentence: what happened, to what, and what the service said. `hint` is what to do
 * next. The cause is shown in grey.
 */
export class TestsetError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TestsetError';
    this.code = code;
    this.hint = hint;
  }

  /** Message and hint: the last line of a red step. */
  get sentence(): string {
    return `${this.message} ${this.hint}`.trim();
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error, such as `ENOSPC`; '' if it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
