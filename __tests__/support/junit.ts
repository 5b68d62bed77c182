import { expect } from '@jest/globals';

import { countPassed, type Suite } from '../../src/model/results.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';

/** `[passed, not passed]`, or a part of the reason why a document is unreadable. */
export type Expected = readonly [passed: number, notPassed: number] | string;

/** What a document contains, or why it is unreadable. */
export type ParseResult = { readonly suites: readonly Suite[] } | { readonly reason: string };

/** Runs a parser that throws `Unreadable`, and nothing else. */
export function resultOf(parse: () => readonly Suite[]): ParseResult {
  try {
    return { suites: parse() };
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'Unreadable') return { reason: error.message };
    throw error;
  }
}

export function readXml(document: string): ParseResult {
  return resultOf(() => parseJunitXml(document, String));
}

/** The suites of a document that must be readable. */
export function suitesIn(result: ParseResult): readonly Suite[] {
  if ('reason' in result) throw new Error(`it is unreadable: ${result.reason}`);
  return result.suites;
}

export function expectCounts(result: ParseResult, expected: Expected): void {
  if (typeof expected === 'string') {
    expect(result).toEqual({ reason: expect.stringContaining(expected) });
  } else {
    const { passed, notPassed } = countPassed(suitesIn(result));
    expect([passed, notPassed]).toEqual(expected);
  }
}
