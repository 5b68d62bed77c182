import { isPassedOrFailed } from '../model/outcome.ts';
import { hasPassed, type DeviceRun } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import { compareNumbered } from './devices.ts';
import { fold, headRow, moreLine, row, table } from './blocks.ts';
import { join, link, markup, nowrap, type Column, type Content } from './markup.ts';
import { formatBefore, formatResult, iconOf, type ReportView } from './view.ts';

const OS: Column<DeviceRun> = { head: 'OS', cell: ({ os }) => nowrap(os) };

const TOOK: Column<DeviceRun> = {
  head: 'Took',
  cell: ({ seconds }) => nowrap(formatDuration(seconds)),
  align: 'right',
};

/** The devices that did not pass: at most `most` rows, then how many more there are. `rest` says where they are. */
export function notPassedTable(view: ReportView, most: number, rest: Content): readonly Content[] {
  const { report, notPassed, excused, unlisted, branch } = view;
  const all = [...notPassed, ...excused];
  const shown = all.slice(0, most);
  const columns: Column<DeviceRun>[] = [
    { head: 'Result', cell: (run) => nowrap(`${iconOf(run)} ${formatResult(view, run)}`) },
    {
      head: 'Device',
      cell: (run) => join(markup`<br>`, [markup`<strong>${linkDevice(run)}</strong>`, explainExcuse(run)]),
    },
    OS,
    TOOK,
  ];
  if (report.comparison) {
    columns.push({ head: nowrap(`Before, on ${branch}`), cell: (run) => nowrap(formatBefore(run) || '–') });
  }
  const lines = [...table(columns, shown), ...moreLine(all.length - shown.length, rest)];
  if (unlisted > 0) lines.push(markup`<p>${describeUnlisted(view)}</p>`);
  return lines;
}

/** Says how many devices no document names. */
export function describeUnlisted({ notPassed, excused, unlisted }: ReportView): string {
  const all = nounFor(unlisted, 'this device', 'these devices');
  const which = notPassed.length + excused.length > 0 ? `${pluralize(unlisted, 'more device')} that failed` : all;
  return `The results do not name ${which}.`;
}

/** Who has excused a device run, or how its runs ended; empty without an excuse. */
export function explainExcuse(run: DeviceRun): Content {
  const { excuse } = run;
  if (!excuse) return '';
  if (excuse.kind === 'quarantined') {
    const { reason, owner, expires } = excuse.entry;
    return [reason, owner, `until ${expires}`].map((text) => cleanText(text)).join(' · ');
  }
  const ends = [excuse.other, run].map((each) => {
    const verb = hasPassed(each) ? 'passed' : 'failed';
    return [`${verb} in `, link(each.link, `testset ${each.testset.id}`)];
  });
  return join(', ', ends);
}

/** Longer words would widen the column on a phone. */
const LONG_WORD = /\S{25,}/gu;

/** The device with a line break in long words, as a link to its result page. */
function linkDevice(run: DeviceRun): Content {
  const parts = run.name.replace(LONG_WORD, (word) => word.replace(/^(.{0,22}[_.-])(?=.)/u, '$1\n')).split('\n');
  return link(run.link, join(markup`<br>`, parts));
}

/** The folded devices that passed, the slowest first, within about `limitBytes` bytes. */
export function passedTable(
  { report, passed, all }: ReportView,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  // Where status and results disagree, no device is said to have passed.
  const isCertain = isPassedOrFailed(report.outcome) && report.testsets.every(({ isConfirmed }) => isConfirmed);
  if (passed.length === 0 || !isCertain) return [];
  const columns = [{ head: 'Device', cell: linkDevice }, OS, TOOK];
  const folded = {
    title: describePassedRuns(passed, all.length),
    begin: markup`<table>${headRow(columns)}`,
    items: passed,
    render: (run: DeviceRun) => row(columns, run),
    end: markup`</table>`,
  };
  return fold(folded, limitBytes, rest);
}

/** `✅ 6 passed, the slowest LGE Nexus_5X in 5m 02s`; of all devices also their systems. @param passed the slowest first */
export function describePassedRuns(passed: readonly DeviceRun[], total: number): string {
  const [slowest] = passed;
  const time = formatDuration(slowest?.seconds);
  const last = time && joinPieces(' ', [passed.length > 1 && 'the slowest', slowest?.name, 'in', nowrap(time)]);
  const counted =
    passed.length < total
      ? [`${formatNumber(passed.length)} passed`]
      : [pluralize(passed.length, 'device'), describeSystems(passed)];
  return `✅ ${joinPieces(', ', [...counted, last])}`;
}

/** `ANDROID 8.1 to 15`; empty if that cannot be said of all. */
function describeSystems(runs: readonly DeviceRun[]): string {
  const systems = [...new Set(runs.map(({ os }) => os))].sort(compareNumbered);
  const parsed = systems.map((os) => /^(.*\S) (\d+(?:\.\d+)*)$/u.exec(os) ?? []);
  const [, family] = parsed[0] ?? [];
  if (family === undefined || parsed.some(([, other]) => other !== family)) return '';
  const [first = '', last = ''] = [parsed[0], parsed.at(-1)].map((system) =>
    system?.[2]?.split('.').slice(0, 2).join('.').replace(/\.0$/, ''),
  );
  return joinPieces(' ', [family, first, first !== last && `to ${last}`]);
}
