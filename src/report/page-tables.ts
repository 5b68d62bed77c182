import { MARKS, type PastResult } from '../model/history.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS, EXCUSES, type DeviceRun, hasPassed } from '../model/verdict.ts';
import { capitalize, formatDuration, joinPieces, keysOf } from '../model/words.ts';
import { explainExcuse, formatBefore, QUARANTINE_ENDED, resultWord } from './device-words.ts';
import { nameSubject } from './facts.ts';
import { join, link, Markup, markup, type Column, type Content } from './markup.ts';
import type { ReportView } from './view.ts';

const { passed, failed } = DEVICE_LABELS;
const { fixed: FIXED, ...FAILING } = MARKS;

/** What a row can be filtered by, in the order of the choices. */
const RESULTS = { failed, ...FAILING, ...EXCUSES, fixed: FIXED, passed } as const;

const MESSAGE_LIMIT = 200;

/** The controls that the script of the page shows. */
export function filterForm({ all }: ReportView): Markup {
  const kinds = new Set(all.flatMap(listKinds));
  const choices = keysOf(RESULTS).filter((kind) => kinds.has(kind));
  const options = choices.map((kind) => markup`<option value="${kind}">${capitalize(RESULTS[kind].words)}</option>`);
  return markup`<form id="filter" hidden>
<label>Search <input type="search" name="q" spellcheck="false"></label>
${select('result', 'Result', options)}${select('maker', 'Maker')}${select('os', 'OS')}<button type="reset" hidden>Reset</button>
<output></output>
</form>
`;
}

function select(name: string, words: string, options?: Content): Markup {
  return markup`<label>${words} <select name="${name}"><option value="">All</option>${options}</select></label>\n`;
}

/** Device runs as rows. @param hasScenario whether they are of several testsets */
export function* deviceTable(
  view: ReportView,
  runs: readonly DeviceRun[],
  label: string,
  hasScenario = false,
): Generator<Content> {
  if (runs.length === 0) return;
  const columns = deviceColumns(view, hasScenario);
  const cells = cellsOf(columns);
  const className = hasScenario ? 'devices several' : 'devices';
  yield markup`<table class="${className}" aria-label="${label}">${tableHead(columns)}<tbody>\n`;
  for (const run of runs) yield markup`<tr data-kinds="${listKinds(run).join(' ')}">${cells(run)}</tr>\n`;
  yield markup`</tbody></table>\n`;
}

function deviceColumns(view: ReportView, hasScenario: boolean): readonly Column<DeviceRun>[] {
  const { report, all, branch } = view;
  const scenario: Column<DeviceRun> = {
    head: capitalize(nameSubject(report.testsets)),
    cell: ({ testset }) => testset.scenario ?? testset.id,
  };
  const before = { head: joinPieces(', on ', ['Before', branch]), cell: beforeCell };
  return [
    { head: 'Result', cell: (run) => resultCell(view, run), className: colourOf },
    { head: 'Device', cell: deviceCell, isHead: true },
    ...(hasScenario ? [scenario] : []),
    { head: 'OS', cell: ({ os }) => os },
    { head: 'Took', cell: ({ seconds }) => formatDuration(seconds) },
    ...(all.some(({ past }) => past) ? [before] : []),
  ];
}

// As references: with a character beyond Latin-1 in each row, the page takes twice the memory and 10 ms more.
const SIGNS = { p: new Markup(['&#9989; ']), f: new Markup(['&#10060; ']), u: new Markup(['&#129000; ']) };
const DOUBTFUL = new Markup(['&#9888;&#65039; passed']);

/** The colour of a run. Where status and results disagree, no device is said to have passed. */
function colourOf(run: DeviceRun): keyof typeof SIGNS {
  if (run.excuse || (run.isUnconfirmed && hasPassed(run))) return 'u';
  return hasPassed(run) ? 'p' : 'f';
}

