import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { allRuns, type DeviceRun } from './devices.ts';
import { markup, type Content, type Markup } from './markup.ts';
import { durationLine, historyStrip } from './page-charts.ts';
import { badge, describeRun, pageLink } from './page-run.ts';
import { describeQuarantine, subjectOf } from './testset-words.ts';
import { formatBefore, type ReportView } from './view.ts';

/** What a row can be filtered by, with the words of the choice. */
const RESULTS = {
  'not-passed': 'Did not pass',
  new: 'New',
  still: 'Still failing',
  flaky: 'Flaky',
  quarantined: 'Quarantined',
  'not-new': 'Not new',
  fixed: 'Fixed',
  passed: 'Passed',
} as const;

const MESSAGE_LIMIT = 200;

/** Which columns the table has beside those that it always has. */
interface Optional {
  /** Its head. */
  readonly scenario: string | false;
  readonly before: boolean;
}

/** All device runs as a table, those that did not pass first, with the controls that the script of the page shows. */
export function* deviceTable(view: ReportView): Generator<Markup> {
  const { testsets } = view.report;
  const runs = allRuns(view);
  const branch = cleanText(view.report.comparison?.branch ?? '', 40);
  const optional = {
    scenario: testsets.length > 1 && capitalize(subjectOf(testsets)),
    before: runs.some(({ earlier }) => earlier.length > 0),
  };
  const kinds = new Set(runs.flatMap(kindsOf));
  const options = Object.entries(RESULTS).filter(([kind]) => kinds.has(kind));
  yield markup`<form id="filter" hidden>
<label>Search <input type="search" name="q" autocomplete="off" spellcheck="false"></label>
${select(
  'result',
  'Result',
  options.map(([kind, words]) => markup`<option value="${kind}">${words}</option>`),
)}
${select('maker', 'Maker')}${select('os', 'OS')}${optional.scenario && select('scenario', optional.scenario)}
<button type="reset">Show all</button>
<output></output>
</form>
<div class="scroll" role="region" aria-label="All devices" tabindex="0"><table id="devices">
<thead><tr>${heads(optional, branch)}</tr></thead>
<tbody>
`;
  for (const run of runs) yield row(run, optional);
  yield markup`</tbody></table></div>\n`;
}

function select(name: string, words: string, options: Content = []): Markup {
  return markup`<label>${words} <select name="${name}"><option value="">All</option>${options}</select></label>\n`;
}

/** The script reads the keys: they are in the address of a filtered page. */
function heads({ scenario, before }: Optional, branch: string): Content {
  const head = (key: string, words: string): Markup => markup`<th scope="col" data-key="${key}">${words}</th>`;
  return [
    head('result', 'Result'),
    scenario && head('scenario', scenario),
    head('device', 'Device'),
    head('os', 'OS'),
    head('took', 'Took'),
    before && head('before', joinPieces(', on ', ['Before', branch])),
  ];
}

function kindsOf({ device, mark }: DeviceRun): readonly string[] {
  const kinds = [device.result === 'passed' ? 'passed' : 'not-passed', device.excused ?? mark];
  return kinds.filter((kind) => kind !== undefined);
}

function row(run: DeviceRun, optional: Optional): Markup {
  const { name, os, device, testset, earlier } = run;
  const { className, sign, words, mark } = describeRun(run);
  const said = device.result === 'passed' ? undefined : device.message;
  const small = device.quarantine ? describeQuarantine(device.quarantine) : said;
  const message = otherResult(run) ?? (small !== undefined && cleanText(small, MESSAGE_LIMIT));
  const took = markup`<td data-value="${device.seconds ?? -1}">${formatDuration(device.seconds)} ${durationLine(earlier, device.seconds)}</td>`;
  return markup`<tr data-kinds="${kindsOf(run).join(' ')}"><td class="${className}">${sign} ${words}${badge(mark)}</td>${
    optional.scenario && markup`<td>${testset.scenario ?? testset.id}</td>`
  }<th scope="row">${pageLink(device.url, name)}${message && markup`<small>${message}</small>`}</th><td>${os}</td>${took}${
    optional.before && beforeCell(run)
  }</tr>\n`;
}

/** How the device ended in another testset of the scenario. */
function otherResult({ other }: DeviceRun): Markup | undefined {
  if (!other) return undefined;
  const { device, testset } = other;
  const word = device.result === 'passed' ? 'passed' : 'did not pass';
  return markup`${word} in ${pageLink(device.url, `testset ${testset.id ?? 0}`)}`;
}

function beforeCell(run: DeviceRun): Markup {
  const { earlier } = run;
  const words = formatBefore(run);
  if (words === '') return markup`<td data-value="-1">–</td>`;
  const passed = earlier.filter((past) => past.passed).length;
  const share = `${formatNumber(passed)} of ${formatNumber(earlier.length)}`;
  return markup`<td data-value="${passed / earlier.length}">${historyStrip(earlier, words)} ${share}</td>`;
}
