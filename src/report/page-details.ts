import { formatVersion, listRequirements } from '../model/app-facts.ts';
import { agreesWith, SOURCE_NAMES, type AppInfo, type Report, type ResultSource } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatLimit, formatNumber, formatSize, joinPieces, pluralize } from '../model/words.ts';
import { deviceSeconds } from './devices.ts';
import { markup, type Content, type Markup } from './markup.ts';
import { pageLink } from './page-run.ts';
import { STATE_WORDS } from './source-table.ts';
import type { ReportView } from './view.ts';

const COMMIT_LENGTH = 12;

/** App, testset, request, limits and duration, and the sources of the results. */
export function detailSection(view: ReportView, sources: Markup | undefined): Markup {
  const { report, only, took } = view;
  const { request, limits, app, artifact } = report;
  const busy = deviceSeconds(report);
  const limit = ([kind, number]: [string, number]): string => `max-${kind} ${formatLimit(number)}`;
  const entries: readonly (readonly [string, Content])[] = [
    ['Name', cleanText(request.name)],
    ['App', app && describeApp(app)],
    ['Testset', only?.id],
    ['Scenario', only?.scenario],
    ['Project', request.projectId],
    ['Platform', request.osType],
    ['Time limit', request.timeLimitMinutes !== undefined && pluralize(request.timeLimitMinutes, 'minute')],
    ['Allowed', joinPieces(', ', Object.entries(limits).map(limit))],
    [
      'Commit',
      report.run.commit !== '' && markup`<code>${cleanText(report.run.commit).slice(0, COMMIT_LENGTH)}</code>`,
    ],
    ['Duration', took],
    ['Device time', busy > 0 && formatDuration(busy)],
    ['All data', markup`${'report.json'} in ${artifact ? pageLink(artifact.url, 'the artifact') : 'the result files'}`],
  ];
  const shown = entries.filter(([, content]) => content !== undefined && content !== false && content !== '');
  return markup`<section><h2>Details</h2>
<dl>${shown.map(([name, content]) => markup`<div><dt>${name}</dt><dd>${content}</dd></div>\n`)}</dl>
${sources && markup`<h3>Sources of the results</h3>\n${sources}`}</section>
`;
}

function describeApp({ name, bytes, sha256, inspection }: AppInfo): Content {
  const title = joinPieces(' ', [inspection?.name ?? cleanText(name), inspection && formatVersion(inspection)]);
  const requirements = inspection ? listRequirements(inspection) : [];
  const words = joinPieces(', ', [title, bytes > 0 && formatSize(bytes), ...requirements]);
  return [words, sha256 !== undefined && markup` <code>sha256:${cleanText(sha256)}</code>`];
}

const MAX_SOURCES = 50;

/** What each source of results shows: of the only testset, or of those whose sources do not agree. */
export function sourceTable(testsets: Report['testsets']): Markup | undefined {
  const hasSeveral = testsets.length > 1;
  const shown = testsets.filter(({ sources }) => sources.length > 0 && !(hasSeveral && areAlike(sources)));
  if (shown.length === 0) return undefined;
  const rows = shown
    .slice(0, MAX_SOURCES)
    .flatMap(({ id, sources }) =>
      sources.map(
        (source) =>
          markup`<tr>${hasSeveral && markup`<td>${id}</td>`}<th scope="row">${SOURCE_NAMES[source.source]}</th>${figures(source)}</tr>\n`,
      ),
    );
  return markup`<div class="scroll" role="region" aria-label="Sources of the results" tabindex="0"><table>
<thead><tr>${hasSeveral && markup`<th scope="col">Testset</th>`}<th scope="col">Source</th><th scope="col">Passed</th><th scope="col">Not passed</th></tr></thead>
<tbody>${rows}</tbody></table></div>
${shown.length > MAX_SOURCES && markup`<p>${formatNumber(shown.length - MAX_SOURCES)} more testsets are in report.json.</p>`}`;
}

function figures({ state, passed, notPassed, why }: ResultSource): Markup {
  if (state === 'read') return markup`<td>${formatNumber(passed)}</td><td>${formatNumber(notPassed)}</td>`;
  return markup`<td colspan="2">${joinPieces(': ', [STATE_WORDS[state], cleanText(why)])}</td>`;
}

function areAlike([status, ...documents]: readonly ResultSource[]): boolean {
  return status !== undefined && documents.length > 0 && documents.every((document) => agreesWith(status, document));
}
