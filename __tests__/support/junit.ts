import { expect } from '@jest/globals';

import { countPassed, type ParseResult, type Suite } from '../../src/model/results.ts';
import { parseJunitJson } from '../../src/results/parse-junit-json.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';

/** `[passed, not passed]`, or a part of the reason why a document is unreadable. */
export type Expected = readonly [passed: number, notPassed: number] | string;

export function readXml(document: string): ParseResult {
  return parseJunitXml(document, String);
}

/** Reads a text, or a value as JSON. */
export function readJson(value: unknown): ParseResult {
  return parseJunitJson(typeof value === 'string' ? value : JSON.stringify(value), String);
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
