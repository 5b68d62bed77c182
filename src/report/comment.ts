import type { DeviceRun } from '../model/verdict.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { webAddress } from '../model/web-address.ts';
import { formatNumber } from '../model/words.ts';
import { sortByOutcome } from './describe-report.ts';
import { block, paragraphs } from './blocks.ts';
import { join, link, markup, nowrap, type Content } from './markup.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { describeRuns } from './phrases.ts';
import { describeScenario } from './scenario-table.ts';
import { compareWithBase, formatChange, headingMarkdown, linkPage, nextStep } from './summary.ts';
import { explainExcuse } from './summary-tables.ts';
import { formatBefore, formatResult, iconOf, type Change, type ReportView } from './view.ts';

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
  const heading = `${marker}\n\n### ${headingMarkdown(view)}\n`;
  const items = view.only ? deviceItems(view) : scenarioItems(view);
  const top = linkPage(view.report) + paragraphs([outcomeLine(view, items.total > 0), nextStep(view)]);
  const end = paragraphs([markup`<sub>${commitLine(view, commit)}</sub>`]);
  for (const most of [MAX_ITEMS, 3, 0]) {
    const body = `${heading}\n${top}${drawList(view, items, most)}${end}`;
    if (body.length <= COMMENT_LIMIT) return body;
  }
  return heading;
}

/** The items of the list, of which only the first are described. */
interface Items {
  readonly first: readonly Content[];
  readonly total: number;
}

function drawList({ report, unnamed }: ReportView, { first, total }: Items, most: number): string {
  const more = total - most;
  const shown = first.slice(0, most);
  const { run } = report;
  if (more > 0) shown.push([`and ${formatNumber(more)} more: `, link(webAddress(run.url), nameRun(run) || 'the run')]);
  if (unnamed > 0) shown.push(`${formatNumber(unnamed)} that no result document names`);
  if (shown.length === 0) return '';
  return block([markup`<ul>`, ...shown.map((item) => markup`<li>${item}</li>`), markup`</ul>`]);
}

/** Counts of several scenarios, time, and what is different; empty if the only testset is not over. */
function outcomeLine(view: ReportView, hasItems: boolean): Content {
  const { report, took, only } = view;
  const { noBaselineOn, outcome } = report;
  if (only && !isPassedOrFailed(outcome)) return '';
  const none = noBaselineOn !== undefined && `no earlier run on ${view.branch} to compare with`;
  const withoutNames = ({ words, mark }: Change): Content => formatChange({ words, mark }, report.pageUrl);
  const comparison = compareWithBase(view, 'compared', hasItems ? withoutNames : undefined) ?? none;
  return join(' · ', [!only && describeRuns(report), nowrap(took), comparison]);
}

function describeItems<T>(all: readonly T[], describe: (item: T) => Content): Items {
  return { first: all.slice(0, MAX_ITEMS).map(describe), total: all.length };
}

/** The devices that are fixed are named beside those that did not pass. */
function deviceItems(view: ReportView): Items {
  const { notPassed, excused, fixed } = view;
  const runs = notPassed.length === 0 ? excused : [...notPassed, ...excused, ...fixed];
  return describeItems(runs, (run) => formatDevice(view, run));
}

function formatDevice(view: ReportView, run: DeviceRun): Content {
  const isFixed = run.mark === 'fixed';
  const result = isFixed
    ? markup`✅ <strong>fixed</strong>`
    : markup`${iconOf(run)} <strong>${formatResult(view, run)}</strong>`;
  const name = link(run.link, run.name);
  const device = isFixed ? name : markup`<strong>${name}</strong>`;
  const before = formatBefore(run);
  return join(' · ', [result, device, run.os, explainExcuse(run), before && `before: ${before}`]);
}

function scenarioItems(view: ReportView): Items {
  const notPassed = sortByOutcome(view.report.testsets).filter(({ outcome }) => outcome !== 'passed');
  return describeItems(notPassed, (testset) => {
    const { icon, word } = OUTCOME_TEXTS[testset.outcome];
    return markup`${icon} <strong>${word}</strong> · ${describeScenario(view, testset, ' ')}`;
  });
}

function commitLine({ report: { run }, only }: ReportView, commit: string): Content {
  const short = cleanText(commit).slice(0, COMMIT_LENGTH);
  const name = nameRun(run);
  return join(' · ', [
    short && `Commit ${short}`,
    name && link(webAddress(run.url), name),
    only?.id !== undefined && `testset ${only.id}`,
    only?.scenario !== undefined && `scenario ${only.scenario}`,
  ]);
}

function nameRun({ runNumber }: ReportView['report']['run']): string {
  if (runNumber > 0) return `run ${runNumber}`;
  return '';
}
