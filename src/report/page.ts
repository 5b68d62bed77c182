import { createHash } from 'node:crypto';

import { formatMinimumOs } from '../model/app-facts.ts';
import { FAILURE_KINDS, unfinishedCount } from '../model/counts.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import type { AppInfo, Report } from '../model/report.ts';
import { areConfirmed, type ResultSource } from '../model/sources.ts';
import { cleanText } from '../model/text.ts';
import { webAddress } from '../model/web-address.ts';
import { sourcesOf } from '../model/testset.ts';
import {
  capitalize,
  formatDuration,
  formatLimit,
  formatNumber,
  formatSize,
  joinPieces,
  pluralize,
} from '../model/words.ts';
import { sumDeviceSeconds } from './devices.ts';
import { splitCode } from './html.ts';
import { deviceTable } from './page-devices.ts';
import { resultGrid } from './page-grid.ts';
import { Markup, markup, pageLink, type Content } from './page-parts.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { describeFailedSoFar, describeRuns, formatPassed, nameApp, STATE_WORDS, sumExcused } from './phrases.ts';
import { attachSnippet } from './summary.ts';
import { describeUnnamed, SOURCE_TITLES } from './summary-tables.ts';
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
  const hasDevices = view.all.length > 0;
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
  if (hasDevices) {
    yield markup`<section><h2>All devices</h2>\n`;
    yield* deviceTable(view);
    yield markup`</section>\n`;
  }
  yield detailSection(view, !isDoubtful && sources);
  yield markup`</main>\n${hasDevices && markup`<script>${new Markup(script)}</script>\n`}</body>\n</html>\n`;
}

function policy(style: string, script: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === '' ? `'none'` : hash(script);
  return `default-src 'none'; style-src ${hash(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

function header(view: ReportView): Markup {
  const { report, text, notes, unnamed } = view;
  const { run } = report;
  const where = [run.repository, run.workflow, run.job].map((name) => cleanText(name)).filter(Boolean);
  const ofRun = run.runNumber > 0 && markup` · ${pageLink(webAddress(run.url), `run ${run.runNumber}`)}`;
  const attempt = run.attempt > 1 && `, attempt ${run.attempt}`;
  const lines = [capitalize(describeOutcome(view)), compareWithBase(view)].map(paragraph);
  const missing = unnamed > 0 && paragraph(describeUnnamed(view));
  const items = notes.map((note) => markup`<li>${formatCode(note)}</li>`);
  return markup`<header>
<p class="where">${where.join(' · ')}${ofRun}${attempt}</p>
<h1><span>${text.icon}</span> ${cleanText(text.heading)}</h1>
${countBar(view)}${lines}${nextStep(view)}${missing}${items.length > 0 && markup`<ul class="notes">${items}</ul>`}
</header>
`;
}

function paragraph(content: Content): Content {
  return content !== '' && content !== undefined && markup`<p>${content}</p>\n`;
}

/** What passed, did not pass, does not count and is not done, in proportion. */
function countBar({ bar, report: { counts, testsets } }: ReportView): Content {
  if (!bar || counts.total === 0) return undefined;
  const open = unfinishedCount(counts);
  const excused = sumExcused(testsets);
  const parts = [
    { className: 'p', number: counts.pass },
    { className: 'f', number: counts.total - counts.pass - open - excused },
    { className: 'u', number: excused },
    { className: 'w', number: open },
  ];
  let x = 0;
  const shown = parts.map(({ className, number }) => {
    const width = (number * 1000) / counts.total;
    const start = Math.round(x);
    x += width;
    return width > 0 && markup`<rect class="${className}" x="${start}" width="${Math.round(width)}" height="10"/>`;
  });
  const label = formatPassed(counts, testsets.length);
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">${shown}</svg>\n`;
}

/** Kinds of failures and duration, as in the summary. */
function describeOutcome({ report, kinds, took }: ReportView): string {
  const time = took && `took ${took}`.replaceAll(' ', '\u00a0');
  if (report.testsets.length > 1) return joinPieces(' · ', [describeRuns(report), time]);
  if (report.outcome === 'timed-out') return describeFailedSoFar(report.counts);
  if (isPassedOrFailed(report.outcome)) return joinPieces(' · ', [...kinds, time]);
  return '';
}

