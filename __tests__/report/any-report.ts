import fc from 'fast-check';

import type { Outcome } from '../../src/model/outcome.ts';
import { past, reportOf, SCENARIOS } from '../support/reports.ts';
import { complete, device, devices, notCreated, unfinished } from '../support/testsets.ts';
import { quarantine, rejection } from './given.ts';

/** A number of devices of which some failed or were stopped, and some never ended. */
const ofDevices = fc.record({
  pass: fc.nat({ max: 6 }),
  fail: fc.nat({ max: 2 }),
  error: fc.nat({ max: 2 }),
  stop: fc.nat({ max: 1 }),
  open: fc.nat({ max: 1 }),
});
type Ends = readonly ['complete', { pass: number; fail: number; error: number; stop: number; open: number }, boolean];
const ending = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('complete' as const), ofDevices, fc.boolean()) },
  fc.constantFrom<Outcome>('timed-out', 'cancelled', 'started', 'rejected', 'not-started', 'unknown-start'),
);

function testsetsOf(scenario: number, end: Outcome | Ends): Parameters<typeof reportOf>[0][] {
  if (typeof end === 'string') {
    if (end === 'timed-out' || end === 'cancelled' || end === 'started') return [unfinished(end, { scenario })];
    return [notCreated(end, { scenario, error: rejection(4081) })];
  }
  const [, { pass, fail, error: errors, stop, open }, isRetried] = end;
  const kinds = [...Array<'failed'>(fail).fill('failed'), ...Array<'error'>(errors).fill('error')];
  const named = devices(fail + errors + pass, Object.fromEntries(kinds.map((kind, place) => [place, kind])));
  const total = pass + fail + errors + stop + open;
  const counts = { total, pass, fail, error: errors, stop, initializing: 0 };
  const first = complete(named, { scenario, counts });
  if (!isRetried || stop > 0 || open > 0) return [first];
  const again = named.map((each, place) => ({ ...each, result: place === 0 ? ('passed' as const) : each.result }));
  return [first, complete(again, { scenario, retry: 1 })];
}

/** Scenarios that ended in any way, some tried again, with quarantined devices and with earlier results. */
export const anyReport = fc
  .record({
    ends: fc.array(ending, { minLength: 1, maxLength: 8 }),
    maxFailures: fc.nat({ max: 3 }),
    hasQuarantine: fc.boolean(),
    results: fc.constantFrom('', 'PPPP', 'PFF', 'PFPFPF'),
  })
  .map(({ ends, maxFailures, hasQuarantine, results }) => {
    const history = results === '' ? [] : ends.map((_, at) => past(device(0).device, results, at + 1));
    const facts = { request: SCENARIOS, maxFailures, history, ...(hasQuarantine && { quarantine }) };
    return reportOf(ends.flatMap((end, at) => testsetsOf(at + 1, end)).flat(), facts);
  });

/** The number before some words in a list of facts, `1 of 8 devices failed · 1 new`; `undefined` without one. */
export function numberIn(facts: string, words: string): number | undefined {
  const [, number] = new RegExp(`(?:^| · |, )([\\d,]+) ${words}(?= ·|,|$)`).exec(facts) ?? [];
  return number === undefined ? undefined : Number(number.replaceAll(',', ''));
}
