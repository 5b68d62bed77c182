/** Gives the text of an input by its name; '' for one that was not given. */
export type RawInputs = (name: string) => string;

/** One thing that is wrong with one input (or with several that do not go together). */
export interface InputFault {
  /** The input's name. */
  readonly input: string;
  /** What was given, after "is": cleaned, cut, and never the value of a secret. */
  readonly given: string;
  /** What is allowed, after "must". */
  readonly allowed: string;
  /** What to do about it, a sentence, where it is not the workflow file that has to be mended. */
  readonly remedy?: string;
}

/** The inputs while they are being read: where the text comes from, and where faults and warnings are gathered. */
export interface Form {
  /** Without white space at its ends; '' when it was not given. */
  text(name: string): string;
  /** Notes a fault; reading goes on, so that all of them are found. */
  fault(input: string, given: string, allowed: string, remedy?: string): void;
  warn(sentence: string): void;
  readonly faults: readonly InputFault[];
  readonly warnings: readonly string[];
}

/** Starts an empty list of faults and warnings over the inputs. */
export function openForm(raw: RawInputs): Form {
  const faults: InputFault[] = [];
  const warnings: string[] = [];
  return {
    text: (name) => raw(name).trim(),
    fault: (input, given, allowed, remedy) => {
      faults.push({ input, given, allowed, ...(remedy !== undefined && { remedy }) });
    },
    warn: (sentence) => {
      warnings.push(sentence);
    },
    faults,
    warnings,
  };
}
