type Plist = string | boolean | Date | readonly Plist[] | { readonly [key: string]: Plist };

export function makeXmlPlist(value: Plist): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${xmlOf(value)}</plist>\n`;
}

function xmlOf(value: Plist): string {
  if (typeof value === 'string') return `<string>${value}</string>`;
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
  if (value instanceof Date) return Buffer.alloc(9, 0x33);
  if (typeof value === 'string') return Buffer.concat([marker(0x50, value.length), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([marker(0xa0, value.length), ...value.map(add).map(uint16)]);
  const entries = Object.entries(value);
  const references = [...entries.map(([key]) => add(key)), ...entries.map(([, each]) => add(each))];
  return Buffer.concat([marker(0xd0, entries.length), ...references.map(uint16)]);
}

function marker(type: number, length: number): Buffer {
  return length < 15 ? Buffer.from([type | length]) : Buffer.concat([Buffer.from([type | 15, 0x11]), uint16(length)]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

interface ProfileParts {
  readonly expires?: Date;
  readonly isDebuggable?: boolean;
  /** How the message is encoded: with definite lengths, or in two parts with indefinite ones. */
  readonly encoding?: 'der' | 'indefinite';
}

/** Writes a provisioning profile as Apple's tools do: a property list in a signed message (CMS), of which only the beginning is here. */
export function makeProfile(parts: ProfileParts = {}): Buffer {
  const { expires = new Date('2099-01-01'), isDebuggable = true, encoding = 'der' } = parts;
  const entitlements = { 'get-task-allow': isDebuggable };
  const list = makeXmlPlist({ Name: 'Wallet', ExpirationDate: expires, Entitlements: entitlements });
  const half = list.length / 2;
  const texts = encoding === 'der' ? [list] : [list.slice(0, half), list.slice(half)];
  const octets = texts.flatMap((text) => [Buffer.from([0x04, 0x82]), uint16(text.length), Buffer.from(text)]);
  return Buffer.concat([Buffer.from('308006092a864886f70d010702a080', 'hex'), ...octets, Buffer.alloc(2)]);
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
