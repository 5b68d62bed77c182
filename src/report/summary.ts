import { listRequirements, formatVersion } from '../model/app-facts.ts';
import type { AppInfo, Report } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatSize, joinPieces } from '../model/words.ts';
import { formatUnnamed, formatSeveral } from './count-words.ts';
import { makerTable, notPassedTable, passedTable } from './device-tables.ts';
import { deviceSeconds } from './devices.ts';
import { block, html, link, linkHtml, nowrap, prose } from './html.ts';
import { passedScenarios, scenarioTable, nameSharedDevice } from './scenario-table.ts';
import { sourceTable } from './source-table.ts';
import type { ReportView } from './view.ts';

/** The runner drops a summary of more than 1 MiB; this leaves room for other commands of the step. */
const SUMMARY_LIMIT = 900 * 1024;

/** The job summary: GitHub's Markdown of at most 900 KiB. */
export function summaryMarkdown(view: ReportView): string {
  return `## ${headingMarkdown(view)}\n\n${pageBody(view, SUMMARY_LIMIT)}`;
}

/** Icon and heading as Markdown: words of the service may hold its punctuation. */
export function headingMarkdown({ text: { icon, heading } }: ReportView): string {
  return `${icon} ${html(heading).replace(/[\\*_[\]~|!]/g, '\\$&')}`;
}

/** The most rows of a table; fewer where long names would exceed the limit. */
const ROWS = [50, 20, 5];

/** Everything below the heading, of at most `limitBytes` bytes of UTF-8. */
export function pageBody(view: ReportView, limitBytes: number): string {
  const rest = restLink(view.report);
  for (const rows of ROWS) {
    const [top, bottom] = [pageTop(view, rows, rest), pageBottom(view, rows)];
    const left = limitBytes - Buffer.byteLength(top) - Buffer.byteLength(bottom) - MARGIN;
    if (left < 0) continue;
    const folded = view.only ? passedTable(view, left, rest) : passedScenarios(view, left, rest);
    return `${top}${[...block(folded)].join('')}${bottom}`;
  }
  return pageTop(view, 0, rest) + pageBottom(view, 0);
}

/** For the end of a folded table, in bytes. */
const MARGIN = 1500;

function pageTop(view: ReportView, rows: number, rest: string): string {
  const { report, only } = view;
  const isDoubtful = report.outcome === 'inconclusive' || report.outcome === 'failed';
  return [
    ...block(pageLine(report)),
    ...block(only || report.testsets.length === 0 ? singleLines(view) : severalLines(view)),
    ...nextLines(view),
    ...(isDoubtful ? block(sourceTable(view, rows)) : []),
    ...block(only ? notPassedTable(view, rows, rest) : scenarioTable(view, rows, rest)),
    ...(only ? block(makerTable(view)) : []),
  ].join('');
}

/** The link to the report page, if there is one. */
export function pageLine({ pageUrl }: Report): readonly string[] {
  return pageUrl === undefined ? [] : [`<p>${link(pageUrl, 'Report')}</p>`];
}

function pageBottom(view: ReportView, rows: number): string {
  return [...block(noteLines(view, rows)), ...block([footer(view)])].join('');
}

/** Where everything is that a page leaves out, HTML. */
function restLink({ artifact, run }: Report): string {
  if (artifact) return `the ${link(artifact.url, 'results')}.`;
  if (run.runNumber === 0) return '<code>report.json</code>.';
  return `<code>report.json</code> of ${link(run.url, `run ${run.runNumber}`)}.`;
}

function* singleLines(view: ReportView): Generator<string> {
  const { report, kinds, took } = view;
  if (report.outcome === 'timed-out') {
    const line = joinPieces(' ', [barHtml(view), formatUnnamed(report.counts)]);
    if (line !== '') yield `<p>${line}</p>`;
    return;
  }
  if (report.outcome !== 'failed' && report.outcome !== 'passed') return;
  const facts = joinPieces(' · ', [...kinds, took].map(nowrap));
  if (!view.bar) {
    const word = facts === '' ? 'Compared' : 'compared';
    const line = joinPieces(' · ', [facts, formatComparison(view, word)]);
    if (line !== '') yield `<p>${line}</p>`;
    return;
  }
  yield `<p>${joinPieces(' ', [barHtml(view), facts])}</p>`;
  const comparison = formatComparison(view, 'Compared');
  if (comparison !== '') yield `<p>${comparison}</p>`;
}

function* severalLines(view: ReportView): Generator<string> {
  const { report, took, notPassed, bar } = view;
  const comparison = formatComparison(view, 'Compared');
  const failed = formatSeveral(report, nameSharedDevice(notPassed));
  const withBar = [joinPieces(' ', [barHtml(view), nowrap(took)]), joinPieces('. ', [failed, comparison])];
  const withoutBar = [joinPieces(' · ', [failed, nowrap(took)]), comparison];
  const lines = bar ? withBar : withoutBar;
  for (const line of lines.filter(Boolean)) yield `<p>${line}</p>`;
}

function barHtml({ bar, report }: ReportView): string {
  return bar ? link(report.pageUrl ?? report.run.url, bar.characters, bar.label) : '';
}

