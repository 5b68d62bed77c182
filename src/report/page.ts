import { createHash } from 'node:crypto';

import { unfinishedCount } from '../model/counts.ts';
import { countExcused } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, joinPieces, pluralize } from '../model/words.ts';
import { formatPassed, formatSeveral, formatUnnamed } from './count-words.ts';
import { allRuns } from './devices.ts';
import { markup, Markup, type Content } from './markup.ts';
import { timelineChart } from './page-charts.ts';
import { deviceTable } from './page-devices.ts';
import { detailSection, sourceTable } from './page-details.ts';
import { resultGrid } from './page-grid.ts';
import { pageLink } from './page-run.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { ReportView } from './view.ts';

/**
 * `report.html`: the report as one page that loads nothing and needs no script to be read. Its policy allows its own style and script
 * only, so that a browser runs nothing else even if a name were not escaped.
 */
export function* reportPage(view: ReportView): Generator<string> {
  for (const part of pageParts(view)) yield part.html;
}

function* pageParts(view: ReportView): Generator<Markup> {
  const { report } = view;
  const hasDevices = allRuns(view).length > 0;
  const script = hasDevices ? PAGE_SCRIPT : '';
  yield markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(PAGE_STYLE, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${view.title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<main>
${header(view)}`;
  // Where it is not known which source is right, their figures come first.
  const sources = sourceTable(report.testsets);
  const isDoubtful = report.outcome === 'inconclusive';
  if (isDoubtful && sources) yield markup`<section><h2>Sources of the results</h2>\n${sources}</section>\n`;
  if (hasDevices || report.testsets.length > 1) {
    yield markup`<section><h2>Results</h2>\n`;
    yield* resultGrid(view);
    yield markup`</section>\n`;
  }
  if (report.progress) {
    yield markup`<section><h2>Progress</h2>\n${timelineChart(report.progress, report.durationSeconds)}</section>\n`;
  }
  if (hasDevices) {
    yield markup`<section><h2>All devices</h2>\n`;
    yield* deviceTable(view);
    yield markup`</section>\n`;
  }
  yield detailSection(view, isDoubtful ? undefined : sources);
  yield markup`</main>\n${hasDevices && markup`<script>${new Markup(script)}</script>\n`}</body>\n</html>\n`;
}

function policy(style: string, script: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === '' ? `'none'` : hash(script);
  return `default-src 'none'; style-src ${hash(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

function header(view: ReportView): Markup {
  const { report, text, notes, unnamed, notPassed } = view;
  const { run } = report;
  const where = [run.repository, run.workflow, run.job].map((name) => cleanText(name)).filter(Boolean);
  const ofRun = run.runNumber > 0 && pageLink(run.url, `run ${run.runNumber}`);
  const which = notPassed.length > 0 ? pluralize(unnamed, 'more device') : 'the devices';
  return markup`<header>
<p class="where">${where.join(' · ')}${ofRun && markup` · ${ofRun}`}${run.attempt > 1 && `, attempt ${run.attempt}`}</p>
<h1><span>${text.icon}</span> ${cleanText(text.heading)}</h1>
${countBar(view)}${paragraph(capitalize(outcomeLine(view)))}${paragraph(comparisonLine(view))}${nextStep(view)}${
    unnamed > 0 && paragraph(`The service's result files do not list ${which} that did not pass.`)
  }${notes.length > 0 && markup`<ul class="notes">${notes.map((note) => markup`<li>${sentences(note)}</li>`)}</ul>`}
</header>
`;
}

function paragraph(content: Content): Content {
  return content !== '' && content !== undefined && markup`<p>${content}</p>\n`;
}

/** Passed, not passed, what does not count and not done in proportion. */
function countBar({ bar, report: { counts, testsets } }: ReportView): Content {
  if (!bar || counts.total === 0) return undefined;
  const open = unfinishedCount(counts);
  const excused = testsets.map(countExcused).reduce((sum, number) => sum + number, 0);
  const numbers = [counts.pass, counts.total - counts.pass - open - excused, excused, open];
  const widths = numbers.map((number) => (number * 1000) / counts.total);
  let x = 0;
  const parts = widths.map((width, at) => {
    const start = x;
    x += width;
    const className = ['p', 'f', 'u', 'w'][at] ?? '';
    return (
      width > 0 &&
      markup`<rect class="${className}" x="${Math.round(start)}" width="${Math.round(width)}" height="10"/>`
    );
  });
  const label = formatPassed(counts, testsets.length);
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">${parts}</svg>\n`;
}

/** Kinds of failures and duration, as in the summary. */
function outcomeLine({ report, kinds, took, only }: ReportView): string {
  const time = took && `took ${took}`.replaceAll(' ', '\u00a0');
  if (!only && report.testsets.length > 0) return joinPieces(' · ', [formatSeveral(report), time]);
  if (report.outcome === 'timed-out') return formatUnnamed(report.counts);
  return report.outcome === 'failed' || report.outcome === 'passed' ? joinPieces(' · ', [...kinds, time]) : '';
}

function comparisonLine({ report: { comparison, noBaselineOn }, changes }: ReportView): Content {
  if (noBaselineOn !== undefined) return `No earlier run on ${cleanText(noBaselineOn, 40)} to compare with`;
  if (!comparison || !changes) return undefined;
  const { branch, runNumber, runUrl } = comparison;
  const words = changes.map(({ words: change, mark, names }, at) => {
    const link = mark ? markup`<a href="#result=${mark}">${change}</a>` : change;
    return markup`${at > 0 && ' · '}${link}${names !== undefined && ` (${names})`}`;
  });
  const run = pageLink(runUrl, `${cleanText(branch, 40)}, run ${runNumber}`);
  return markup`Compared with ${run}: ${words}`;
}

const TEXT_LIMIT = 1000;

/** Plain words between backticks, such as names of inputs, become code. */
function sentences(text: string): Content {
  const parts = cleanText(text, TEXT_LIMIT).split(/`([a-z][a-z0-9.: -]*)`/iu);
  return parts.map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part));
}

function nextStep({ text: { onPage, attach } }: ReportView): Content {
  const next = joinPieces(' ', onPage);
  return [
    next !== '' && markup`<p class="next">${sentences(next)}</p>\n`,
    attach && markup`<p class="next">${sentences(attach.purpose)}:</p>\n`,
    attach && markup`<pre tabindex="0">with:\n  testset-id: ${attach.testsetIds.join(' ')}</pre>\n`,
  ];
}
