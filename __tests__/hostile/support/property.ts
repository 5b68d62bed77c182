/** Something that holds whatever text comes in. */
export interface HostileProperty {
  readonly name: string;
  /** Tries it on so many texts. @throws with the smallest text that breaks it, and its seed */
  readonly check: (runs: number) => void | Promise<void>;
}
