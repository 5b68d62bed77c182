import type { AppFacts } from '../model/app-facts.ts';
import type { AppFile } from '../model/inputs.ts';
import { quote, type InputReader } from './input-reader.ts';
import { readFlag } from './values.ts';

/** Inspects the app in `app-file`, reports what is wrong with it, and returns it with its facts. */
export async function inspectGivenApp(reader: InputReader, app: AppFile): Promise<AppFile> {
  const isChecked = readFlag(reader, 'check-app', true);
  // Loads the readers of zips and property lists, which other modes do not need.
  const { inspectApp } = await import('../app/inspect/inspect-app.ts');
  const { facts, findings } = await inspectApp(app);
  for (const { isError, message } of isChecked ? findings : []) {
    const sentence = `\`app-file\` is ${quote(app.name)}, ${message}`;
    if (isError) reader.error('app-file', sentence, 'To send the app unchecked, set `check-app: false`.');
    else reader.warn(sentence);
  }
  checkExpectation(reader, app, { input: 'expected-app-identifier', what: 'identifier', found: facts?.identifier });
  checkExpectation(reader, app, { input: 'expected-app-version', what: 'version', found: facts?.version });
  return facts ? { ...app, facts } : app;
}

interface Expectation {
  readonly input: 'expected-app-identifier' | 'expected-app-version';
  readonly what: string;
  readonly found: AppFacts['identifier'];
}

function checkExpectation(reader: InputReader, { name }: AppFile, { input, what, found }: Expectation): void {
  const expected = reader.text(input);
  if (expected === '' || expected === found) return;
  const actual = found === undefined ? 'is not known' : `is ${quote(found)}`;
  const advice = 'Check which file `app-file` matches, and that the app was built again.';
  reader.error(input, `\`${input}\` is ${quote(expected)}, but the ${what} of ${quote(name)} ${actual}. ${advice}`);
}
