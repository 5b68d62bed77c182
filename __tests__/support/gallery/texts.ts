import type { Report } from '../../../src/model/report.ts';
import { checkRunText, liveText } from '../../../src/report/check-run.ts';
import { reportPage } from '../../../src/report/page.ts';
import { summaryMarkdown } from '../../../src/report/summary.ts';
import { createView } from '../../../src/report/view.ts';
import type { CheckRunText } from '../../../src/runtime/platform.ts';
import { KINDS } from './kinds.ts';
import { endOfLog } from './log-of.ts';
import { visibleMarkdown, visibleText } from './visible-text.ts';

/** A check run. GitHub shows the title above the summary. */
export function checkRunMarkdown({ title, summary }: CheckRunText): string {
  return `## ${title}\n\n${summary}`;
}

/** A check run while a testset runs. */
export function liveCheckRun(): string {
  const counts = { total: 8, pass: 4, fail: 1, error: 1, stop: 0, initializing: 0 };
  return checkRunMarkdown(liveText(counts, [251_929], new Date('2026-07-01T12:34:56Z')));
}

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
export const TEXTS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    Object.entries(KINDS)
      .filter(([name]) => !NOT_COMPARED.includes(name))
      .map(([name, make]) => [name, () => textOf(make(), WITH_PAGE.includes(name))]),
  ),
  'check-run-live': () => `${visibleMarkdown(liveCheckRun())}\n`,
};

function textOf(report: Report, hasPage: boolean): string {
  const view = createView(report);
  const places: readonly (readonly [place: string, text: string])[] = [
    ['job summary', visibleMarkdown(summaryMarkdown(view))],
    ['title of the check run', checkRunText(view).title],
    ['end of the log', endOfLog(report).join('\n')],
    ...(hasPage ? [['report page', visibleText([...reportPage(view)].join(''))] as const] : []),
  ];
  return places.map(([place, text]) => `=== ${place} ===\n${text}\n`).join('\n');
}
