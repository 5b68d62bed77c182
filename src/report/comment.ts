import type { Report } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatNumber, joinPieces } from '../model/words.ts';
import { formatSeveral } from './count-words.ts';
import { explainExcuse } from './device-tables.ts';
import type { DeviceRun } from './devices.ts';
import { block, html, link, linkHtml, nowrap } from './html.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { byOutcome, scenarioCell } from './scenario-table.ts';
import { formatComparison, headingMarkdown, nextLines, pageLine } from './summary.ts';
import { formatBefore, wordFor, type ReportView } from './view.ts';

/** Most devices, or scenarios, in a comment. */
const MAX_ITEMS = 10;
/** GitHub accepts 65,536 characters. */
const COMMENT_LIMIT = 60_000;

const COMMIT_LENGTH = 7;

/**
 * A report as a pull request comment of at most 60,000 characters: a list, which wraps on a phone and can be read in the text of a mail.
 *
 * @param marker an HTML comment on one line, by which the comment is found again; it becomes the first line
 * @param commit the last commit of the pull request; the run's own commit may be a merge commit that no branch has
 */
export function commentBody(view: ReportView, marker: string, commit = view.report.run.commit): string {
  const { report } = view;
  const items = view.only ? deviceItems(view) : scenarioItems(view);
  const place = link(report.run.url, nameRun(report) || 'the run');
  for (const most of [MAX_ITEMS, 3, 0]) {
    const more = items.length - most;
    const shown = items.slice(0, most);
    if (more > 0) shown.push(`and ${formatNumber(more)} more: ${place}`);
    if (view.unnamed > 0) shown.push(`${formatNumber(view.unnamed)} that the service's result files do not list`);
    const lines = shown.length === 0 ? [] : ['<ul>', ...shown.map((item) => `<li>${item}</li>`), '</ul>'];
    const body = [
      `${marker}\n\n### ${headingMarkdown(view)}\n\n`,
      ...block(pageLine(report)),
      ...block([...firstLine(view, items.length > 0)]),
      ...nextLines(view),
      ...block(lines),
      ...block([`<p><sub>${footer(view, commit)}</sub></p>`]),
    ].join('');
    if (body.length <= COMMENT_LIMIT) return body;
  }
  return `${marker}\n\n### ${headingMarkdown(view)}\n`;
}

function* firstLine(view: ReportView, hasItems: boolean): Generator<string> {
  const { report, took, only } = view;
  const { noBaselineOn, outcome } = report;
  const branch = noBaselineOn !== undefined && `no earlier run on ${html(cleanText(noBaselineOn, 40))} to compare with`;
  const isOver = outcome === 'passed' || outcome === 'failed' || !only;
  const comparison = formatComparison(view, 'compared', !hasItems) || branch;
  const facts = joinPieces(' · ', [!only && formatSeveral(report), nowrap(took), comparison]);
  if (isOver && facts !== '') yield `<p>${facts}</p>`;
}

function deviceItems(view: ReportView): string[] {
  const notPassed = view.notPassed.map((run) => {
    return item('❌', wordFor(view, run), `<strong>${deviceLink(run)}</strong>`, run);
  });
  const excused = view.excused.map((run) => item('', wordFor(view, run), `<strong>${deviceLink(run)}</strong>`, run));
  const fixed = view.fixed.map((run) => item('✅', 'fixed', deviceLink(run), run));
  return notPassed.length > 0 ? [...notPassed, ...excused, ...fixed] : excused;
}

function item(icon: string, word: string, device: string, run: DeviceRun): string {
  const before = formatBefore(run);
  const result = joinPieces(' ', [icon, `<strong>${word}</strong>`]);
  return joinPieces(' · ', [result, device, html(run.os), explainExcuse(run), before && `${before} before`]);
}

function deviceLink({ name, device }: DeviceRun): string {
  return linkHtml(device.url, html(name));
}

function scenarioItems(view: ReportView): string[] {
  return byOutcome(view.report.testsets)
    .filter(({ outcome }) => outcome !== 'passed')
    .map((testset) => {
      const { icon, word } = OUTCOME_TEXTS[testset.outcome];
      return `${icon} <strong>${word}</strong> · ${scenarioCell(view, testset, ' ')}`;
    });
}

function footer({ report, only }: ReportView, commit: string): string {
  const short = cleanText(commit).slice(0, COMMIT_LENGTH);
  const run = nameRun(report);
  return joinPieces(' · ', [
    short && `Commit ${html(short)}`,
    run && link(report.run.url, run),
    only?.id !== undefined && `testset ${only.id}`,
    only?.scenario !== undefined && `scenario ${only.scenario}`,
  ]);
}

function nameRun({ run }: Report): string {
  return run.runNumber > 0 ? `run ${run.runNumber}` : '';
}