function resultCell(view: ReportView, run: DeviceRun): Content {
  if (hasPassed(run) && run.isUnconfirmed) return DOUBTFUL;
  const ended = run.expired && [QUARANTINE_ENDED, showDay(run.expired.expires)];
  return [SIGNS[colourOf(run)], join(', ', [resultWord(view, run), ended])];
}

function deviceCell(run: DeviceRun): Content {
  const message = hasPassed(run) ? '' : cleanText(run.message ?? '', MESSAGE_LIMIT);
  const said = run.excuse ? explainExcuse(run, showDay) : message;
  return [link(run.link, breakable(run.name)), said && markup`<small>${said}</small>`];
}

/** A day in one piece: a browser breaks it after its hyphens. */
function showDay(day: string): Content {
  return markup`<time>${day}</time>`;
}

function breakable(name: string): Content {
  return join(markup`<wbr>`, name.split(/(?<=[_.-])(?=.)/u));
}

function beforeCell(run: DeviceRun): Content {
  const { past, mark } = run;
  if (!past) return '–';
  const passes = past.filter(({ passed }) => passed).length;
  const since = mark === 'still-failing' && markup`<small>${describeSince(past)}</small>`;
  return [historyStrip(past, formatBefore(run)), ` passed ${passes} of ${past.length}`, since];
}

/** `failing since run 38`; without a pass before it `failing at least since run 32`. */
function describeSince(past: readonly PastResult[]): string {
  const passed = past.findLastIndex((result) => result.passed);
  return `failing${passed < 0 ? ' at least' : ''} since run ${past[passed + 1]?.run}`;
}

/** Width of a result in a strip, in units of the drawing. */
const STEP = 6;
const STRIP_LENGTH = 10;

/** The last ten results as a strip, the newest at the right: low bars passed, high bars failed. @param words the same as a text */
function historyStrip(results: readonly PastResult[], words: string): Markup {
  const shown = results.slice(-STRIP_LENGTH);
  const paths = { p: '', f: '' };
  for (const [at, { passed }] of shown.entries()) {
    const x = (STRIP_LENGTH - shown.length + at) * STEP;
    if (passed) paths.p += `M${x} 14v-6h5v6`;
    else paths.f += `M${x} 14v-14h5v14`;
  }
  const drawn = Object.entries(paths).map(([name, path]) => path && markup`<path class="${name}" d="${path}"/>`);
  return markup`<svg class="strip" viewBox="0 0 60 14" role="img" aria-label="${words}">${drawn}</svg>`;
}

function listKinds(run: DeviceRun): readonly (keyof typeof RESULTS)[] {
  const kind = run.excuse?.kind ?? run.mark;
  return [hasPassed(run) ? 'passed' : 'failed', ...(kind ? [kind] : [])];
}

/** A table with its head, such as the entries of the quarantine. @param label what a screen reader calls it */
export function plainTable<Row>(label: string, columns: readonly Column<Row>[], items: readonly Row[]): Markup {
  const cells = cellsOf(columns);
  const rows = items.map((item) => markup`<tr>${cells(item)}</tr>\n`);
  return markup`<table class="plain" aria-label="${label}">${tableHead(columns)}<tbody>${rows}</tbody></table>\n`;
}

function tableHead<Row>(columns: readonly Column<Row>[]): Markup {
  return markup`<thead><tr>${columns.map(({ head }) => markup`<th scope="col">${head}</th>`)}</tr></thead>\n`;
}

/** Returns what writes the cells of a row. What is alike in all rows is put together once: a page can have 10,000. */
function cellsOf<Row>(columns: readonly Column<Row>[]): (item: Row) => Markup {
  const parts: string[] = [];
  const values: ((item: Row) => Content)[] = [];
  let before = '';
  for (const { cell, isHead, className } of columns) {
    before += isHead ? '<th scope="row"' : '<td';
    if (className) {
      parts.push(`${before} class="`);
      values.push(className);
      before = '"';
    }
    parts.push(`${before}>`);
    values.push(cell);
    before = isHead ? '</th>' : '</td>';
  }
  parts.push(before);
  return (item) => {
    return new Markup(
      parts,
      values.map((value) => value(item)),
    );
  };
}
