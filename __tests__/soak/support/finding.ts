/** What a broken promise is about, for counting. */
export type Promised =
  | ('no duplicate create' | 'no create after the final one' | 'nothing lost' | 'one origin only' | 'few redirects')
  | ('right verdict' | 'right files' | 'right testset' | 'right receipts' | 'Retry-After kept' | 'project checked')
  | ('ends in time' | 'nothing left open' | 'no secret shown' | 'no hang');

/** A broken promise, and how it was broken. */
export interface Finding {
  readonly broken: Promised;
  readonly how: string;
}

/** Notes a broken promise where a condition holds. */
export type Find = (condition: boolean, broken: Promised, how: string) => void;
