import fc, { type Arbitrary } from 'fast-check';

import type { Cut } from './schedule.ts';

/** Any way in which a connection ends, or does not. */
export function anyCut(): Arbitrary<Cut> {
  return fc.constantFrom('fin', 'rst', 'stall');
}

/** A share of all bytes: never none and never all of them. */
export function anyShare(): Arbitrary<number> {
  return fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000);
}

/** Whether something happens that does `weight` times of `of`; it is simpler when it does not. */
export function likely(weight: number, of: number): Arbitrary<boolean> {
  return fc.oneof({ weight: of - weight, arbitrary: fc.constant(false) }, { weight, arbitrary: fc.constant(true) });
}

/** One of several values, each with its weight; the first is the simplest. */
export function weighed<T>(...choices: readonly (readonly [weight: number, value: T])[]): Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    ...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })),
  );
}
