import { MARKS, type PastResult } from '../model/history.ts';
import { DEVICE_LABELS, EXCUSES, type DeviceRun, hasPassed } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces, keysOf } from '../model/words.ts';
import { link, Markup, markup, type Column, type Content } from './markup.ts';
import { nameSubject } from './facts.ts';
import { explainExcuse } from './summary-tables.ts';
import { formatBefore, type ReportView } from './view.ts';

const { passed, failed } = DEVICE_LABELS;
const { fixed: FIXED, ...FAILING } = MARKS;

/** What a row can be filtered by, in the order of the choices. */
const RESULTS = { failed, ...FAILING, ...EXCUSES, fixed: FIXED, passed } as const;

const MESSAGE_LIMIT = 200;

/** All device runs as a table, those that failed first, with the controls that the script of the page shows. */
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
    cell: ({ testset }) => testset.scenario ?? testset.id,
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

// ✓ and ✗ as references: with a character beyond Latin-1 in each row, the page takes twice the memory and 10 ms more.
const PASSED = new Markup(['&#10003;']);
const NOT_PASSED = new Markup(['&#10007;']);
const DOUBTFUL = new Markup(['?']);

/** The colour of a run. Where status and results disagree, no device is said to have passed. */
function colourOf(run: DeviceRun): 'p' | 'f' | 'u' {
  if (hasPassed(run)) return run.isDoubtful ? 'u' : 'p';
  return run.excuse ? 'u' : 'f';
}

/** A sign and words that say the same as the colour, and what the result means beside earlier ones. */
function resultCell(run: DeviceRun): Content {
  const { result, excuse, mark, isDoubtful } = run;
  if (hasPassed(run) && isDoubtful) return [DOUBTFUL, ' passed, not certain'];
  const { words } = (excuse && EXCUSES[excuse.kind]) ?? (mark && MARKS[mark]) ?? { words: '' };
  const badge = words !== '' && markup` <span class="badge">${words}</span>`;
  return [hasPassed(run) ? PASSED : NOT_PASSED, ` ${DEVICE_LABELS[result].words}`, badge];
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

/** Width of a result in a strip, in units of the drawing. */
const STEP = 6;
const STRIP_LENGTH = 10;

/** The last ten results as a strip, the newest at the right: low bars passed, high bars did not. @param words the same as a text */
function historyStrip(results: readonly PastResult[], words: string): Markup {
  const shown = results.slice(-STRIP_LENGTH);
  let x = (STRIP_LENGTH - shown.length) * STEP;
  let passed = '';
  let failed = '';
  for (const result of shown) {
    if (result.passed) passed += `M${x} 14v-6h5v6`;
    else failed += `M${x} 14v-14h5v14`;
    x += STEP;
  }
  const drawn = [passed && markup`<path class="p" d="${passed}"/>`, failed && markup`<path class="f" d="${failed}"/>`];
  return markup`<svg class="strip" viewBox="0 0 60 14" role="img" aria-label="${words}">${drawn}</svg>`;
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

/** Rows that scroll sideways on a phone. @param label what a screen reader calls them */
export function scrollTable<Row>(label: string, columns: readonly Column<Row>[], items: readonly Row[]): Markup {
  const cells = cellsOf(columns);
  const rows = items.map((item) => markup`<tr>${cells(item)}</tr>\n`);
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>${tableHead(columns)}<tbody>${rows}</tbody></table></div>\n`;
}

function tableHead<Row>(columns: readonly Column<Row>[]): Markup {
  const heads = columns.map(({ head, key }) =>
    key === undefined ? markup`<th scope="col">${head}</th>` : markup`<th scope="col" data-key="${key}">${head}</th>`,
  );
  return markup`<thead><tr>${heads}</tr></thead>\n`;
}

/** Returns what writes the cells of a row. What is alike in all rows is put together once: a page can have 10,000. */
function cellsOf<Row>(columns: readonly Column<Row>[]): (item: Row) => Markup {
  const parts: string[] = [];
  const values: ((item: Row) => Content)[] = [];
  let before = '';
  const add = (start: string, value: (item: Row) => Content): void => {
    parts.push(before + start);
    values.push(value);
  };
  for (const { cell, isHead, className, sortBy } of columns) {
    before += isHead ? '<th scope="row"' : '<td';
    if (className) {
      add(' class="', className);
      before = '"';
    }
    if (sortBy) {
      add(' data-value="', sortBy);
      before = '"';
    }
    add('>', cell);
    before = isHead ? '</th>' : '</td>';
  }
  parts.push(before);
  return (item) => {
    const contents = values.map((value) => value(item));
    return new Markup(parts, contents);
  };
}
