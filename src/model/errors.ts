/** What kind of trouble it is; stable, for `report.json` and for tests. */
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
 * Trouble that a user can act on. `message` is one sentence: what happened, to what, and what the service said;
 * `hint` is what to do next; `cause`, where there is one, is shown muted.
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

  /** Sentence and hint in one line: how a red step ends. */
  get sentence(): string {
    return `${this.message} ${this.hint}`.trim();
  }
}

/** What was thrown, in words; anything can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error, such as `ENOSPC`; empty when it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
