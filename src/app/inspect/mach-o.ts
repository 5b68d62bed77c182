/** Bytes of the header of an executable, by its magic number (mach-o/loader.h of Apple's SDKs); 32 and 64 bits. */
const HEADERS = new Map([
  [0xfeedface, 28],
  [0xfeedfacf, 32],
]);
/** How a file with several executables lists them, by its magic number (mach-o/fat.h). */
const LISTS = new Map([
  [0xcafebabe, { entryBytes: 20, offsetAt: (file: Buffer, at: number) => file.readUInt32BE(at) }],
  [0xcafebabf, { entryBytes: 32, offsetAt: (file: Buffer, at: number) => Number(file.readBigUInt64BE(at)) }],
]);
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
  const list = LISTS.get(start.readUInt32BE(0));
  if (!list) return [readSlice(start) ?? []].flat();
  const count = Math.min(start.readUInt32BE(4), MAX_ARCHITECTURES);
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * list.entryBytes;
    return readSlice(start.subarray(list.offsetAt(start, at + 8))) ?? { cpu: start.readUInt32BE(at) };
  });
}

function readSlice(start: Buffer): Slice | undefined {
  if (start.length < 32) return undefined;
  const headerBytes = HEADERS.get(start.readUInt32LE(0));
  if (headerBytes === undefined) return undefined;
  let platform: number | undefined;
  let encrypted = false;
  let at = headerBytes;
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
  if (slices.every(isSimulator)) return 'simulator';
  return undefined;
}
