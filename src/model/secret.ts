import { inspect } from 'node:util';

/** Inputs whose values are never shown: they are read as a `Secret`, and the runner hides them in all their encodings. */
export const SECRET_INPUTS = ['access-key', 'login-pw', 'callback', 'github-token'] as const;

/** The name of an input whose value is never shown. */
export type SecretInput = (typeof SECRET_INPUTS)[number];

/** What is shown in place of a secret. */
export const SHOWN = '***';

/** A value that prints as `***`; only `reveal()` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
