import type { Log } from '../log.ts';
import { isGreen } from '../outcome.ts';
import { alikeWarnings } from '../report/alike-warnings.ts';
import { annotations, type Annotation } from '../report/annotations.ts';
import { consoleTable } from '../report/console.ts';
import type { Report } from '../report/report.ts';
import { verdict } from '../report/verdict-words.ts';

/** The table and the warnings for everyone; annotations only where the step is red, because a tolerated failure is none. */
export function tellReport(
  report: Report,
  log: Pick<Log, 'info' | 'warning'>,
  place: { annotate(annotation: Annotation): void },
): void {
  for (const line of consoleTable(report)) log.info(line);
  for (const warning of alikeWarnings(report.testsets)) log.warning(warning);
  if (isGreen(report.outcome)) {
    log.info(report.outcome === 'started' ? startedWords(report) : verdict(report));
    return;
  }
  for (const annotation of annotations(report)) place.annotate(annotation);
}

function startedWords({ sentence, testsets }: Report): string {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  return `${sentence} A step with testset-id: ${ids.join(',')} brings the results.`;
}
