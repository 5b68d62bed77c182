type Plist = string | number | boolean | Date | readonly Plist[] | { readonly [key: string]: Plist };

export function makeXmlPlist(value: Plist): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${xmlOf(value)}</plist>\n`;
}

function xmlOf(value: Plist): string {
  if (typeof value === 'string') return `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (value instanceof Date) return `<date>${value.toISOString().replace(/\.\d+/, '')}</date>`;
  if (Array.isArray(value)) return `<array>${value.map(xmlOf).join('')}</array>`;
  const entries = Object.entries(value).map(([key, each]) => `<key>${key}</key>\n${xmlOf(each)}`);
  return `<dict>${entries.join('\n')}</dict>`;
}

/** Writes a binary property list: two bytes for each reference and four for each offset. */
function makeBinaryPlist(value: Plist): Buffer {
  const objects: Buffer[] = [];
  addObject(value, objects);
  let at = 8;
  const offsets = Buffer.alloc(objects.length * 4);
  objects.forEach((object, index) => {
    offsets.writeUInt32BE(at, index * 4);
    at += object.length;
  });
  const trailer = Buffer.alloc(32);
  trailer.set([4, 2], 6);
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(at), 24);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, offsets, trailer]);
}

function addObject(value: Plist, objects: Buffer[]): number {
  const index = objects.push(Buffer.alloc(0)) - 1;
  const add = (each: Plist): number => addObject(each, objects);
  objects[index] = writeObject(value, add);
  return index;
}

function writeObject(value: Plist, add: (value: Plist) => number): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 9 : 8]);
  if (typeof value === 'number') return Buffer.concat([Buffer.from([0x12]), uint32(value)]);
  if (value instanceof Date) {
    const date = Buffer.alloc(9, 0x33);
    date.writeDoubleBE(value.getTime() / 1000 - 978_307_200, 1);
    return date;
  }
  if (typeof value === 'string') {
    const isAscii = /^[\x20-\x7e]*$/.test(value);
    const text = isAscii ? Buffer.from(value) : Buffer.from(value, 'utf16le').swap16();
    return Buffer.concat([marker(isAscii ? 0x50 : 0x60, value.length), text]);
  }
  if (Array.isArray(value)) return Buffer.concat([marker(0xa0, value.length), ...value.map(add).map(uint16)]);
  const entries = Object.entries(value);
  const references = [...entries.map(([key]) => add(key)), ...entries.map(([, each]) => add(each))];
  return Buffer.concat([marker(0xd0, entries.length), ...references.map(uint16)]);
}

function marker(type: number, length: number): Buffer {
  return length < 15 ? Buffer.from([type | length]) : Buffer.concat([Buffer.from([type | 15, 0x12]), uint32(length)]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

interface ProfileParts {
  readonly expires?: Date;
  readonly isDebuggable?: boolean;
  /** How the message is encoded: with definite lengths, or in parts with indefinite ones. */
  readonly encoding?: 'der' | 'indefinite';
}

/** Writes a provisioning profile as Apple's tools do: a property list in a signed message (CMS), here without signers. */
export function makeProfile(parts: ProfileParts = {}): Buffer {
  const { expires = new Date('2099-01-01'), isDebuggable = true, encoding = 'der' } = parts;
  const list = makeXmlPlist({
    Name: 'Wallet',
    ExpirationDate: expires,
    Entitlements: { 'get-task-allow': isDebuggable },
  });
  const wrap = encoding === 'der' ? definite : indefinite;
  const half = list.length / 2;
  const texts = encoding === 'der' ? [list] : [list.slice(0, half), list.slice(half)];
  const octets = texts.map((text) => definite(0x04, Buffer.from(text)));
  const content = encoding === 'der' ? (octets[0] ?? Buffer.alloc(0)) : indefinite(0x24, ...octets);
  const identifier = (last: number): Buffer =>
    definite(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, last]));
  const signed = wrap(
    0x30,
    definite(0x02, Buffer.from([1])),
    definite(0x31),
    wrap(0x30, identifier(1), wrap(0xa0, content)),
    definite(0x31),
  );
  return wrap(0x30, identifier(2), wrap(0xa0, signed));
}

function definite(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? Buffer.from([length]) : Buffer.concat([Buffer.from([0x84]), uint32(length)]);
  return Buffer.concat([Buffer.from([tag]), size, content]);
}

function indefinite(tag: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
}

interface IosParts {
  readonly info?: Readonly<Record<string, Plist>>;
  /** Instead of the Info.plist that is made. */
  readonly infoFile?: string | Buffer;
  readonly profile?: Buffer | false;
}

/** The files of Wallet 3.2.1 (321) for iOS 15, a development build for devices, as the parts say. @param folder '' or with `/` at its end */
export function iosFiles(parts: IosParts = {}, folder = 'Payload/Wallet.app/'): Record<string, string | Buffer> {
  const info = {
    CFBundleIdentifier: 'com.example.wallet',
    CFBundleName: 'Wallet',
    CFBundleShortVersionString: '3.2.1',
    CFBundleVersion: '321',
    CFBundleExecutable: 'Wallet',
    CFBundleSupportedPlatforms: ['iPhoneOS'],
    MinimumOSVersion: '15.0',
    ...parts.info,
  };
  const { infoFile = makeBinaryPlist(info), profile = makeProfile() } = parts;
  return {
    [`${folder}Info.plist`]: infoFile,
    [`${folder}Wallet`]: 'code',
    ...(profile !== false && { [`${folder}embedded.mobileprovision`]: profile }),
  };
}
