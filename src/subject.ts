import type { Inputs } from './inputs.ts';

/**
 * What a step runs, in a few words that are the same from run to run, so that a comment or a check run is found again, and the legs of a
 * matrix are told apart: of an app's name, what counts up is left out.
 */
export function subjectOf({ target }: Pick<Inputs, 'target'>): string {
  switch (target.kind) {
    case 'attach':
      return 'attached testsets';
    case 'app':
      return `${target.osType} ${target.app.name.replace(/[0-9]+/g, '#')} in project ${target.projectId}`;
  }
}
