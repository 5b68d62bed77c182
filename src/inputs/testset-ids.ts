import type { AttachTarget } from '../inputs.ts';

import type { Form } from './form.ts';
import { parseWhole } from './scalars.ts';
import { shown } from './shown.ts';

const MOST = 256;

/** The testsets to attach to; undefined when none was given, and after a fault. */
export function readTestsetIds(form: Form): AttachTarget | undefined {
  const text = form.text('testset-id');
  if (text === '') return undefined;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const ids = words.map((word) => parseWhole(word) ?? 0).filter((id) => id > 0);
  const testsetIds = [...new Set(ids)];
  if (ids.length === words.length && testsetIds.length >= 1 && testsetIds.length <= MOST) {
    return { kind: 'attach', testsetIds };
  }
  const allowed = `be 1 to ${MOST} testset numbers, in digits, with commas, spaces or new lines between them`;
  form.fault('testset-id', shown(text), allowed);
  return undefined;
}