function compareWithBase({ report: { comparison, noBaselineOn }, changes, branch }: ReportView): Content {
  if (noBaselineOn !== undefined) return `No earlier run on ${branch} to compare with`;
  if (!comparison || !changes) return undefined;
  const listed = changes.map(({ words, mark, names }, at) => {
    const link = mark ? markup`<a href="#result=${mark}">${words}</a>` : words;
    return markup`${at > 0 && ' · '}${link}${names !== undefined && ` (${names})`}`;
  });
  const run = pageLink(webAddress(comparison.runUrl), `${branch}, run ${comparison.runNumber}`);
  return markup`Compared with ${run}: ${listed}`;
}

const TEXT_LIMIT = 1000;

/** Words between backticks, such as names of inputs and commands, become code. */
function formatCode(text: string): Content {
  const parts = splitCode(cleanText(text, TEXT_LIMIT));
  return parts.map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part));
}

function nextStep(view: ReportView): Content {
  const next = joinPieces(' ', view.text.onPage);
  const snippet = attachSnippet(view);
  return [
    next !== '' && markup`<p class="next">${formatCode(next)}</p>\n`,
    snippet && markup`<p class="next">${formatCode(snippet.purpose)}:</p>\n`,
    snippet && markup`<pre tabindex="0">${snippet.yaml}</pre>\n`,
  ];
}

const COMMIT_LENGTH = 12;

/** App, testset, request, limits and duration, and the sources of the results. */
function detailSection({ report, only, took }: ReportView, sources: Markup | false | undefined): Markup {
  const { request, app, artifact, run } = report;
  const minutes = request.timeLimitMinutes;
  const busy = sumDeviceSeconds(report);
  const limits = FAILURE_KINDS.map(({ kind }) => `max-${kind} ${formatLimit(report.limits[kind])}`);
  const commit = cleanText(run.commit).slice(0, COMMIT_LENGTH);
  const place = artifact ? pageLink(webAddress(artifact.url), 'the artifact') : 'the result files';
  const entries: readonly (readonly [string, Content])[] = [
    ['Name', cleanText(request.name)],
    ['App', app && describeApp(app)],
    ['Testset', only?.id],
    ['Scenario', only?.scenario],
    ['Project', request.projectId],
    ['Platform', request.osType],
    ['Time limit', minutes !== undefined && pluralize(minutes, 'minute')],
    ['Allowed', limits.join(', ')],
    ['Commit', commit !== '' && markup`<code>${commit}</code>`],
    ['Duration', took],
    ['Device time', busy > 0 && formatDuration(busy)],
    ['All data', markup`report.json in ${place}`],
  ];
  const shown = entries.filter(([, content]) => content !== undefined && content !== false && content !== '');
  return markup`<section><h2>Details</h2>
<dl>${shown.map(([name, content]) => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>
${sources && markup`<h3>Sources of the results</h3>\n${sources}`}</section>
`;
}

function describeApp(app: AppInfo): Content {
  const { bytes, sha256, inspection } = app;
  const words = joinPieces(', ', [nameApp(app), bytes > 0 && formatSize(bytes), formatMinimumOs(inspection ?? {})]);
  return [words, sha256 !== undefined && markup` <code>sha256:${cleanText(sha256)}</code>`];
}

const MAX_SOURCES = 50;

/** What each source of results shows: of the only testset, or of those whose sources do not agree. */
function sourceTable(testsets: Report['testsets']): Markup | undefined {
  const hasSeveral = testsets.length > 1;
  const all = testsets.map((testset) => ({ id: testset.id, sources: sourcesOf(testset) }));
  const shown = all.filter(({ sources }) => sources.length > 0 && !(hasSeveral && areConfirmed(sources)));
  if (shown.length === 0) return undefined;
  const rows = shown.slice(0, MAX_SOURCES).flatMap(({ id, sources }) => {
    const idCell = hasSeveral && markup`<td>${id}</td>`;
    return sources.map((source) => sourceRow(source, idCell));
  });
  const more = shown.length - MAX_SOURCES;
  const heads = ['Testset', 'Source', 'Passed', 'Did not pass'].slice(hasSeveral ? 0 : 1);
  return markup`<div class="scroll" role="region" aria-label="Sources of the results" tabindex="0"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>
${more > 0 && markup`<p>${formatNumber(more)} more testsets are in report.json.</p>`}`;
}

function sourceRow({ source, state, passed, notPassed, why }: ResultSource, idCell: Content): Markup {
  const head = markup`${idCell}<th scope="row">${SOURCE_TITLES[source]}</th>`;
  if (state !== 'read') {
    const words = joinPieces(': ', [STATE_WORDS[state], cleanText(why)]);
    return markup`<tr>${head}<td colspan="2">${words}</td></tr>\n`;
  }
  return markup`<tr>${head}<td>${formatNumber(passed)}</td><td>${formatNumber(notPassed)}</td></tr>\n`;
}
