import { MARKS, type PastResult } from '../model/history.ts';
import { DEVICE_LABELS, EXCUSES, type DeviceRun, hasPassed } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces, keysOf } from '../model/words.ts';
import { link, markup, type Column, type Content, type Markup } from './markup.ts';
import { badge, cellsOf, colourOf, describeRun, historyStrip, tableHead } from './page-parts.ts';
import { describeKept, nameSubject } from './phrases.ts';
import { explainExcuse } from './summary-tables.ts';
import { formatBefore, type ReportView } from './view.ts';

const { passed, failed } = DEVICE_LABELS;
const { fixed: FIXED, ...FAILING } = MARKS;

/** What a row can be filtered by, in the order of the choices. */
const RESULTS = { failed, ...FAILING, ...EXCUSES, fixed: FIXED, passed } as const;

const MESSAGE_LIMIT = 200;

/** All device runs as a table, those that did not pass first, with the controls that the script of the page shows. */
export function* deviceTable(view: ReportView): Generator<Content> {
  const { all } = view;
  const columns = deviceColumns(view);
  const scenario = columns.find(({ key }) => key === 'scenario');
  const kinds = new Set(all.flatMap(listKinds));
  const choices = keysOf(RESULTS).filter((kind) => kinds.has(kind));
  const options = choices.map((kind) => markup`<option value="${kind}">${capitalize(RESULTS[kind].words)}</option>`);
  yield markup`<form id="filter" hidden>
<label>Search <input type="search" name="q" spellcheck="false"></label>
${select('result', 'Result', options)}
${select('maker', 'Maker')}${select('os', 'OS')}${scenario && select('scenario', scenario.head)}
<button type="reset">Show all</button>
<output></output>
</form>
<div class="scroll" role="region" aria-label="All devices" tabindex="0"><table id="devices">
${tableHead(columns)}<tbody>
`;
  const cells = cellsOf(columns);
  for (const run of all) yield markup`<tr data-kinds="${listKinds(run).join(' ')}">${cells(run)}</tr>\n`;
  yield markup`</tbody></table></div>\n`;
}

function select(name: string, words: string, options: Content = []): Markup {
  return markup`<label>${words} <select name="${name}"><option value="">All</option>${options}</select></label>\n`;
}

function deviceColumns({ report: { testsets }, all, branch }: ReportView): readonly Column<DeviceRun>[] {
  const scenario: Column<DeviceRun> = {
    head: capitalize(nameSubject(testsets)),
    key: 'scenario',
    cell: ({ testset }) => [testset.scenario ?? testset.id, small(describeKept(testset))],
    sortBy: ({ testset }) => testset.scenario ?? testset.id,
  };
  const before: Column<DeviceRun> = {
    head: joinPieces(', on ', ['Before', branch]),
    key: 'before',
    cell: beforeCell,
    sortBy: ({ past }) => (past ? countPasses(past) / past.length : -1),
  };
  return [
    { head: 'Result', key: 'result', cell: resultCell, className: colourOf },
    { head: 'Device', key: 'device', cell: deviceCell, isHead: true },
    ...(testsets.length > 1 ? [scenario] : []),
    { head: 'OS', key: 'os', cell: ({ os }) => os },
    {
      head: 'Took',
      key: 'took',
      cell: ({ seconds }) => formatDuration(seconds),
      sortBy: ({ seconds = -1 }) => seconds,
    },
    ...(all.some(({ past }) => past) ? [before] : []),
  ];
}

function resultCell(run: DeviceRun): Content {
  const { sign, words, mark } = describeRun(run);
  return [sign, ` ${words}`, badge(mark)];
}

/** The name, and why it did not pass or does not count. */
function deviceCell(run: DeviceRun): Content {
  const message = hasPassed(run) ? '' : cleanText(run.message ?? '', MESSAGE_LIMIT);
  return [link(run.link, run.name), small(run.excuse ? explainExcuse(run, true) : message)];
}

function small(content: Content): Content {
  return content && markup`<small>${content}</small>`;
}

function beforeCell(run: DeviceRun): Content {
  const { past } = run;
  if (!past) return '–';
  const share = ` ${formatNumber(countPasses(past))} of ${formatNumber(past.length)}`;
  return [historyStrip(past, formatBefore(run)), share];
}

function countPasses(past: readonly PastResult[]): number {
  return past.filter(({ passed }) => passed).length;
}

function listKinds(run: DeviceRun): readonly (keyof typeof RESULTS)[] {
  const kind = run.excuse?.kind ?? run.mark;
  const result = hasPassed(run) ? 'passed' : 'failed';
  if (kind === undefined) return [result];
  return [result, kind];
}
