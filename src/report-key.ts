import type { Inputs, ScenarioChoice } from './inputs.ts';

/** What counts up in a file's name: versions, and numbers as long as those of builds and dates. `api29` stays. */
const COUNTING = /\d+(?:\.\d+)+|\d{4,}/g;

/**
 * What a step runs, in a few words that are the same from run to run, so that a comment or a check run is found again, and the legs of a
 * matrix are told apart.
 */
export function reportKey({ target }: Pick<Inputs, 'target'>): string {
  switch (target.kind) {
    case 'attach':
      return 'attached testsets';
    case 'scenarios':
      return `${target.osType} ${choiceWords(target.which)} in project ${target.projectId}`;
    case 'app':
      return `${target.osType} ${target.app.name.replace(COUNTING, '#')} in project ${target.projectId}`;
  }
}

/** Which scenarios are asked for, in words. */
export function choiceWords(which: ScenarioChoice): string {
  switch (which.kind) {
    case 'all':
      return 'all scenarios';
    case 'query':
      return `scenarios named "${which.query}"`;
    case 'ids':
      return `${which.ids.length === 1 ? 'scenario' : 'scenarios'} ${which.ids.join(', ')}`;
  }
}
