import { createHash } from 'node:crypto';

import { formatJob } from '../model/job-name.ts';
import { describeInputs, type Report } from '../model/report.ts';
import { cleanText, webAddress } from '../model/text.ts';
import { hasPassed, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import { capitalize, formatDuration, formatLimit, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { describePassed, describeUnlisted, nameSharedDevice } from './device-words.ts';
import { sumDeviceSeconds, testsetKey } from './devices.ts';
import { nameSubject, sortByOutcome, startOf } from './facts.ts';
import { escapeAttribute, hasContent, join, link, Markup, markup, nowrap, render, type Content } from './markup.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { deviceTable, filterForm, plainTable } from './page-tables.ts';
import { quarantineColumns } from './quarantine.ts';
import { compareWithBase, describeApp, describeBar, formatSentence, nameCommit, nextStep } from './report-words.ts';
import { describePassedTestsets, explainTestset, nameTestset, sortBySeconds, systemsOf } from './testset-words.ts';
import { describeTestset, passedOnAllDevices, type ReportView } from './view.ts';

/** `report.html`: one page that loads nothing. By its policy a browser runs nothing else even if a name were not escaped. */
export function* reportPage(view: ReportView): Generator<string> {
  for (const part of pageParts(view)) yield render(part, escapeAttribute);
}

/** From so many device runs on, there are filters. */
const MIN_FILTERED = 12;
/** From so many device runs on, those that passed are folded. */
const MIN_FOLDED = 30;

function* pageParts(view: ReportView): Generator<Content> {
  const { report, notes } = view;
  const hasFilter = view.all.length >= MIN_FILTERED;
  const script = hasFilter ? PAGE_SCRIPT : '';
  yield markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(PAGE_STYLE, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${joinPieces(' · ', [view.text.heading, formatTime(report.endedAt).day])}</title>
<style>${new Markup([PAGE_STYLE])}</style>
</head>
<body>
<main>
${header(view)}${hasFilter && filterForm(view)}`;
  if (view.only) yield* deviceRows(view, view.all, 'devices');
  else yield* testsetSections(view);
  if (notes.length > 0)
    yield markup`<ul class="notes">${notes.map((note) => markup`<li>${formatSentence(note)}</li>`)}</ul>`;
  if (view.uses.length > 0) yield quarantineSection(view);
  yield detailSection(view);
  yield markup`</main>\n${hasFilter && markup`<script>${new Markup([script])}</script>\n`}</body>\n</html>\n`;
}

function policy(style: string, script: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = script === '' ? `'none'` : hash(script);
  return `default-src 'none'; style-src ${hash(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

function header(view: ReportView): Markup {
  const { report, text, took, unlisted } = view;
  const { run } = report;
  const where = [
    cleanText(formatJob(run)),
    run.runNumber > 0 && linkRun(run),
    describeTime(report),
    ...describeChange(report),
    describeInputs(run),
  ];
  const noBaseline = `${took === '' ? 'No' : 'no'} earlier run on ${view.branch} to compare with`;
  const compared = report.noBaselineOn === undefined ? compareWithBase(view) : noBaseline;
  const facts = join(' · ', [nowrap(took), nameSharedDevice(view), compared]);
  const bar = drawBar(view);
  return markup`<header>
<h1><span>${text.icon}</span> ${text.heading}</h1>
<p class="where">${join(' · ', where)}</p>
${(bar || facts !== '') && markup`<p class="facts">${bar}${facts}</p>\n`}${paragraph(nextStep(view))}${paragraph(unlisted > 0 && describeUnlisted(view))}</header>
`;
}

function linkRun({ url, jobUrl = url, runNumber, attempt }: Report['run']): Content {
  const words = [nowrap(`run ${runNumber}`), attempt > 1 && nowrap(`attempt ${attempt}`)];
  return link(webAddress(jobUrl), joinPieces(', ', words));
}

function describeTime(report: Report): Content {
  const [from, to] = [formatTime(startOf(report)), formatTime(report.endedAt)];
  const end = from.day === to.day ? to.clock : `${to.day} ${to.clock}`;
  const span = end === from.clock ? end : `${from.clock} to ${end}`;
  return markup`<time datetime="${report.endedAt}">${from.day} ${span} UTC</time>`;
}

/** `26 Nov 2026` and `14:05`, in UTC. */
function formatTime(time: string): Readonly<Record<'day' | 'clock', string>> {
  const text = new Date(time).toUTCString();
  return { day: text.slice(5, 16), clock: text.slice(17, 22) };
}

/** Pull request or branch, a stored app, and the commit, with links; the name of the testset where the commit is not known. */
function describeChange(report: Report): readonly Content[] {
  const { run, request, app } = report;
  const { pullRequest, branch, commitUrl } = run;
  const commit = nameCommit(report);
  return [
    pullRequest
      ? link(webAddress(pullRequest.url), cleanText(`#${pullRequest.number} ${pullRequest.title}`))
      : branch !== '' && `branch ${cleanText(branch)}`,
    app?.kind === 'stored' && describeApp(app),
    commit === '' ? cleanText(request.name) : link(webAddress(commitUrl), nowrap(commit)),
  ];
}

function paragraph(content: Content): Content {
  return hasContent(content) && markup`<p class="next">${content}</p>\n`;
}

function drawBar({ bar }: ReportView): Content {
  if (bar.length === 0) return undefined;
  const total = bar.reduce((sum, { number }) => sum + number, 0);
  let x = 0;
  const shown = bar.map(({ className, number }) => {
    const [start, width] = [x, (number * 1000) / total];
    x += width;
    return markup`<rect class="${className}" x="${Math.round(start)}" width="${Math.round(width)}" height="10"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${describeBar(bar)}">${shown}</svg>\n`;
}

/** Device runs: those that failed or do not count, then those that passed, from 30 on in the report folded. */
function* deviceRows(view: ReportView, runs: readonly DeviceRun[], of: string): Generator<Content> {
  const isGood = (run: DeviceRun): boolean => hasPassed(run) && !run.excuse;
  const passed = runs.filter(isGood);
  yield* deviceTable(
    view,
    runs.filter((run) => !isGood(run)),
    `${capitalize(of)} that failed or do not count`,
  );
  if (passed.length === 0) return;
  const title = passed.some(({ isUnconfirmed }) => isUnconfirmed)
    ? `⚠️ ${formatNumber(passed.length)} passed`
    : describePassed(passed, runs.length);
  yield* folded(view, title, deviceTable(view, passed, `${capitalize(of)} that passed`));
}

function* folded({ all }: ReportView, title: string, rows: Iterable<Content>): Generator<Content> {
  yield markup`<details${all.length < MIN_FOLDED && new Markup([' open'])}><summary>${title}</summary>\n`;
  yield* rows;
  yield markup`</details>\n`;
}

/** A section for each testset of which something failed, has no result or does not count, then all others in one list. */
function* testsetSections(view: ReportView): Generator<Content> {
  const runsOf = Map.groupBy(view.all, ({ testset }) => testsetKey(testset));
  const find = (testset: TestVerdict): readonly DeviceRun[] => runsOf.get(testsetKey(testset)) ?? [];
  const { false: others = [], true: passed = [] } = Object.groupBy(
    sortByOutcome(view.report.testsets),
    (testset) => `${passedOnAllDevices(testset)}` as const,
  );
  for (const testset of others) {
    const name = nameTestset(testset);
    const { icon, heading } = describeTestset(view.report, testset);
    yield markup`<section class="part"><h2>${icon} ${capitalize(name)} · ${heading}</h2>\n${paragraph(explainTestset(view, testset))}`;
    yield* deviceRows(view, find(testset), `devices of ${name}`);
    yield markup`</section>\n`;
  }
  if (passed.length === 0) return;
  const sorted = sortBySeconds(passed);
  const label = `${capitalize(nameSubject(passed))}s that passed`;
  yield* folded(view, describePassedTestsets(sorted), deviceTable(view, sorted.flatMap(find), label, true));
}

function quarantineSection({ uses, branch }: ReportView): Content {
  return markup`<section><h2>Quarantine</h2>\n${plainTable('Quarantine', quarantineColumns(uses, branch), uses)}</section>\n`;
}

function detailSection({ report, only }: ReportView): Markup {
  const { request, app, run } = report;
  const minutes = request.timeLimitMinutes;
  const busy = sumDeviceSeconds(report);
  const place = ['the result files', run.runNumber > 0 && [' of ', linkRun(run)]];
  const entries: readonly (readonly [string, Content])[] = [
    ['Name', cleanText(request.name)],
    ['App', app && describeApp(app)],
    ['Testset', only?.id],
    ['Scenario', only?.scenario],
    ['Project', request.projectId],
    ['OS', request.kind === 'attached' ? systemsOf(report.testsets) : request.osType],
    ['Time limit', minutes !== undefined && pluralize(minutes, 'minute')],
    ['Allowed', report.maxFailures > 0 && `max-failures: ${formatLimit(report.maxFailures)}`],
    ['Device time', busy > 0 && formatDuration(busy)],
    ['All data', markup`report.json in ${place}`],
  ];
  const shown = entries.filter(([, content]) => hasContent(content));
  return markup`<section><h2>Details</h2>
<dl>${shown.map(([name, content]) => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>
</section>
`;
}
