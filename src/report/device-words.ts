import { MARKS } from '../model/history.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS, EXCUSES, hasPassed, type DeviceRun } from '../model/verdict.ts';
import { formatDuration, formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import { compareNumbered } from './devices.ts';
import { join, link, nowrap, type Content } from './markup.ts';
import type { ReportView } from './view.ts';

/** The icon of a device run that failed, or does not count. */
export function iconOf({ excuse }: DeviceRun): string {
  return excuse ? '🟨' : '❌';
}

/** What came before the last day of an entry that has ended. */
export const QUARANTINE_ENDED = 'quarantine ended ';

/** The word for a device run with the end of its quarantine. */
export function formatResult(view: ReportView, run: DeviceRun): string {
  return joinPieces(', ', [resultWord(view, run), run.expired && QUARANTINE_ENDED + run.expired.expires]);
}

/** The word for a device run: why it does not count, or its mark, its kind if kinds differ, or both. */
export function resultWord({ hasSeveralKinds }: ReportView, { excuse, result, mark }: DeviceRun): string {
  const { words } = excuse ? EXCUSES[excuse.kind] : DEVICE_LABELS[result];
  return joinPieces(', ', [(!mark || hasSeveralKinds) && words, mark && MARKS[mark].words]);
}

/** How a device did on the base branch: `passed 7 of 10, failed the last 3`; empty without earlier results. */
export function formatBefore({ past = [], result }: DeviceRun): string {
  if (past.length === 0) return '';
  const passed = past.filter((each) => each.passed).length;
  const failedLast = past.length - 1 - past.findLastIndex((each) => each.passed);
  const isStill = result !== 'passed' && passed > 0 && failedLast > 0 && passed + failedLast === past.length;
  const last = isStill && `failed the last ${failedLast > 1 ? failedLast : 'one'}`;
  return joinPieces(', ', [`passed ${passed} of ${past.length}`, last]);
}

/** Says how many devices no document names. */
export function describeUnlisted({ failed, excused, unlisted, areUnlistedStopped }: ReportView): string {
  const all = nounFor(unlisted, 'this device', 'these devices');
  const [noun, end] = areUnlistedStopped ? ['device', 'a user stopped'] : ['more device', 'failed'];
  const which = failed.length + excused.length > 0 ? `${pluralize(unlisted, noun)} that ${end}` : all;
  return `The results do not name ${which}.`;
}

/** Who has excused a device run, or how its runs ended; empty without an excuse. @param showDay shows the last day of an entry */
export function explainExcuse(run: DeviceRun, showDay = (day: string): Content => day): Content {
  const { excuse } = run;
  if (!excuse) return '';
  if (excuse.kind === 'quarantined') {
    const { reason, owner, expires } = excuse.entry;
    return join(' · ', [cleanText(reason), cleanText(owner), ['until ', showDay(cleanText(expires))]]);
  }
  const ends = [excuse.other, run].map((each) => {
    const verb = hasPassed(each) ? 'passed' : 'failed';
    return [`${verb} in `, link(each.link, `testset ${each.testset.id}`)];
  });
  return join(', ', ends);
}

/** `✅ 6 passed, the slowest LGE Nexus_5X in 5m 02s`; of all devices also their systems. @param passed the slowest first */
export function describePassed(passed: readonly DeviceRun[], total: number): string {
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

/** `5 failures on XIAOMI Redmi_Note_12`: the device that fails in most scenarios; empty if in fewer than three. */
export function nameSharedDevice({ shared: { devices } }: ReportView): string {
  const [[run, ...others] = []] = devices;
  return run ? `${formatNumber(others.length + 1)} failures on ${run.name}` : '';
}

/** `SAMSUNG Galaxy_A54 failed for the first time`, `LGE Nexus_5X failed, passed on main before` */
export function describeDevice({ branch }: { readonly branch: string }, run: DeviceRun): string {
  const { name, result, mark, past = [], expired, testset } = run;
  // A few results, or a failure among them, do not show that it is the first one.
  const isFirst = past.length >= MIN_BEFORE_FIRST && past.every(({ passed }) => passed) && !testset.retry;
  const hasVerb = mark && (mark !== 'new' || isFirst);
  const verb = hasVerb ? MARKS[mark].verb : DEVICE_LABELS[result].verb;
  const before = mark && !hasVerb && `passed on ${cleanText(branch, BRANCH_LIMIT)} before`;
  const ended = expired && `its quarantine ended on ${expired.expires}`;
  return joinPieces(', ', [`${cleanText(name, NAME_LIMIT)} ${verb}`, before, ended]);
}

/** From so many earlier results on, a failure may be the first one. */
const MIN_BEFORE_FIRST = 5;

/** Longest name, and longest branch, in a title, in UTF-16 units. */
const NAME_LIMIT = 54;
const BRANCH_LIMIT = 30;
