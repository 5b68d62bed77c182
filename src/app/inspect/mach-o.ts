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

const INTEL: readonly number[] = [7, 0x01000007];

const MAX_ARCHITECTURES = 20;
const MAX_COMMANDS = 1000;

/** What the beginning of an executable says. */
interface MachO {
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
  const slices = readSlices(start);
  if (!slices.some(({ encrypted }) => encrypted !== undefined)) return undefined;
  return {
    architectures: [...new Set(slices.map(({ cpu }) => CPUS.get(cpu) ?? `cpu ${cpu}`))].sort(),
    encrypted: slices.some(({ encrypted }) => encrypted),
    platform: platformOf(slices),
  };
}

/** One architecture of an executable. */
interface Slice {
  readonly cpu: number;
  readonly platform?: number;
  /** Absent, as the platform, if it is beyond what was read. */
  readonly encrypted?: boolean;
}

function readSlices(start: Buffer): readonly Slice[] {
  const magic = start.readUInt32BE(0);
  if (magic !== MAGIC.fat32 && magic !== MAGIC.fat64) return [readSlice(start) ?? []].flat();
  const is64 = magic === MAGIC.fat64;
  const count = Math.min(start.readUInt32BE(4), MAX_ARCHITECTURES);
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * (is64 ? 32 : 20);
    const offset = is64 ? Number(start.readBigUInt64BE(at + 8)) : start.readUInt32BE(at + 8);
    return readSlice(start.subarray(offset)) ?? { cpu: start.readUInt32BE(at) };
  });
}

function readSlice(start: Buffer): Slice | undefined {
  if (start.length < 32) return undefined;
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
function platformOf(slices: readonly Slice[]): MachO['platform'] {
  if (slices.some(({ platform }) => platform === PLATFORM.ios)) return 'device';
  const isSimulator = ({ cpu, platform }: Slice): boolean => platform === PLATFORM.iosSimulator || INTEL.includes(cpu);
  return slices.every(isSimulator) ? 'simulator' : undefined;
}
