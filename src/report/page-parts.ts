import { DEVICE_LABELS, EXCUSES, type DeviceRun, hasPassed } from '../model/verdict.ts';
import { MARKS, type PastResult } from '../model/history.ts';
import { Markup, markup, type Column, type Content } from './markup.ts';

/** How a device run is shown: `sign` and `words` say the same as its colour. */
interface RunWords {
  readonly sign: Markup;
  readonly words: string;
  /** What the result means beside earlier ones; empty without a mark. */
  readonly mark: string;
}

// ✓ and ✗ as references: with a character beyond Latin-1 in each row, the page takes twice the memory and 10 ms more.
const PASSED = new Markup(['&#10003;']);
const NOT_PASSED = new Markup(['&#10007;']);
const DOUBTFUL = new Markup(['?']);

/** The colour of a run. Where status and results disagree, no device is said to have passed. */
export function colourOf(run: DeviceRun): 'p' | 'f' | 'u' {
  if (hasPassed(run)) return run.isDoubtful ? 'u' : 'p';
  return run.excuse ? 'u' : 'f';
}

/** How a device run is shown. */
export function describeRun(run: DeviceRun): RunWords {
  if (!hasPassed(run)) return { sign: NOT_PASSED, words: DEVICE_LABELS[run.result].words, mark: formatMark(run) };
  if (run.isDoubtful) return { sign: DOUBTFUL, words: 'passed, not certain', mark: '' };
  return { sign: PASSED, words: 'passed', mark: formatMark(run) };
}

function formatMark({ excuse, mark }: DeviceRun): string {
  if (excuse) return EXCUSES[excuse.kind].words;
  return mark ? MARKS[mark].words : '';
}

/** A mark in words. */
export function badge(mark: string): Markup | false {
  return mark !== '' && markup` <span class="badge">${mark}</span>`;
}

/** Width of a result in a strip, in units of the drawing. */
const STEP = 6;
const STRIP_LENGTH = 10;

/** The last ten results as a strip, the newest at the right: low bars passed, high bars did not. @param words the same as a text */
export function historyStrip(results: readonly PastResult[], words: string): Markup {
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

/** The head of a table. */
export function tableHead<Row>(columns: readonly Column<Row>[]): Markup {
  const heads = columns.map(({ head, key }) =>
    key === undefined ? markup`<th scope="col">${head}</th>` : markup`<th scope="col" data-key="${key}">${head}</th>`,
  );
  return markup`<thead><tr>${heads}</tr></thead>\n`;
}

/** Returns what writes the cells of a row. What is alike in all rows is put together once: a page can have 10,000. */
export function cellsOf<Row>(columns: readonly Column<Row>[]): (item: Row) => Markup {
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
