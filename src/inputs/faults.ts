import { TestsetError } from '../errors.ts';
import type { InputFault } from './form.ts';

/** Everything that is wrong with the inputs, in one error. `faults` is for whoever shows them line by line. */
export class InputFaults extends TestsetError {
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    const sentences = faults.map(faultSentence).join(' ');
    const message = faults.length === 1 ? sentences : `${faults.length} faults in the inputs: ${sentences}`;
    super('bad-inputs', message, hintFor(faults));
    this.name = 'InputFaults';
    this.faults = faults;
  }
}

/** One fault as a sentence: the input, what was given, what is allowed. */
export function faultSentence({ input, given, allowed }: InputFault): string {
  return `${input} is ${given}, but must ${allowed}.`;
}

/** What to do about all of them: what is not in the workflow file cannot be mended there. */
function hintFor(faults: readonly InputFault[]): string {
  const remedies = [...new Set(faults.flatMap(({ remedy }) => remedy ?? []))];
  if (remedies.length === 0) return 'Correct this in the workflow file; nothing was sent.';
  const isRest = faults.some(({ remedy }) => remedy === undefined);
  return [...remedies, isRest ? 'Correct the rest in the workflow file; nothing was sent.' : 'Nothing was sent.'].join(
    ' ',
  );
}
