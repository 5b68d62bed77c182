import { TestsetError } from '../errors.ts';
import type { InputFault } from './form.ts';

const HINT = 'Correct this in the workflow file; nothing was sent.';

/** Everything that is wrong with the inputs, in one error. `faults` is for whoever shows them line by line. */
export class InputFaults extends TestsetError {
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    const sentences = faults.map(faultSentence).join(' ');
    super('bad-inputs', faults.length === 1 ? sentences : `${faults.length} faults in the inputs: ${sentences}`, HINT);
    this.name = 'InputFaults';
    this.faults = faults;
  }
}

/** One fault as a sentence: the input, what was given, what is allowed. */
export function faultSentence({ input, given, allowed }: InputFault): string {
  return `${input} is ${given}, but must ${allowed}.`;
}
