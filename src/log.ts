import { messageOf, type TestsetError } from './errors.ts';
import type { LogText } from './report/log-line.ts';

/** Where the story tells what happens. Every line goes through one cleaning function before the runner sees it. */
export interface Log {
  info(line: LogText): void;
  /** Shown only with `ACTIONS_STEP_DEBUG`. */
  debug(line: string): void;
  /** Also an annotation on the run; for what the user should know but need not mend. */
  notice(line: string): void;
  /** Also an annotation on the run; for what went wrong without changing the outcome. */
  warning(line: string): void;
  /** A chapter that can be folded. */
  group<T>(title: string, chapter: () => Promise<T>): Promise<T>;
}

/** Shows what lies behind an error, muted. */
export function logCause(log: Pick<Log, 'info'>, { cause }: TestsetError): void {
  if (cause !== undefined) log.info([{ text: `caused by: ${messageOf(cause)}`, colour: 'grey' }]);
}
