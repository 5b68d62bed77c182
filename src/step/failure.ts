import type { Runner } from '../github/runner.ts';
import { InputErrors } from '../inputs/input-reader.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { cleanText, withoutStop } from '../model/text.ts';
import { joinPieces, nounFor, pluralize } from '../model/words.ts';
import { block, headingLine } from '../report/blocks.ts';
import { formatCode, markup } from '../report/markup.ts';
import { formatNotStarted, OUTCOME_TEXTS } from '../report/outcomes.ts';
import { redactError } from '../report/redact-report.ts';
import { MAX_ANNOTATIONS } from '../runtime/platform.ts';
import type { Redact } from '../runtime/redact.ts';

/** Longest message of the service or the system in the job summary, in UTF-16 units. */
const MESSAGE_LIMIT = 1000;

/** What the last line and the job summary say of a step that failed before there was a report. */
interface Failure {
  readonly icon?: string;
  readonly heading: string;
  /** May contain text from outside. */
  readonly messages: readonly string[];
  /** In place of the messages, if they are annotations. */
  readonly lastLine?: string;
  readonly hint: string;
}

/** Shows an error that ended a step: in the log, in a last line that says what happened and what to do, and in the job summary. */
export async function showFailure(error: unknown, runner: Runner, redact: Redact): Promise<void> {
  if (error instanceof InputErrors) showInputErrors(error.errors, runner);
  if (error instanceof Error) runner.log.debug(error.stack ?? '');
  const failure = describeFailure(error, runner.outputOf('testset-id').split(',').filter(Boolean), redact);
  const { heading, messages, hint, lastLine = messages.join(' ') } = failure;
  const summary = failureSummary({ ...failure, messages: messages.map(redact), hint: redact(hint) });
  await runner.writeSummary(summary).catch((summaryError: unknown) => {
    runner.log.info(`The job summary could not be written: ${messageOf(summaryError)}`);
  });
  runner.fail(joinPieces(' ', [`${heading}.`, lastLine, hint]));
}

/** The last line shows a single one that is in no file. */
function showInputErrors(errors: InputErrors['errors'], { log, annotate }: Runner): void {
  if (isInLastLine(errors)) return;
  for (const { inputs, message, place } of errors.slice(0, MAX_ANNOTATIONS))
    annotate({ title: inputs.join(', '), message, place });
  for (const { message } of errors.slice(MAX_ANNOTATIONS)) log.info(message);
}

function isInLastLine([first, another]: InputErrors['errors']): boolean {
  return !another && first?.place === undefined;
}

/** @param testsetIds those of the testsets that the step created or attached to */
function describeFailure(error: unknown, testsetIds: readonly string[], redact: Redact): Failure {
  if (error instanceof InputErrors) return describeInputErrors(error);
  if (error instanceof TestsetError) {
    const shown = redactError(error, redact);
    return { heading: formatNotStarted(shown), messages: [shown.message], hint: shown.hint };
  }
  return {
    icon: testsetIds.length > 0 ? OUTCOME_TEXTS.failed.icon : undefined,
    heading: testsetIds.length > 0 ? 'Failed · unexpected error' : formatNotStarted('unexpected error'),
    messages: [`The action failed: ${withoutStop(messageOf(error))}.`],
    hint: `${attachHint(testsetIds)} Please report the error, with this log.`.trim(),
  };
}

function describeInputErrors({ errors, hint }: InputErrors): Failure {
  const messages = errors.map(({ message }) => message);
  // An error may be about several inputs, and an input may have several errors.
  const names = [...new Set(errors.flatMap(({ inputs }) => inputs))];
  const heading = formatNotStarted(pluralize(names.length, 'wrong input'));
  const list = names.map((name) => `\`${name}\``).join(', ');
  const lastLine = `${list}: see the lines above.`;
  return { heading, messages, lastLine: isInLastLine(errors) ? undefined : lastLine, hint };
}

/** A testset outlives the step; '' if there is none. */
function attachHint(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const [what, it] = [nounFor(ids.length, 'Testset'), nounFor(ids.length, 'it', 'them')];
  return `${what} ${ids.join(', ')} may still be running. To wait for ${it}, run a step with \`testset-id: ${ids.join(',')}\`.`;
}

function failureSummary({ icon = OUTCOME_TEXTS['not-started'].icon, heading, messages, hint }: Failure): string {
  const items = messages.map((message) => markup`<li>${formatCode(cleanText(message, MESSAGE_LIMIT))}</li>`);
  const advice = hint === '' ? [] : [markup`<p>${formatCode(cleanText(hint, MESSAGE_LIMIT))}</p>`];
  return headingLine(2, { icon, heading }) + block([markup`<ul>`, ...items, markup`</ul>`, ...advice]);
}
