import { messageOf } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { annotations, type Annotation } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import { groupWarnings } from '../report/testset-words.ts';
import { reportTitle } from '../report/titles.ts';
import type { Log } from '../runtime/log.ts';

/** Logs the table and the warnings; adds annotations only if the step is red, because a tolerated failure is no error. */
export function logReport(
  report: Report,
  log: Pick<Log, 'info' | 'warning'>,
  platform: { annotate(annotation: Annotation): void },
): void {
  const { outcome, sentence, testsets } = report;
  for (const line of consoleTable(report)) log.info(line);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (outcome === 'started') {
    const ids = testsets.flatMap(({ id }) => id ?? []).join(',');
    log.info(`${sentence} To wait for the results, run a step with \`testset-id: ${ids}\`.`);
  } else if (isGreen(outcome)) log.info(reportTitle(report));
  else for (const annotation of annotations(report)) platform.annotate(annotation);
}

/** Does one of several things. If it fails, logs a warning that begins with `what` and returns `undefined`. */
export async function attempt<T>(
  log: Pick<Log, 'warning'>,
  what: string,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warning(`${what}: ${messageOf(error)}`);
    return undefined;
  }
}
