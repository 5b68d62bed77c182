import type { Callback } from '../inputs.ts';
import { Secret } from '../secrets/secret.ts';
import type { Form } from './form.ts';
import { hidden } from './shown.ts';

/** docs/design.md, service §8. */
const LONGEST_CALLBACK = 250;

/** The address that the service calls at the end; undefined when none was given, and after a fault. It is never shown. */
export function readCallback(form: Form): Callback | undefined {
  const text = form.text('callback');
  if (text === '') return undefined;
  if (text.length <= LONGEST_CALLBACK && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)) {
    return { url: new Secret(text), origin: new URL(text).origin };
  }
  form.fault('callback', hidden(text), `be an http:// or https:// address of at most ${LONGEST_CALLBACK} characters`);
  return undefined;
}
