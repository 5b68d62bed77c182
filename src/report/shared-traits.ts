import { isNotCreated } from '../model/outcome.ts';
import { UNNAMED } from '../model/results.ts';
import { truncate } from '../model/text.ts';
import { countUnlisted, devicesOf, hasPassed, listRan, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import { formatNumber } from '../model/words.ts';

/** What the failures of some testsets have in common. Names are cleaned, not escaped. */
export interface SharedTraits {
  /** `3 of 3 with ANDROID 14, all SAMSUNG`; of new failures alone `3 of 3 new with ANDROID 14`; empty without traits. */
  readonly words: string;
  /** What these failures have and no other device run has: a version or range of an OS, a maker, or both. */
  readonly traits: readonly string[];
  /** The failures of each device that failed in three scenarios or more, the most first. */
  readonly devices: readonly (readonly DeviceRun[])[];
}

/** So many devices must have failed, or a device in so many scenarios. */
const MIN_FAILURES = 3;
/** Random failures share a trait too often: of 7 devices in up to 3.7 % of draws, of 8 in 2.5 %, with ranges of 8 in 3.7 %. */
const MIN_DEVICES = 8;
const MIN_DEVICES_FOR_RANGE = 12;
const MAKER_LIMIT = 30;

/** Finds what failures share that count and were tested; traits only where it is known how every device ended. */
export function findSharedTraits(testsets: readonly TestVerdict[]): SharedTraits {
  const runs = testsets.flatMap(devicesOf);
  const ran = new Set(testsets.flatMap((testset) => listRan(devicesOf(testset))));
  const isTested = (run: DeviceRun) => run.result !== 'stopped' && ran.has(run);
  const counted = runs.filter((run) => !hasPassed(run) && !run.excuse && run.device !== UNNAMED);
  const failed = counted.filter(isTested);
  const byDevice = [...Map.groupBy(failed, ({ device }) => device).values()].sort((a, b) => b.length - a.length);
  const devices = byDevice.filter((all) => new Set(all.map(({ testset }) => testset)).size >= MIN_FAILURES);
  const areMarked = counted.every((run) => run.mark && (run.mark !== 'new' || isTested(run)));
  const fresh = areMarked ? failed.filter(({ mark }) => mark === 'new') : [];
  const isKnown = runs.some(hasPassed) && testsets.every(namesEveryDevice);
  for (const some of isKnown ? [failed, fresh] : []) {
    const { version, maker } = findTraits(some, runs);
    const traits = [version, maker].filter((trait) => trait !== undefined);
    const share = `${formatNumber(some.length)} of ${formatNumber(some.length)}${some === fresh ? ' new' : ''}`;
    const words = `${share} ${version ? 'with' : 'from'} ${traits.join(', all ')}`;
    if (traits.length > 0) return { words, traits, devices };
  }
  return { words: '', traits: [], devices };
}

/** What these device runs have, and no other. */
function findTraits(some: readonly DeviceRun[], all: readonly DeviceRun[]): { version?: string; maker?: string } {
  // Several testsets may run on one device; in one testset, two devices may have the same name.
  const areTogether = all.every(({ testset }) => testset === all[0]?.testset);
  const count = (of: readonly DeviceRun[]) => (areTogether ? of.length : new Set(of.map(({ device }) => device)).size);
  const [first] = some;
  if (!first || count(some) < MIN_FAILURES || count(all) < MIN_DEVICES) return {};
  const { system, maker } = readTraits(first);
  const majors = some.map((run) => readTraits(run).major).sort((a, b) => a - b);
  const [oldest = NaN, newest = NaN] = [majors[0], majors.at(-1)];
  const own = new Set(some);
  const isOwn = (has: (its: ReturnType<typeof readTraits>) => boolean) =>
    all.every((run) => has(readTraits(run)) === own.has(run));
  const spans = (from: number, to: number) =>
    isOwn((its) => its.system === system && its.major >= from && its.major <= to);
  const mayBeRange = count(all) >= MIN_DEVICES_FOR_RANGE && !spans(0, Infinity);
  let range: string | undefined;
  if (spans(newest, newest)) range = `${newest}`;
  else if (mayBeRange && spans(0, newest)) range = `${newest} or older`;
  else if (mayBeRange && spans(oldest, Infinity)) range = `${oldest} or newer`;
  const isMaker = isOwn((its) => its.maker === maker);
  return { version: range && `${system} ${range}`, maker: isMaker ? truncate(maker, MAKER_LIMIT) : undefined };
}

function readTraits({ name, os }: DeviceRun) {
  const [, system = '', major] = /^(\p{L}{1,20}) (\d{1,4})(?:\.\d+)*$/u.exec(os) ?? [];
  return { system, major: Number(major), maker: name.split(' ', 1)[0] ?? '' };
}

/** Of a testset that was never created there are none. */
function namesEveryDevice(testset: TestVerdict): boolean {
  if (testset.kind === 'not-created' && isNotCreated(testset.outcome)) return true;
  const isNamed = devicesOf(testset).every(({ device }) => device !== UNNAMED);
  const stopped = devicesOf(testset).filter(({ result }) => result === 'stopped').length;
  return testset.isReliable && countUnlisted(testset) === 0 && isNamed && stopped === testset.counts.stop;
}
