import type { Report } from '../../../src/model/report.ts';
import { reportPage } from '../../../src/report/page.ts';
import { summaryMarkdown } from '../../../src/report/summary.ts';
import { createView } from '../../../src/report/view.ts';
import { KINDS } from './kinds.ts';
import { endOfLog } from './log-of.ts';
import { publishedView } from './report-parts.ts';
import { visibleMarkdown, visibleText } from './visible-text.ts';

/** Kinds that differ from others in their size or in hostile names only. */
const NOT_COMPARED = ['failed-1500', 'scenarios-200', 'hostile-names'];
const WITH_PAGE = [
  'failed-8',
  'scenarios-3',
  'retry-failed',
  'retry-compared',
  'quarantined',
  'inconclusive-contradiction',
  'timed-out',
];

/** What users read of each kind of report, place by place, as `texts/` has it. */
export const TEXTS: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(KINDS)
    .filter(([name]) => !NOT_COMPARED.includes(name))
    .map(([name, make]) => [name, () => textOf(make(), WITH_PAGE.includes(name))]),
);

function textOf(report: Report, hasPage: boolean): string {
  const places: readonly (readonly [place: string, text: string])[] = [
    ['job summary', visibleMarkdown(summaryMarkdown(publishedView(report)))],
    ['end of the log', endOfLog(report).join('\n')],
    ...(hasPage ? [['report page', visibleText([...reportPage(createView(report))].join(''))] as const] : []),
  ];
  return places.map(([place, text]) => `=== ${place} ===\n${text}\n`).join('\n');
}
