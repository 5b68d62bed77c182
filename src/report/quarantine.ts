import type { PastResult } from '../model/history.ts';
import { daysUntil, nearestEntry, quarantinesOfDevices, type QuarantineEntry } from '../model/quarantine.ts';
import type { Report } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { hasPassed, type DeviceRun } from '../model/verdict.ts';
import { formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import type { FilePlace } from '../runtime/log.ts';
import type { DeviceRuns } from './devices.ts';
import { nowrap, type Column } from './markup.ts';

/** An entry of the quarantine file that is valid today, and what came of it. */
export interface QuarantineUse {
  readonly entry: QuarantineEntry;
  readonly runs: readonly DeviceRun[];
  readonly excused: number;
  /** After today; 0 on its last day. */
  readonly daysLeft: number;
}

/** What came of each entry, in the order of the file; empty without a file. */
export function listUses({ quarantine, endedAt }: Report, { all }: Pick<DeviceRuns, 'all'>): readonly QuarantineUse[] {
  if (!quarantine) return [];
  const runsByEntry = groupRuns(quarantine.entries, all);
  return quarantine.entries.map((entry) => {
    const runs = runsByEntry.get(entry) ?? [];
    const excused = runs.filter(({ excuse }) => excuse?.kind === 'quarantined' && excuse.entry.line === entry.line);
    return { entry, runs, excused: excused.length, daysLeft: daysUntil(entry, new Date(endedAt)) };
  });
}

function groupRuns(entries: readonly QuarantineEntry[], all: readonly DeviceRun[]): Map<QuarantineEntry, DeviceRun[]> {
  const found = new Map<QuarantineEntry, DeviceRun[]>(entries.map((entry) => [entry, []]));
  for (const [scenario, runs] of Map.groupBy(all, ({ testset }) => testset.scenario)) {
    const find = quarantinesOfDevices(entries, scenario);
    for (const run of runs) for (const entry of find(run.device)) found.get(entry)?.push(run);
  }
  return found;
}

/** Failures whose entries are missed are explained for so many devices. */
const MAX_EXPLAINED = 10;

/** Why failures count although an entry looks as if it were for them: a sentence, and the line of the file. */
export function listQuarantineNotes(
  { quarantine }: Report,
  { failed }: Pick<DeviceRuns, 'failed'>,
  uses: readonly QuarantineUse[],
): readonly { readonly words: string; readonly place: FilePlace }[] {
  if (!quarantine) return [];
  const { path: file } = quarantine;
  const unused = uses.filter(({ runs }) => runs.length === 0).map(({ entry }) => entry);
  return failed.slice(0, MAX_EXPLAINED).flatMap((run) => {
    const {
      expired: ended,
      testset: { scenario },
    } = run;
    const what = joinPieces(', ', [cleanText(run.device), scenario !== undefined && `scenario ${scenario}`]);
    if (ended) {
      const words = `${what}: its quarantine ended on ${ended.expires}, so the failure counts. Fix the failure, or extend the entry in line ${ended.line} of ${file} (${ended.owner}).`;
      return [{ words, place: { file, line: ended.line } }];
    }
    const near = nearestEntry(unused, run.device);
    if (!near) return [];
    const words = `No quarantine entry matches ${what}. Nearest: ${nameEntry(near)}.`;
    return [{ words, place: { file, line: near.line } }];
  });
}

/** `Quarantine: 3 entries, 1 to remove` */
export function titleUses(uses: readonly QuarantineUse[]): string {
  const healed = uses.filter(isHealed).length;
  const entries = pluralize(uses.length, 'entry', 'entries');
  return `Quarantine: ${joinPieces(', ', [entries, healed > 0 && `${formatNumber(healed)} to remove`])}`;
}

/** The table of entries: what they are for, what they did in this run and before, and how long they last. */
export function quarantineColumns(uses: readonly QuarantineUse[], branch: string): readonly Column<QuarantineUse>[] {
  const before = { head: joinPieces(', on ', ['Before', branch]), cell: describePast };
  return [
    { head: 'Entry', cell: ({ entry }) => nameEntry(entry), isHead: true },
    { head: 'This run', cell: describeUse },
    ...(uses.some(({ runs }) => runs.some(({ past }) => past)) ? [before] : []),
    { head: 'Time left', cell: ({ daysLeft }) => nowrap(daysLeft > 0 ? pluralize(daysLeft, 'day') : 'last day') },
    { head: 'Owner', cell: ({ entry: { owner } }) => cleanText(owner) },
  ];
}

function nameEntry({ device = 'all devices', scenarios = [], line }: QuarantineEntry): string {
  const ofScenarios = scenarios.length > 0 && `${nounFor(scenarios.length, 'scenario')} ${scenarios.join(', ')}`;
  return joinPieces(', ', [`Line ${line}: ${cleanText(device)}`, ofScenarios]);
}

function describeUse({ runs, excused }: QuarantineUse): string {
  if (runs.length === 0) return 'no device';
  if (runs.every(hasPassed)) return runs.length === 1 ? 'passed' : `all ${formatNumber(runs.length)} passed`;
  return `excused ${formatNumber(excused)} of ${pluralize(runs.length, 'result')}`;
}

/** So many earlier results must have passed before an entry is said to be of no use. */
const HEALED = 10;

/** Whether all devices of an entry have passed for long: one without a whole history may still fail. */
function isHealed({ entry: { scenarios = [] }, runs }: QuarantineUse): boolean {
  const hasHealed = ({ past = [], ...run }: DeviceRun): boolean =>
    hasPassed(run) && past.length >= HEALED && past.every(isSteadyPass);
  const haveRun = scenarios.every((scenario) => runs.some(({ testset }) => testset.scenario === scenario));
  return runs.length > 0 && haveRun && runs.every(hasHealed);
}

function isSteadyPass({ passed, flaky }: PastResult): boolean {
  return passed && !flaky;
}

function describePast(use: QuarantineUse): string {
  const past = use.runs.flatMap((run) => run.past ?? []);
  if (past.length === 0) return '–';
  const passed = past.filter(isSteadyPass).length;
  const share = `passed ${formatNumber(passed)} of ${formatNumber(past.length)}`;
  return joinPieces(': ', [share, isHealed(use) && 'remove it']);
}
