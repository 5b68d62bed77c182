import { agreesWith, type ResultSource, type TestsetReport } from '../model/report.ts';
import { formatNumber } from '../model/words.ts';
import { headRow, nowrap, row, type Column } from './html.ts';
import type { ReportView } from './view.ts';

const SOURCES: Readonly<Record<ResultSource['source'], string>> = {
  status: 'Counts of the service',
  xml: 'XML document',
  bare_xml: 'XML document without declaration',
  json: 'JSON document',
};

/** The figures of each source, where a document contradicts the status or there is none to confirm it. */
export function* sourceTable({ report: { testsets } }: ReportView, most: number): Generator<string> {
  const unconfirmed = testsets.filter(({ sources }) => !areConfirmed(sources)).slice(0, most);
  if (unconfirmed.length === 0) return;
  const idColumn: Column<TestsetSource> = { head: 'Testset', cell: ({ id }) => String(id ?? '–') };
  const columns = testsets.length > 1 ? [idColumn, ...SOURCE_COLUMNS] : SOURCE_COLUMNS;
  yield `<table>${headRow(columns)}`;
  for (const { id, sources } of unconfirmed) for (const source of sources) yield row(columns, { ...source, id });
  yield '</table>';
}

interface TestsetSource extends ResultSource {
  readonly id: number | undefined;
}

const SOURCE_COLUMNS: readonly Column<TestsetSource>[] = [
  { head: 'Source', cell: ({ source }) => SOURCES[source] },
  {
    head: 'Passed',
    cell: ({ state, passed }) => nowrap(state === 'read' ? formatNumber(passed) : STATE_WORDS[state]),
    align: 'right',
  },
  { head: nowrap('Not passed'), cell: notPassedCell, align: 'right' },
];

function notPassedCell({ state, notPassed }: ResultSource): string {
  if (state !== 'read') return '–';
  return notPassed > 0 ? `<strong>${formatNumber(notPassed)}</strong>` : '0';
}

export const STATE_WORDS = { absent: 'not delivered', unfetched: 'not fetched', unreadable: 'cannot be read' } as const;

/** Whether a document was read, and none that was delivered contradicts the status. */
function areConfirmed(sources: TestsetReport['sources']): boolean {
  const [status, ...documents] = sources;
  const delivered = documents.filter(({ state }) => state !== 'absent');
  return !status || (delivered.length > 0 && delivered.every((document) => agreesWith(status, document)));
}
