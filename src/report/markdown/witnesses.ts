import { plain } from '../clean.ts';
import { html } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report, TestsetReport, Witness } from '../report.ts';
import { bearsOut } from '../witness.ts';
import { grouped } from '../words.ts';
import { headRow, NOT_KNOWN, row } from './block.ts';

const SOURCES: Readonly<Record<Witness['source'], string>> = { status: 'Status', xml: 'XML', json: 'JSON' };

/** What the status, the XML and the JSON say, side by side, where they do not bear each other out. */
export function* witnessTable(report: Report, { rows }: Detail): Generator<string> {
  const doubtful = report.testsets.filter(({ status, witnesses }) => status === 'Complete' && !agree(witnesses));
  if (doubtful.length === 0 || rows === 0) return;
  const several = report.testsets.length > 1;
  yield '<p>What each source of the results says:</p>';
  yield '<table>';
  yield headRow([...(several ? ['Testset'] : []), 'Source', 'Passed', 'Not passed', 'Remark']);
  for (const testset of doubtful.slice(0, rows)) yield* witnessRows(testset, several);
  yield '</table>';
}

/** Whether all were read and bear out the status. */
function agree(witnesses: readonly Witness[]): boolean {
  const [status, ...documents] = witnesses;
  if (!status) return true;
  return status.source === 'status' && documents.every((document) => bearsOut(status, document));
}

function* witnessRows({ id, witnesses }: TestsetReport, several: boolean): Generator<string> {
  for (const witness of witnesses) {
    const { source, state, passed, notPassed } = witness;
    const figures = state === 'read' ? [grouped(passed), grouped(notPassed)] : [NOT_KNOWN, NOT_KNOWN];
    yield row([...(several ? [String(id ?? 'none')] : []), SOURCES[source], ...figures, remark(witness)]);
  }
}

function remark({ state, why }: Witness): string {
  switch (state) {
    case 'read':
      return 'read';
    case 'absent':
      return 'not delivered';
    case 'unreadable':
      return html(`unreadable: ${plain(why)}`);
  }
}
