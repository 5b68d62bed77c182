/** What a broken promise is about, for counting. */
export type Promised =
  | 'no duplicate create'
  | 'no create after the final one'
  | 'nothing lost'
  | 'right verdict'
  | 'right files'
  | 'right testset'
  | 'right receipts'
  | 'Retry-After kept'
  | 'project checked'
  | 'ends in time'
  | 'nothing left open'
  | 'no secret shown'
  | 'one origin only'
  | 'few redirects'
  | 'no hang';

/** A broken promise, and how it was broken. */
export interface Finding {
  readonly broken: Promised;
  readonly how: string;
}

/** One finding where a condition holds, else none. */
export function findWhen(condition: boolean, broken: Promised, how: string): Finding[] {
  return condition ? [{ broken, how }] : [];
}
