import type { ScenarioChoice, ScenarioTarget } from '../inputs.ts';
import type { Form } from './form.ts';
import { readIdentifiers } from './identifiers.ts';
import { shown } from './shown.ts';

/** Names of scenarios are shorter. */
const LONGEST_QUERY = 200;

/** Which scenarios to run, as `scenario-id` or `scenario-query` says; undefined when both are empty, and after a fault. */
export function readScenarioChoice(form: Form): ScenarioChoice | undefined {
  if (form.text('scenario-id').toLowerCase() === 'all') return { kind: 'all' };
  const ids = readIdentifiers(form, 'scenario-id', 'scenario', ', or all');
  const query = readScenarioQuery(form, 'scenario-query');
  if (ids) return { kind: 'ids', ids };
  return query === undefined ? undefined : { kind: 'query', query };
}

/** Text that the names of scenarios contain; undefined when the input is empty, and after a fault. */
export function readScenarioQuery(form: Form, name: 'scenario-query' | 'query'): string | undefined {
  const text = form.text(name);
  if (text === '') return undefined;
  if (text.length <= LONGEST_QUERY && !/\p{Cc}/u.test(text)) return text;
  form.fault(name, shown(text), `be one line of at most ${LONGEST_QUERY} characters, a part of the scenarios' names`);
  return undefined;
}

/** What the project's app repository keeps; app files when the input is empty. */
export function readSourceType(form: Form): ScenarioTarget['sourceType'] {
  const text = form.text('source-type');
  switch (text.toLowerCase()) {
    case '':
    case 'file':
      return 'file';
    case 'app_id':
      return 'app_id';
    default:
      form.fault('source-type', shown(text), 'be file or app_id');
      return 'file';
  }
}