/** `compared with main, run 41: 1 new · 1 flaky`, HTML; empty without a baseline. */
export function formatComparison(
  { report: { comparison }, changes }: ReportView,
  compared: 'compared' | 'Compared',
  withNames = true,
): string {
  if (!comparison || !changes) return '';
  const { branch, runNumber, runUrl } = comparison;
  // The names of fixed devices may wrap, a number and its word may not.
  const words = changes.map(({ words: change, names }) =>
    joinPieces(' ', [nowrap(change), withNames && names !== undefined && `(${html(names)})`]),
  );
  return `${compared} with ${link(runUrl, `${cleanText(branch, 40)}, run ${runNumber}`)}: ${words.join(' · ')}`;
}

const TEXT_LIMIT = 1000;

/** What happened beside the devices, and the next step, with a snippet to paste. */
export function* nextLines({ text, report }: ReportView): Generator<string> {
  const { onPage, attach } = text;
  const paragraphs = [joinPieces(' ', onPage)];
  const isFolded = attach !== undefined && ['timed-out', 'cancelled'].includes(report.outcome);
  if (attach && !isFolded) paragraphs.push(`${attach.purpose}:`);
  const cleaned = paragraphs.map((each) => cleanText(each, TEXT_LIMIT)).filter(Boolean);
  yield* block(cleaned.map((each) => `<p>${prose(each)}</p>`));
  if (!attach) return;
  const lines = snippet(report.outcome === 'started' ? [FROM_START] : attach.testsetIds);
  yield isFolded ? `<details><summary>${prose(attach.purpose)}</summary>\n\n${lines}</details>\n\n` : lines;
}

/** For the job that waits; `start` is the job of this step. */
const FROM_START = '${{ needs.start.outputs.testset-id }}';

/** As many identifiers as fit a snippet that can be pasted. */
const MAX_IDS = 100;
const IDS_PER_LINE = 3;

/** A block of YAML with lines of at most 38 characters, so that a phone shows them whole. */
function snippet(ids: readonly (number | string)[]): string {
  const value: string[] = [];
  if (ids.length === 1) value.push(`  testset-id: ${ids[0] ?? ''}`);
  else if (ids.length > MAX_IDS) value.push('  # the output testset-id of this step', '  testset-id:');
  else {
    value.push('  testset-id: >-');
    for (let at = 0; at < ids.length; at += IDS_PER_LINE) {
      value.push(`    ${ids.slice(at, at + IDS_PER_LINE).join(' ')}`);
    }
  }
  return `\`\`\`yaml\nwith:\n${value.join('\n')}\n\`\`\`\n\n`;
}

function* noteLines({ notes }: ReportView, rows: number): Generator<string> {
  if (notes.length === 0) return;
  const most = Math.max(rows, 1);
  const items = notes.slice(0, most).map((note) => `<li>${prose(cleanText(note, TEXT_LIMIT))}</li>`);
  if (notes.length > most) items.push(`<li>${notes.length - most} more: see the log.</li>`);
  yield* ['<ul>', ...items, '</ul>'];
}

const DIGEST_LENGTH = 12;

/** Name, app, testset, scenario, device time, links, and limits. */
function footer({ report, limits, only }: ReportView): string {
  const { request, app, artifact, run } = report;
  const seconds = deviceSeconds(report);
  const name = cleanText(request.name);
  const facts = [
    name && `<strong>${html(name)}</strong>`,
    app && describeApp(app, report.comparison?.appBytes),
    only?.id !== undefined && `testset ${only.id}`,
    only?.scenario !== undefined && `scenario ${only.scenario}`,
    only?.id === undefined && request.projectId !== undefined && `project ${request.projectId}`,
    seconds > 0 && `${nowrap(formatDuration(seconds))} device time`,
    artifact && link(artifact.url, 'results'),
    run.runNumber > 0 && linkHtml(run.url, nowrap(`run ${run.runNumber}`)),
  ];
  const lines = joinPieces('<br>\n', [joinPieces(' · ', facts), prose(limits)]);
  return `<p><sub>${lines}</sub></p>`;
}

function describeApp({ name, bytes, sha256, inspection }: AppInfo, bytesBefore = bytes): string {
  const title = [inspection?.name ?? cleanText(name), inspection && formatVersion(inspection)];
  const requirements = inspection ? listRequirements(inspection) : [];
  return joinPieces(', ', [
    html(joinPieces(' ', title)),
    bytes > 0 && joinPieces(' ', [nowrap(formatSize(bytes)), describeGrowth(bytes - bytesBefore)]),
    ...requirements.map(html),
    sha256 !== undefined && `<code>${html(cleanText(sha256).slice(0, DIGEST_LENGTH))}</code>`,
  ]);
}

/** `(0.2 MB more)`; empty for a difference that would be shown as 0.0 MB. */
function describeGrowth(bytes: number): string {
  if (Math.abs(bytes) < 50_000) return '';
  const size = nowrap(`${(Math.abs(bytes) / 1e6).toFixed(1)} MB`);
  return bytes > 0 ? `(${size} more)` : `(${size} less)`;
}
