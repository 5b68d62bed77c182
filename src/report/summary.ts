import { formatJob } from '../model/job-name.ts';
import { describeInputs } from '../model/report.ts';
import { cleanText, webAddress } from '../model/text.ts';
import { capitalize, formatDuration } from '../model/words.ts';
import { block, headingLine, moreLine, paragraphs, table } from './blocks.ts';
import { nameSharedDevice } from './device-words.ts';
import { sumDeviceSeconds } from './devices.ts';
import { join, link, markup, nowrap, type Content } from './markup.ts';
import { quarantineColumns, titleUses } from './quarantine.ts';
import { compareWithBase, describeApp, describeBar, formatSentence, nameCommit, nextStep } from './report-words.ts';
import { failedTable, passedScenarios, passedTable, scenarioTable } from './summary-tables.ts';
import { systemsOf } from './testset-words.ts';
import type { BarPart, ReportView } from './view.ts';

/** GitHub allows 1 MiB. The runner checks that before it masks secrets, and a short secret becomes longer. */
const SUMMARY_LIMIT = 768 * 1024;

/** The job summary: GitHub's Markdown of at most 768 KiB. */
export function summaryMarkdown(view: ReportView): string {
  return headingLine(2, view.text) + summaryBody(view, SUMMARY_LIMIT);
}

/** GitHub accepts 65,536 characters. */
const COMMENT_LIMIT = 60_000;

/** The summary as a comment of at most 60,000 bytes, with the commit that was tested. @param marker its first line */
export function commentMarkdown(view: ReportView, marker: string): string {
  const job = paragraphs([cleanText(formatJob(view.report.run))]);
  const heading = `${marker}\n\n${headingLine(3, view.text)}${job}`;
  return heading + summaryBody(view, COMMENT_LIMIT - Buffer.byteLength(heading), true);
}

/** The most rows of a table; fewer where long names would exceed the limit. */
const ROWS = [50, 20, 5, 0];

/** For the end of a folded table, in bytes. */
const MARGIN = 1500;

/** Everything below the heading, of at most `limitBytes` bytes of UTF-8. */
function summaryBody(view: ReportView, limitBytes: number, isComment = false, [rows = 0, ...fewer] = ROWS): string {
  const rest = linkRest(view);
  const [openRows, foldedRows] = view.only ? [failedTable, passedTable] : [scenarioTable, passedScenarios];
  const top = paragraphs([factsLine(view), nextStep(view)]) + block(openRows(view, rows, rest));
  const notes = block(quarantineTable(view, rows)) + notesList(view, rows);
  const bottom = notes + paragraphs([markup`<sub>${footer(view, isComment)}</sub>`]);
  const left = limitBytes - Buffer.byteLength(top) - Buffer.byteLength(bottom) - MARGIN;
  if (left < 0 && fewer.length > 0) return summaryBody(view, limitBytes, isComment, fewer);
  return top + block(foldedRows(view, left, rest)) + bottom;
}

function linkRest({ addresses: { page, artifact }, report: { run } }: ReportView): Content {
  if (page !== undefined) return markup`the ${link(webAddress(page), 'report')}.`;
  if (artifact !== undefined) return markup`the ${link(webAddress(artifact), 'results')}.`;
  if (run.runNumber === 0) return markup`<code>report.json</code>.`;
  return markup`<code>report.json</code> of ${link(webAddress(run.url), `run ${run.runNumber}`)}.`;
}

function factsLine(view: ReportView): Content {
  const { addresses, bar, report, took } = view;
  const page = webAddress(addresses.page);
  const linkedBar = bar.length > 0 && link(page ?? webAddress(report.run.url), drawBar(bar), describeBar(bar));
  const time = join(' ', [linkedBar, nowrap(took)]);
  const compared = compareWithBase(view);
  const byHand = describeInputs(report.run);
  return join(' · ', [page && link(page, 'Open the report'), time, byHand, nameSharedDevice(view), compared]);
}

const MAX_BAR_LENGTH = 16;

/** One character each up to 16, else in proportion. */
function drawBar(bar: readonly BarPart[]): string {
  const total = bar.reduce((sum, { number }) => sum + number, 0);
  const scale = Math.min(1, MAX_BAR_LENGTH / total);
  const lengths = bar.map(({ number }) => Math.max(1, Math.round(number * scale)));
  // Rounding may add or lose a character: the longest part takes the difference.
  const longest = lengths.indexOf(Math.max(...lengths));
  const difference = Math.min(MAX_BAR_LENGTH, total) - lengths.reduce((sum, number) => sum + number, 0);
  return bar.map(({ icon }, at) => icon.repeat((lengths[at] ?? 0) + (at === longest ? difference : 0))).join('');
}

function quarantineTable({ uses, branch }: ReportView, most: number): readonly Content[] {
  if (uses.length === 0) return [];
  return [
    markup`<details><summary>${titleUses(uses)}</summary>`,
    ...table(quarantineColumns(uses, branch), uses.slice(0, most)),
    ...moreLine(uses.length - most, 'the report page.'),
    markup`</details>`,
  ];
}

function notesList({ notes }: ReportView, rows: number): string {
  if (notes.length === 0) return '';
  const most = Math.max(rows, 1);
  const items = notes.slice(0, most).map((note) => markup`<li>${formatSentence(note)}</li>`);
  if (notes.length > most) items.push(markup`<li>${notes.length - most} more: see the log.</li>`);
  return block([markup`<ul>`, ...items, markup`</ul>`]);
}

/** Job, name or in a comment the commit, app, testset, scenario, device time and links. A comment has the job at its top. */
function footer({ report, addresses, only }: ReportView, isComment: boolean): Content {
  const { request, app, run } = report;
  const seconds = sumDeviceSeconds(report);
  const name = cleanText(request.name);
  const isStored = app?.kind === 'stored';
  const commit = isComment && nameCommit(report);
  return join(' · ', [
    !isComment && cleanText(formatJob(run)),
    (!commit || request.isNameGiven) && name && markup`<strong>${name}</strong>`,
    commit && !isStored && capitalize(commit),
    app && describeApp(app, report.comparison?.appBytes),
    commit && isStored && commit,
    only?.id !== undefined && `testset ${only.id}`,
    request.kind === 'attached' && join(', ', ['app not known', systemsOf(report.testsets)]),
    only?.scenario !== undefined && `scenario ${only.scenario}`,
    only?.id === undefined && !isStored && request.projectId !== undefined && `project ${request.projectId}`,
    seconds > 0 && `${nowrap(formatDuration(seconds))} device time`,
    addresses.artifact !== undefined && link(webAddress(addresses.artifact), 'Download the results'),
    run.runNumber > 0 && link(webAddress(run.jobUrl ?? run.url), nowrap(`run ${run.runNumber}`)),
  ]);
}
