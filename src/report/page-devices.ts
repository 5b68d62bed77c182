import { type DeviceRun, hasPassed } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { badge, describeRun, durationLine, historyStrip, markup, pageLink } from './page-parts.ts';
import type { Content, Markup } from './page-parts.ts';
import { describeQuarantine, formatPass, nameSubject } from './phrases.ts';
import { formatBefore, type ReportView } from './view.ts';

/** What a row can be filtered by, with the words of the choice. */
const RESULTS = {
  'not-passed': 'Did not pass',
  new: 'New',
  still: 'Still failing',
  unsteady: 'Unsteady',
  flaky: 'Flaky',
  quarantined: 'Quarantined',
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
export function* deviceTable({ report, all, branch }: ReportView): Generator<Markup> {
  const { testsets } = report;
  const optional = {
    scenario: testsets.length > 1 && capitalize(nameSubject(testsets)),
    before: all.some(({ past }) => past),
  };
  const kinds = new Set(all.flatMap(listKinds));
  const choices = Object.entries(RESULTS).filter(([kind]) => kinds.has(kind));
  const options = choices.map(([kind, words]) => markup`<option value="${kind}">${words}</option>`);
  yield markup`<form id="filter" hidden>
<label>Search <input type="search" name="q" autocomplete="off" spellcheck="false"></label>
${select('result', 'Result', options)}
${select('maker', 'Maker')}${select('os', 'OS')}${optional.scenario && select('scenario', optional.scenario)}
<button type="reset">Show all</button>
<output></output>
</form>
<div class="scroll" role="region" aria-label="All devices" tabindex="0"><table id="devices">
<thead><tr>${heads(optional, branch)}</tr></thead>
<tbody>
`;
  for (const run of all) yield row(run, optional);
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

function listKinds(run: DeviceRun): readonly string[] {
  const kind = run.excuse?.kind ?? run.mark;
  const result = hasPassed(run) ? 'passed' : 'not-passed';
  if (kind === undefined) return [result];
  return [result, kind];
}

function row(run: DeviceRun, optional: Optional): Markup {
  const { name, os, testset } = run;
  const { className, sign, words, mark } = describeRun(run);
  const kinds = listKinds(run).join(' ');
  const scenario = optional.scenario && markup`<td>${testset.scenario ?? testset.id}</td>`;
  const small = explainResult(run);
  const link = markup`${pageLink(run.link, name)}${small && markup`<small>${small}</small>`}`;
  const before = optional.before && beforeCell(run);
  return markup`<tr data-kinds="${kinds}"><td class="${className}">${sign} ${words}${badge(mark)}</td>${scenario}<th scope="row">${link}</th><td>${os}</td>${tookCell(run)}${before}</tr>\n`;
}

function tookCell({ seconds, past = [] }: DeviceRun): Markup {
  return markup`<td data-value="${seconds ?? -1}">${formatDuration(seconds)} ${durationLine(past, seconds)}</td>`;
}

/** How the device ended in another testset of the scenario, who has excused it, or what it said. */
function explainResult(run: DeviceRun): Content {
  const { excuse, message = '' } = run;
  if (excuse?.kind === 'flaky') {
    const { other } = excuse;
    return markup`${formatPass(other)} in ${pageLink(other.link, `testset ${other.testset.id}`)}`;
  }
  if (excuse) return cleanText(describeQuarantine(excuse.entry), MESSAGE_LIMIT);
  return !hasPassed(run) && message !== '' && cleanText(message, MESSAGE_LIMIT);
}

function beforeCell(run: DeviceRun): Markup {
  const { past } = run;
  if (!past) return markup`<td data-value="-1">–</td>`;
  const passed = past.filter((each) => each.passed).length;
  const share = `${formatNumber(passed)} of ${formatNumber(past.length)}`;
  const strip = historyStrip(past, formatBefore(run));
  return markup`<td data-value="${passed / past.length}">${strip} ${share}</td>`;
}
