import { describeScenarios, type Inputs } from '../model/inputs.ts';
import type { Redact } from '../runtime/redact.ts';

/** Versions, and numbers as long as those of builds and dates, which differ from run to run; `api29` stays. */
const COUNTER = /\d+(?:\.\d+)+|\d{4,}/g;

/** Describes what a step runs, the same from run to run: it identifies the comment and the check run that a later run updates. */
export function reportKey({ target }: Pick<Inputs, 'target'>, redact: Redact): string {
  switch (target.kind) {
    case 'attach':
      return 'attached testsets';
    case 'app':
      return `${target.osType} ${redact(target.app.name).replace(COUNTER, '#')} in project ${target.projectId}`;
    case 'scenarios':
      return `${target.osType} ${redact(describeScenarios(target.which))} in project ${target.projectId}`;
  }
}
