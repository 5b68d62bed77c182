/** Enough for the list of architectures and the load commands of the first one. */
export const MACH_O_START_BYTES = 128 * 1024;

/** From mach-o/loader.h and mach-o/fat.h of Apple's SDKs. */
const MAGIC = { thin32: 0xfeedface, thin64: 0xfeedfacf, fat32: 0xcafebabe, fat64: 0xcafebabf };
const COMMAND = { encryption32: 0x21, encryption64: 0x2c, buildVersion: 0x32 };
const PLATFORM = { ios: 2, iosSimulator: 7 };
const CPUS: ReadonlyMap<number, string> = new Map([
  [7, 'i386'],
  [0x01000007, 'x86_64'],
  [12, 'armv7'],
  [0x0100000c, 'arm64'],
]);

const MAX_ARCHITECTURES = 20;
const MAX_COMMANDS = 1000;

/** What the beginning of an executable says. */
export interface MachO {
  readonly architectures: readonly string[];
  readonly platform?: 'device' | 'simulator';
  readonly encrypted: boolean;
}

/** Reads the beginning of an executable; `undefined` if it is not one. */
export function readMachO(start: Buffer): MachO | undefined {
  try {
    return read(start);
  } catch {
    return undefined;
  }
}

function read(start: Buffer): MachO | undefined {
  const magic = start.readUInt32BE(0);
  const entryBytes = magic === MAGIC.fat64 ? 32 : magic === MAGIC.fat32 ? 20 : undefined;
  const offsets = entryBytes === undefined ? [0] : fatOffsets(start, entryBytes);
  // Later ones are beyond what was read.
  const slices = offsets.flatMap((at) => (at < start.length ? (readSlice(start.subarray(at)) ?? []) : []));
  if (slices.length === 0) return undefined;
  const listed = entryBytes === undefined ? [] : fatCpus(start, entryBytes);
  const architectures = [...new Set([...listed, ...slices.map(({ cpu }) => cpu)].map(cpuName))].sort();
  const platform = platformOf(architectures, slices);
  return { architectures, encrypted: slices.some(({ encrypted }) => encrypted), ...(platform && { platform }) };
}

function fatOffsets(start: Buffer, entryBytes: number): number[] {
  const is64 = entryBytes === 32;
  return fatEntries(start, entryBytes).map((at) =>
    is64 ? Number(start.readBigUInt64BE(at + 8)) : start.readUInt32BE(at + 8),
  );
}

function fatCpus(start: Buffer, entryBytes: number): number[] {
  return fatEntries(start, entryBytes).map((at) => start.readUInt32BE(at));
}

function fatEntries(start: Buffer, entryBytes: number): number[] {
  const count = Math.min(start.readUInt32BE(4), MAX_ARCHITECTURES);
  return Array.from({ length: count }, (_, index) => 8 + index * entryBytes);
}

function cpuName(cpu: number): string {
  return CPUS.get(cpu) ?? `cpu ${cpu}`;
}

/** One architecture of an executable. */
interface Slice {
  readonly cpu: number;
  readonly platform: number | undefined;
  readonly encrypted: boolean;
}

function readSlice(start: Buffer): Slice | undefined {
  const magic = start.readUInt32LE(0);
  if (magic !== MAGIC.thin32 && magic !== MAGIC.thin64) return undefined;
  let platform: number | undefined;
  let encrypted = false;
  let at = magic === MAGIC.thin64 ? 32 : 28;
  const count = Math.min(start.readUInt32LE(16), MAX_COMMANDS);
  for (let index = 0; index < count && at + 20 <= start.length; index += 1) {
    const [type, size] = [start.readUInt32LE(at), start.readUInt32LE(at + 4)];
    if (type === COMMAND.buildVersion) platform = start.readUInt32LE(at + 8);
    if (type === COMMAND.encryption32 || type === COMMAND.encryption64) encrypted = start.readUInt32LE(at + 16) !== 0;
    at += Math.max(8, size);
  }
  return { cpu: start.readUInt32LE(4), platform, encrypted };
}

/** No iPhone has an Intel processor. Before 2018, executables did not say which platform they are for. */
function platformOf(architectures: readonly string[], slices: readonly Slice[]): MachO['platform'] {
  const platforms = slices.flatMap(({ platform }) => platform ?? []);
  if (platforms.includes(PLATFORM.ios)) return 'device';
  const isIntel = architectures.every((name) => name === 'i386' || name === 'x86_64');
  return isIntel || platforms.includes(PLATFORM.iosSimulator) ? 'simulator' : undefined;
}
