import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { decode } from '../../src/results/decode.ts';
import { tally } from '../../src/model/results.ts';
import { readXml } from '../../src/results/read-xml.ts';
import { asIs } from '../support/as-is.ts';

const FOLDER = new URL('../fixtures/junit/producers/', import.meta.url);

/** How many passed and did not pass; or why the file cannot be read, and so is never green. */
type Expected = readonly [passed: number, notPassed: number] | string;

describe('JUnit as other producers write it', () => {
  const table: readonly (readonly [file: string, expected: Expected])[] = [
    ['ant.xml', [1, 2]],
    ['appium-service.xml', [2, 1]],
    ['attribute-twice.xml', 'duplicate attribute: name (line 1)'],
    ['bare-two-roots.xml', [1, 1]],
    ['bom.xml', [1, 0]],
    ['capital-letters.xml', [1, 1]],
    ['cdata-looks-like-markup.xml', [1, 0]],
    ['cdata-split.xml', [0, 1]],
    ['comments-and-instructions.xml', [1, 0]],
    ['control-characters.xml', 'disallowed character (line 1)'],
    ['ctest.xml', [1, 1]],
    ['cypress.xml', [0, 1]],
    ['declares-fewer-failures.xml', [1, 1]],
    ['declares-fewer-tests.xml', [2, 0]],
    ['declares-more-failures.xml', 'a testsuite counts 2 as failures and errors but shows 1 (line 1)'],
    ['declares-more-tests.xml', 'a testsuite declares 5 tests but holds 2 (line 1)'],
    ['declares-nonsense.xml', [1, 0]],
    ['detox-retries.xml', [1, 1]],
    ['dotnet.xml', [1, 1]],
    ['empty.xml', 'it is empty'],
    ['entities.xml', [1, 1]],
    ['entity-doctype.xml', 'a DOCTYPE is not accepted (line 1)'],
    ['entity-unknown.xml', 'undefined entity (line 1)'],
    ['go-junit-report.xml', [1, 1]],
    ['googletest.xml', [1, 2]],
    ['gradle-android.xml', [2, 0]],
    ['html-error-page.xml', 'incorrect syntax (line 1)'],
    ['iso-8859-1.xml', [1, 1]],
    ['jest.xml', [1, 1]],
    ['leading-space.xml', [1, 0]],
    ['maestro.xml', [1, 1]],
    ['missing-attributes.xml', [2, 1]],
    ['mocha-nested-describe.xml', [2, 0]],
    ['namespace-default.xml', [1, 1]],
    ['namespace-prefix.xml', [1, 1]],
    ['nested-five-deep.xml', [2, 0]],
    ['no-suite.xml', 'it holds no testsuite'],
    ['phpunit-nested.xml', [1, 1]],
    ['pytest.xml', [2, 2]],
    ['rust-nextest.xml', [2, 0]],
    ['several-results.xml', [0, 2]],
    ['suite-level-error.xml', [0, 1]],
    ['suite-level-failure-among-passes.xml', [2, 1]],
    ['surefire-flaky.xml', [1, 1]],
    ['surefire.xml', [1, 1]],
    ['system-err-only.xml', [1, 0]],
    ['times-grouped.xml', [2, 0]],
    ['times-negative-and-absent.xml', [4, 0]],
    ['truncated-after-declaration.xml', 'document must contain a root element (line 2)'],
    ['truncated-between.xml', 'unclosed tag: testsuites (line 1)'],
    ['truncated-in-tag.xml', 'unclosed tag: testsuite (line 1)'],
    ['truncated-in-text.xml', 'unclosed tag: failure (line 1)'],
    ['two-documents.xml', 'it has more than one root element (line 1)'],
    ['utf-16be-bom.xml', [1, 0]],
    ['utf-16le-bom.xml', [1, 1]],
    ['utf-16le-no-bom.xml', [1, 0]],
    ['windows-1252.xml', [1, 0]],
    ['windows-line-ends.xml', [1, 0]],
    ['xctest.xml', [2, 1]],
  ];

  test.each(table)('%s', (file, expected) => {
    const reading = readXml(decode(readFileSync(new URL(file, FOLDER))), asIs);
    const counts = reading.kind === 'read' ? Object.values(tally(reading.suites)) : reading.why;
    expect(counts).toEqual(expected);
  });

  test('every file is in the table', () => {
    expect(table.map(([file]) => file).sort()).toEqual(readdirSync(FOLDER).sort());
  });

  test('names survive their encoding', () => {
    const names = ['utf-16le-bom.xml', 'iso-8859-1.xml', 'windows-1252.xml'].map((file) => {
      const reading = readXml(decode(readFileSync(new URL(file, FOLDER))), asIs);
      return reading.kind === 'read' ? reading.suites[0]?.testcases[0]?.device : reading.why;
    });
    expect(names).toEqual(['日本', 'Überweisung', '€']);
  });
});
