import { createHash } from 'node:crypto';

import { unfinishedCount } from '../model/counts.ts';
import { startOf, type AppInfo, type Report } from '../model/report.ts';
import { cleanText, webAddress } from '../model/text.ts';
import { countExcusedFailures, devicesOf } from '../model/verdict.ts';
import { formatDuration, formatLimit, joinPieces, pluralize } from '../model/words.ts';
import { formatRuns, sortByOutcome } from './facts.ts';
import { sumDeviceSeconds } from './devices.ts';
import { deviceTable, scrollTable } from './page-tables.ts';
import { escapeAttribute, join, link, Markup, markup, render, type Content } from './markup.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { compareWithBase, describeAppFile, formatSentence, nextStep } from './summary.ts';
import { scenarioColumns } from './scenario-table.ts';
import { describeUnnamed } from './summary-tables.ts';
import { quarantineColumns } from './quarantine.ts';
import type { Change, ReportView } from './view.ts';

/**
 * `report.html`: the report as one page that loads nothing and needs no script to be read. Its policy allows its own style and script
 * only, so that a browser runs nothing else even if a name were not escaped.
 */
export function* reportPage(view: ReportView): Generator<string> {
  for (const part of pageParts(view)) yield render(part, escapeAttribute);
}

function* pageParts(view: ReportView): Generator<Content> {
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
<title>${joinPieces(' · ', [view.text.heading, formatTime(report.endedAt).slice(0, DAY_LENGTH)])}</title>
<style>${new Markup([PAGE_STYLE])}</style>
</head>
<body>
${hasDevices && markup`<a class="skip" href="#all">Skip to all devices</a>\n`}<main>
${header(view)}`;
  yield emptySection(view);
  if (hasDevices) {
    yield markup`<section id="all"><h2>All devices</h2>\n`;
    yield* deviceTable(view);
    yield markup`</section>\n`;
  }
  if (view.uses.length > 0) yield quarantineSection(view);
  yield detailSection(view);
  yield markup`</main>\n${hasDevices && markup`<script>${new Markup([script])}</script>\n`}</body>\n</html>\n`;
}

function policy(style: string, script: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === '' ? `'none'` : hash(script);
  return `default-src 'none'; style-src ${hash(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

function header(view: ReportView): Markup {
  const { report, text, took, notes, unnamed } = view;
  const { run } = report;
  const where = [run.repository, run.workflow, run.job].map((name) => cleanText(name)).filter(Boolean);
  const ofRun = run.runNumber > 0 && markup` · ${link(webAddress(run.url), `run ${run.runNumber}`)}`;
  const attempt = run.attempt > 1 && `, attempt ${run.attempt}`;
  const compared = noBaseline(view) || compareWithBase(view, linkChange);
  const facts = paragraph(join(' · ', [took.replaceAll(' ', '\u00a0'), compared]));
  const next = nextStep(view);
  const missing = unnamed > 0 && paragraph(describeUnnamed(view));
  const items = notes.map((note) => markup`<li>${formatSentence(note)}</li>`);
  return markup`<header>
<p class="where">${where.join(' · ')}${ofRun}${attempt}</p>
<p class="where">${join(' · ', [describeTime(report), ...describeChange(run)])}</p>
<h1><span>${text.icon}</span> ${text.heading}</h1>
${countBar(view)}${facts}${next !== '' && markup`<p class="next">${next}</p>\n`}${missing}${items.length > 0 && markup`<ul class="notes">${items}</ul>`}
</header>
`;
}

/** `26 Nov 2026 14:05 to 14:10 UTC` */
function describeTime(report: Report): Content {
  const [from, to] = [formatTime(startOf(report)), formatTime(report.endedAt)];
  const isSameDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH);
  return markup`<time datetime="${report.endedAt}">${from} to ${isSameDay ? to.slice(DAY_LENGTH + 1) : to} UTC</time>`;
}

/** As in `26 Nov 2026`. */
const DAY_LENGTH = 11;

/** `26 Nov 2026 14:05`, in UTC. */
function formatTime(time: string): string {
  return new Date(time).toUTCString().slice(5, 22);
}

/** Event, pull request, branch and commit, with links. */
function describeChange({ event, pullRequest, branch, commit, commitUrl }: Report['run']): readonly Content[] {
  const short = cleanText(commit).slice(0, COMMIT_LENGTH);
  const title = pullRequest && cleanText(`#${pullRequest.number} ${pullRequest.title}`);
  return [
    cleanText(event),
    pullRequest && [
      link(webAddress(pullRequest.url), title),
      pullRequest.author !== '' && ` by ${cleanText(pullRequest.author)}`,
    ],
    branch !== '' && markup`branch <code>${cleanText(branch)}</code>`,
    short !== '' && link(webAddress(commitUrl), markup`commit <code>${short}</code>`),
  ];
}

function paragraph(content: Content): Content {
  return content !== '' && content !== undefined && markup`<p>${content}</p>\n`;
}

/** What passed, did not pass, does not count and is not done, in proportion. */
function countBar({ bar, report: { counts, testsets } }: ReportView): Content {
  if (!bar || counts.total === 0) return undefined;
  const [open, excused] = [unfinishedCount(counts), countExcusedFailures(testsets)];
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
  const label = `${formatRuns(counts.pass, { total: counts.total, testsets })} passed`;
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">${shown}</svg>\n`;
}

function noBaseline({ report: { noBaselineOn }, took, branch }: ReportView): Content {
  return noBaselineOn !== undefined && `${took === '' ? 'No' : 'no'} earlier run on ${branch} to compare with`;
}

/** A change with a link to its devices in the table. */
function linkChange({ words, mark, names }: Change): Content {
  const linked = mark ? markup`<a href="${`#result=${mark}`}">${words}</a>` : words;
  return [linked, names !== undefined && markup` (<bdi>${names}</bdi>)`];
}

/** Of several testsets, those without devices. */
function emptySection(view: ReportView): Content {
  const { testsets } = view.report;
  const empty = sortByOutcome(testsets).filter((testset) => devicesOf(testset).length === 0);
  if (testsets.length === 1 || empty.length === 0) return undefined;
  return markup`<section><h2>Without results</h2>\n${scrollTable('Without results', scenarioColumns(view), empty)}</section>\n`;
}

/** What came of each entry of the quarantine file. */
function quarantineSection({ uses, branch }: ReportView): Content {
  return markup`<section><h2>Quarantine</h2>\n${scrollTable('Quarantine', quarantineColumns(branch), uses)}</section>\n`;
}

const COMMIT_LENGTH = 12;

/** App, testset, request, limits and duration. */
function detailSection({ report, only, took }: ReportView): Markup {
  const { request, app, artifact } = report;
  const minutes = request.timeLimitMinutes;
  const busy = sumDeviceSeconds(report);
  const place = artifact ? link(webAddress(artifact.url), 'the artifact') : 'the result files';
  const entries: readonly (readonly [string, Content])[] = [
    ['Name', cleanText(request.name)],
    ['App', app && [describeAppFile(app), digest(app)]],
    ['Testset', only?.id],
    ['Scenario', only?.scenario],
    ['Project', request.projectId],
    ['Platform', request.osType],
    ['Time limit', minutes !== undefined && pluralize(minutes, 'minute')],
    ['Allowed', report.maxFailures > 0 && `max-failures ${formatLimit(report.maxFailures)}`],
    ['Duration', took],
    ['Device time', busy > 0 && formatDuration(busy)],
    ['All data', markup`report.json in ${place}`],
  ];
  const shown = entries.filter(([, content]) => content !== undefined && content !== false && content !== '');
  return markup`<section><h2>Details</h2>
<dl>${shown.map(([name, content]) => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>
</section>
`;
}

function digest({ sha256 }: AppInfo): Content {
  return sha256 !== undefined && markup` <code>sha256:${cleanText(sha256)}</code>`;
}
