import { messageOf } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { type Annotation, annotations } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import { groupWarnings } from '../report/testset-words.ts';
import { verdictTitle } from '../report/verdict-words.ts';
import type { Log } from '../runtime/log.ts';

/** The table and the warnings for everyone; annotations only where the step is red, because a tolerated failure is none. */
export function logReport(
  report: Report,
  log: Pick<Log, 'info' | 'warning'>,
  place: { annotate(annotation: Annotation): void },
): void {
  for (const line of consoleTable(report)) log.info(line);
  for (const warning of groupWarnings(report.testsets)) log.warning(warning);
  if (isGreen(report.outcome)) {
    log.info(report.outcome === 'started' ? startedWords(report) : verdictTitle(report));
    return;
  }
  for (const annotation of annotations(report)) place.annotate(annotation);
}

function startedWords({ sentence, testsets }: Report): string {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  return `${sentence} A step with testset-id: ${ids.join(',')} brings the results.`;
}

/** Does one thing of several; what goes wrong is a warning that begins with `trouble`, and its value is missing. */
export type Attempt = <T>(trouble: string, work: () => T | Promise<T>) => Promise<T | undefined>;

/** Makes the function that keeps trouble with one thing from all the others. */
export function warnOnFailure(log: Pick<Log, 'warning'>): Attempt {
  return async (trouble, work) => {
    try {
      return await work();
    } catch (error) {
      log.warning(`${trouble}: ${messageOf(error)}`);
      return undefined;
    }
  };
}
