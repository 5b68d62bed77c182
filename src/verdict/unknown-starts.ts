import type { RequestInfo, TestsetReport } from '../model/report.ts';
import { listFirst } from '../model/words.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';

/**
 * As many names are told in full, each of up to 100 characters, and of as many others the scenario: a summary holds 1,000 in a sentence.
 */
const MOST_NAMED = 4;
const MOST_OTHERS = 15;

/**
 * What to do when nobody can say of several scenarios whether a testset was created: each must be looked for by its own name, because the
 * service lists no testsets. With one of them its own error says it: `undefined`.
 */
export function unknownStartsHint(
  testsets: readonly Pick<TestsetReport, 'scenario'>[],
  { name }: Pick<RequestInfo, 'name'>,
): string | undefined {
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length < 2) return undefined;
  const names = scenarios.slice(0, MOST_NAMED).map((scenario) => `"${scenarioTestsetName(name, scenario)}"`);
  return (
    'None of these creates is sent again. ' +
    `Look in the service for the testsets ${names.join(', ')}${othersWords(scenarios.slice(MOST_NAMED))}: ` +
    'attach to those that are there with `testset-id`, and run the scenarios of the others again with `scenario-id`.'
  );
}

/** ` and likewise for the scenarios 106, 107 and 20 more`: their names differ in the number at the end alone. */
function othersWords(scenarios: readonly number[]): string {
  if (scenarios.length === 0) return '';
  return ` and likewise for the ${scenarios.length === 1 ? 'scenario' : 'scenarios'} ${listFirst(scenarios, MOST_OTHERS)}`;
}
