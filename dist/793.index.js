export const id = 793;
export const ids = [793];
export const modules = {

/***/ 6793:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  inspectApp: () => (/* binding */ inspectApp)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./build/model/app-facts.js
var app_facts = __webpack_require__(3979);
// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(2011);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(271);
// EXTERNAL MODULE: ./build/app/app-extensions.js
var app_extensions = __webpack_require__(6650);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/app/inspect/app-contents.js


/** A file that the service certainly cannot read either. The message completes "cannot be read: …", without a full stop. */
class UnreadableFile extends Error {
}
/** The files directly in a folder. */
async function openFolder(folder) {
    return {
        names: await (0,promises_.readdir)(folder),
        read: async (name, limit) => {
            const found = await (0,promises_.stat)((0,external_node_path_.join)(folder, name));
            // To open a named pipe would wait for a writer.
            if (!found.isFile())
                throw new Error(`${name} is not a file`);
            if (found.size > limit)
                throw new Error(`${name} is larger than ${limit} bytes`);
            return (0,promises_.readFile)((0,external_node_path_.join)(folder, name));
        },
    };
}

;// CONCATENATED MODULE: ./build/app/inspect/binary-xml.js

/** Chunk types of Android's binary XML (ResourceTypes.h in the platform's sources). */
const CHUNK = { strings: 0x0001, firstNode: 0x0100, start: 0x0102, end: 0x0103, lastNode: 0x017f, resourceMap: 0x0180 };
/** Types of an attribute's value. */
const VALUE = { text: 0x03, decimal: 0x10, hexadecimal: 0x11, boolean: 0x12 };
const ATTRIBUTE_BYTES = 20;
/** Chunks for the start and the end of an element, with the fixed part of their content in bytes. */
const ELEMENTS = new Map([
    [CHUNK.start, { kind: 'start', bytes: 20 }],
    [CHUNK.end, { kind: 'end', bytes: 8 }],
]);
const DAMAGED = 'it is cut off or damaged';
const UTF8_FLAG = 0x100;
/** In bytes: names are shorter, and a hostile file must not be decoded in full for each use. */
const LONGEST_STRING = 2000;
/** Most chunks of a document. Manifests have two for each of hundreds, rarely thousands of elements. */
const MAX_CHUNKS = 200_000;
/**
 * Reads Android's binary XML as Android does, which ignores the type of the document and unknown chunks. Tools that obfuscate apps rely
 * on that.
 *
 * @throws UnreadableFile if Android cannot read it
 */
function* readBinaryXml(file) {
    if (/^\s*</.test(file.toString('latin1', 0, 100)))
        throw new UnreadableFile('it is text, not binary XML');
    let stringAt = () => '';
    let resources = Buffer.alloc(0);
    let [chunks, isPreamble] = [0, true];
    for (const { type, bytes, headerBytes } of chunksOf(file)) {
        if ((chunks += 1) > MAX_CHUNKS)
            throw new Error(`It has more than ${MAX_CHUNKS} chunks.`);
        if (isPreamble && type === CHUNK.strings)
            stringAt = readStrings(bytes, headerBytes);
        if (isPreamble && type === CHUNK.resourceMap)
            resources = bytes.subarray(headerBytes);
        if (type >= CHUNK.firstNode && type <= CHUNK.lastNode)
            isPreamble = false;
        const element = ELEMENTS.get(type);
        if (!element)
            continue;
        const { kind } = element;
        const node = bytes.subarray(headerBytes);
        if (node.length < element.bytes)
            throw new UnreadableFile(DAMAGED);
        const attribute = kind === 'start' ? attributeReader(node, stringAt, resources) : () => null;
        yield { kind, name: stringAt(node.readUInt32LE(4)), attribute };
    }
}
function* chunksOf(file) {
    const document = chunkAt(file, 0);
    for (let at = document.headerBytes; at + 8 <= document.bytes.length;) {
        const chunk = chunkAt(document.bytes, at);
        yield chunk;
        at += chunk.bytes.length;
    }
}
function chunkAt(file, at) {
    if (at + 8 > file.length)
        throw new UnreadableFile(DAMAGED);
    const [type, headerBytes, size] = [file.readUInt16LE(at), file.readUInt16LE(at + 2), file.readUInt32LE(at + 4)];
    if (headerBytes < 8 || size < headerBytes || at + size > file.length)
        throw new UnreadableFile(DAMAGED);
    return { type, bytes: file.subarray(at, at + size), headerBytes };
}
function attributeReader(node, stringAt, resources) {
    const [first, size, count] = [node.readUInt16LE(8), node.readUInt16LE(10), node.readUInt16LE(12)];
    if (first + count * size > node.length)
        throw new UnreadableFile(DAMAGED);
    // Without a size, all of them are the same one.
    const different = size === 0 ? Math.min(count, 1) : count;
    const keyOf = (name, kind) => {
        if (kind === 'string')
            return stringAt(name);
        return name * 4 + 4 <= resources.length ? resources.readUInt32LE(name * 4) : undefined;
    };
    return (key) => {
        for (let index = 0; index < different; index += 1) {
            const at = first + index * size;
            if (at + ATTRIBUTE_BYTES > node.length)
                break;
            if (key !== keyOf(node.readUInt32LE(at + 4), typeof key))
                continue;
            const value = binary_xml_valueOf(node.readUInt8(at + 15), node.readUInt32LE(at + 16), stringAt);
            // Android takes the text as it was in the source, if there is one, for attributes that are not its own.
            return (typeof key === 'string' && stringAt(node.readUInt32LE(at + 8))) || value;
        }
        return null;
    };
}
function binary_xml_valueOf(type, data, stringAt) {
    switch (type) {
        case VALUE.text:
            return stringAt(data);
        case VALUE.decimal:
        case VALUE.hexadecimal:
            return data | 0;
        case VALUE.boolean:
            return data !== 0;
        default:
            return undefined;
    }
}
/** A string that is not whole is empty: tools that obfuscate apps add some that nothing uses. */
function readStrings(chunk, headerBytes) {
    if (headerBytes < 28)
        return () => '';
    const [count, flags, start] = [chunk.readUInt32LE(8), chunk.readUInt32LE(16), chunk.readUInt32LE(20)];
    const decode = (flags & UTF8_FLAG) !== 0 ? decodeUtf8 : decodeUtf16;
    return (index) => {
        const offsetAt = headerBytes + index * 4;
        if (index >= count || offsetAt + 4 > chunk.length)
            return '';
        const at = start + chunk.readUInt32LE(offsetAt);
        // The length takes at most four bytes; a string that takes less is empty.
        if (at + 4 > chunk.length)
            return '';
        return decode(chunk, at);
    };
}
/** Length in units, which has one or two 16-bit numbers, then the text. */
function decodeUtf16(chunk, at) {
    const first = chunk.readUInt16LE(at);
    if ((first & 0x8000) === 0)
        return textAt(chunk, at + 2, first * 2, 'utf16le');
    const length = ((first & 0x7fff) << 16) | chunk.readUInt16LE(at + 2);
    return textAt(chunk, at + 4, length * 2, 'utf16le');
}
/** Length in UTF-16 units, length in bytes, each of one or two bytes, then the text. */
function decodeUtf8(chunk, at) {
    const hasLongCount = (chunk.readUInt8(at) & 0x80) !== 0;
    const bytesAt = hasLongCount ? at + 2 : at + 1;
    const first = chunk.readUInt8(bytesAt);
    if ((first & 0x80) === 0)
        return textAt(chunk, bytesAt + 1, first, 'utf8');
    const length = ((first & 0x7f) << 8) | chunk.readUInt8(bytesAt + 1);
    return textAt(chunk, bytesAt + 2, length, 'utf8');
}
function textAt(chunk, at, bytes, encoding) {
    if (at + bytes > chunk.length)
        return '';
    return chunk.toString(encoding, at, at + Math.min(bytes, LONGEST_STRING));
}

;// CONCATENATED MODULE: ./build/app/inspect/android-manifest.js


/** Resource identifiers of the attributes that are read (android.R.attr). */
const ATTRIBUTE = {
    label: 0x01010001,
    name: 0x01010003,
    minSdkVersion: 0x0101020c,
    versionCode: 0x0101021b,
    versionName: 0x0101021c,
    testOnly: 0x01010272,
    versionCodeMajor: 0x01010576,
};
/** The elements around a name of an intent filter, and so the most that mean anything. */
const MAX_LEVELS = 5;
/** Reads the `AndroidManifest.xml` of an APK. @throws UnreadableFile if no device can read it either */
function readManifest(file) {
    let facts;
    let [isSplit, isTestOnly] = [false, false];
    const path = [];
    const launcher = new LauncherSearch();
    for (const event of readBinaryXml(file)) {
        if (event.kind === 'end')
            path.pop();
        else {
            path.push(path.length < MAX_LEVELS ? event.name : '');
            const place = path.slice(0, MAX_LEVELS + 1).join('/');
            if (place === 'manifest') {
                facts = packageFacts(event);
                isSplit = textOf(event.attribute('split')) !== undefined;
            }
            else if (facts && place === 'manifest/uses-sdk')
                facts = { ...facts, minimumOs: minimumOf(event) };
            else if (facts && place === 'manifest/application') {
                facts = { ...facts, name: textOf(event.attribute(ATTRIBUTE.label)) };
                isTestOnly = event.attribute(ATTRIBUTE.testOnly) === true;
            }
            else
                launcher.visit(place, event);
        }
        // Android ignores what comes after the first element.
        if (facts && path.length === 0)
            break;
    }
    if (!facts)
        throw new UnreadableFile('it has no manifest element');
    return { facts, isSplit, isTestOnly, isLaunchable: launcher.result() };
}
function packageFacts(event) {
    const identifier = event.attribute('package');
    if (identifier === null || identifier === '')
        throw new UnreadableFile('it has no package name');
    return {
        osType: 'ANDROID',
        identifier: textOf(identifier),
        version: textOf(event.attribute(ATTRIBUTE.versionName)),
        build: versionCode(event),
    };
}
/** `versionCodeMajor` is the upper half of a 64-bit version code. */
function versionCode(event) {
    const code = event.attribute(ATTRIBUTE.versionCode);
    const major = event.attribute(ATTRIBUTE.versionCodeMajor);
    if (typeof code !== 'number')
        return undefined;
    if (typeof major !== 'number')
        return `${code}`;
    const whole = (BigInt(major) << 32n) | BigInt(code >>> 0);
    return `${whole}`;
}
/** `undefined` for what is not a text, or an empty one. */
function textOf(value) {
    if (typeof value !== 'string' || value.trim() === '')
        return undefined;
    return value;
}
/** A preview of Android has a name instead of a number. */
function minimumOf(event) {
    const minimum = event.attribute(ATTRIBUTE.minSdkVersion);
    return typeof minimum === 'number' ? androidVersion(minimum) : undefined;
}
const ACTIVITY = /^manifest\/application\/activity(?:-alias)?$/;
const NAMED = /^manifest\/application\/activity(?:-alias)?\/intent-filter\/(?:action|category)$/;
/** Looks for an activity with the action MAIN and the launcher category, as Android's tools do: also in two of its intent filters. */
class LauncherSearch {
    #isFound = false;
    #isUnknown = false;
    #hasMain = false;
    #hasLauncher = false;
    /** @param place the names of the element and of those around it, with `/` between them */
    visit(place, event) {
        if (ACTIVITY.test(place))
            this.#hasMain = this.#hasLauncher = false;
        if (!NAMED.test(place))
            return;
        const name = event.attribute(ATTRIBUTE.name);
        if (typeof name !== 'string' || name === '')
            this.#isUnknown = true;
        else if (event.name === 'action')
            this.#hasMain ||= name === 'android.intent.action.MAIN';
        // LEANBACK_LAUNCHER, of apps for televisions, counts too: it is not known whether the service accepts it.
        else
            this.#hasLauncher ||= name.endsWith('LAUNCHER');
        this.#isFound ||= this.#hasMain && this.#hasLauncher;
    }
    /** `undefined` if the name of an action or a category is not understood, such as a reference to a resource. */
    result() {
        if (this.#isFound)
            return true;
        if (this.#isUnknown)
            return undefined;
        return false;
    }
}
/** The Android version of each API level, from 14 on (developer.android.com/tools/releases/platforms). */
const VERSIONS = [
    ...['4.0', '4.0.3', '4.1', '4.2', '4.3', '4.4', '4.4', '5', '5.1', '6', '7', '7.1', '8', '8.1'],
    ...['9', '10', '11', '12', '12L', '13', '14', '15', '16'],
];
/** The words for an API level: `Android 7`; `Android API 99` for one that is not known. */
function androidVersion(level) {
    const version = VERSIONS[level - 14] ?? `API ${level}`;
    return `Android ${version}`;
}

// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(5583);
;// CONCATENATED MODULE: ./build/app/inspect/findings.js

const USE_BUILD = 'Use an APK that Gradle made, for example with assembleDebug.';
const BUILD_FOR_DEVICES = "Build with `-sdk iphoneos -destination 'generic/platform=iOS'`, and sign the app with a development certificate.";
const EXPORT_DEVELOPMENT = 'Export with `method` set to `development` (Xcode 15.3 and later: `debugging`) in the export options.';
const CHECK_STEP = 'Check the step that built, packed or downloaded it.';
const NOT_INSTALLABLE = 'no device can install it';
/** docs/app-checks.md explains each. */
const DESCRIPTIONS = {
    'not-a-zip': { isError: true, what: 'is not a complete zip file', code: 4032, fix: CHECK_STEP },
    'not-inspected': { isError: false, what: 'was not inspected: {}', fix: CHECK_STEP },
    'contains-app': {
        isError: false,
        what: 'contains {}',
        consequence: 'the service may not find the app',
        fix: 'Extract the zip, and set `app-file` to the app in it.',
    },
    'several-apps': { isError: false, what: 'contains several apps ({})', fix: 'Zip only the app to test.' },
    'zipped-contents': {
        isError: true,
        what: 'is a zip of the files of an .app',
        code: 4030,
        fix: 'Zip the folder.',
    },
    'no-manifest': { isError: true, what: 'has no AndroidManifest.xml', code: 4040, fix: USE_BUILD },
    'unreadable-manifest': {
        isError: true,
        what: 'has an unreadable AndroidManifest.xml ({})',
        code: 4040,
        fix: USE_BUILD,
    },
    'no-launcher': {
        isError: true,
        what: 'has no launcher activity (action MAIN, category LAUNCHER)',
        code: 4041,
        fix: 'Use the APK of the app, not of its tests. Otherwise add both to an intent-filter of its main activity.',
    },
    'split-apk': {
        isError: true,
        what: 'is a split APK, only a part of an app',
        consequence: NOT_INSTALLABLE,
        fix: 'Use one APK for all devices, such as that of `bundletool build-apks --mode=universal`.',
    },
    'test-only': {
        isError: false,
        what: 'is marked as test-only (android:testOnly)',
        consequence: 'devices refuse it without a special option',
        fix: 'Run `./gradlew assembleDebug`, and use the APK in build/outputs/apk, not in build/intermediates.',
    },
    'unsigned-apk': {
        isError: false,
        what: 'has a name that says it is not signed',
        consequence: 'devices may refuse it',
        fix: 'Use a debug build, or set `signingConfig` for the build type in build.gradle. If it is signed, rename it.',
    },
    'not-in-payload': {
        isError: true,
        what: 'has its app in {}, not in a folder Payload at the top',
        code: 4030,
        fix: 'Zip the folder Payload itself.',
    },
    'no-info-plist': { isError: true, what: 'has no Info.plist of an iOS app', code: 4030, fix: CHECK_STEP },
    'unreadable-info-plist': {
        isError: true,
        what: 'has an unreadable Info.plist ({})',
        code: 4030,
        fix: CHECK_STEP,
    },
    'no-bundle-identifier': {
        isError: true,
        what: 'has no CFBundleIdentifier in its Info.plist',
        consequence: NOT_INSTALLABLE,
        fix: CHECK_STEP,
    },
    'other-platform': {
        isError: true,
        what: 'is a build for the simulator or another system',
        consequence: NOT_INSTALLABLE,
        fix: BUILD_FOR_DEVICES,
    },
    'no-profile': { isError: false, what: 'has no provisioning profile', code: 4031, fix: EXPORT_DEVELOPMENT },
    'expired-profile': {
        isError: false,
        what: 'has a provisioning profile that expired on {}',
        code: 4031,
        fix: 'Renew the profile, and build again. Xcode renews it with automatic signing.',
    },
    'other-profile': {
        isError: false,
        what: 'has a provisioning profile of another kind than development',
        code: 4031,
        fix: EXPORT_DEVELOPMENT,
    },
};
/** Every kind of finding. */
const FINDING_KINDS = Object.keys(DESCRIPTIONS);
/** Describes a finding. @param detail of this file */
function finding(kind, detail = '') {
    const { isError, what, code, consequence, fix } = DESCRIPTIONS[kind];
    const verb = isError ? 'would' : 'may';
    const rejection = code !== undefined && `the service ${verb} reject it (${code})`;
    const sentence = (0,words/* joinPieces */.Am)(', so ', [what.replace('{}', () => detail), rejection || consequence]);
    return { kind, isError, code, message: `${sentence}. ${fix}` };
}

;// CONCATENATED MODULE: ./build/app/inspect/apk.js



/** The file that every APK has. */
const MANIFEST = 'AndroidManifest.xml';
/** Most bytes of a manifest, unpacked. */
const MANIFEST_LIMIT = 64 * 1024 * 1024;
/** Inspects an APK. */
async function inspectApk(apk) {
    if (!apk.names.includes(MANIFEST))
        return { findings: [finding('no-manifest')] };
    try {
        const { facts, isSplit, isTestOnly, isLaunchable } = readManifest(await apk.readAsAndroid(MANIFEST, MANIFEST_LIMIT));
        if (isSplit)
            return { facts, findings: [finding('split-apk')] };
        const findings = [isTestOnly ? finding('test-only') : [], isLaunchable === false ? finding('no-launcher') : []];
        return { facts, findings: findings.flat() };
    }
    catch (error) {
        if (!(error instanceof UnreadableFile))
            throw error;
        return { findings: [finding('unreadable-manifest', error.message)] };
    }
}
/** The base APK as bundletool names it, and tools that pack the APKs of a device. */
const BASE = /^(?:universal|base|splits\/base-master(?:_\d+)?)\.apk$/i;
/** A certain part of an app, such as `config.arm64_v8a.apk`. */
const PART = /(?:^|\/)(?:split_)?config\.[^/]+\.apk$/i;
/** Inspects the base APK of an XAPK or an APKS, which is a zip of APKs. Finds nothing without one that can be read in place. */
async function inspectPackage(zip) {
    const apks = zip.names.filter((name) => /\.apk$/i.test(name) && !PART.test(name));
    const base = apks.find((name) => BASE.test(name)) ?? (apks.length === 1 ? apks[0] : undefined);
    const apk = base !== undefined && (await zip.openStored(base));
    if (!apk)
        return { findings: [] };
    const { facts, findings } = await inspectApk(apk);
    // The only APK may be another part than the base, so an error would not be certain.
    return { facts, findings: findings.filter(({ isError }) => !isError || BASE.test(base)) };
}

// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(2017);
// EXTERNAL MODULE: ./node_modules/saxes/saxes.js
var saxes = __webpack_require__(9800);
;// CONCATENATED MODULE: ./build/app/inspect/binary-property-list.js


const HEADER_BYTES = 8;
const TRAILER_BYTES = 32;
const binary_property_list_DAMAGED = 'it is cut off or damaged';
const MAX_DEPTH = 64;
/** Objects may be used several times, so that 138 bytes can expand to 100 million values. */
const MAX_VALUES = 100_000;
/** Reads the dictionaries, lists and texts of a property list of the format `bplist00`. @throws UnreadableFile if it is damaged */
function readBinaryPropertyList(file) {
    try {
        return new Reader(file).read();
    }
    catch (error) {
        // Buffer throws these for a read beyond its end, and for numbers of more than 6 bytes.
        if (/^ERR_(?:OUT_OF_RANGE|BUFFER_OUT_OF_BOUNDS)$/.test((0,errors/* codeOf */.$N)(error)))
            throw new UnreadableFile(binary_property_list_DAMAGED);
        throw error;
    }
}
class Reader {
    #file;
    #offsetBytes;
    #referenceBytes;
    #table;
    #top;
    #count;
    #values = 0;
    constructor(file) {
        if (file.length < HEADER_BYTES + TRAILER_BYTES)
            throw new UnreadableFile(binary_property_list_DAMAGED);
        const trailer = file.subarray(-TRAILER_BYTES);
        this.#file = file;
        this.#offsetBytes = trailer.readUInt8(6);
        this.#referenceBytes = trailer.readUInt8(7);
        this.#count = Number(trailer.readBigUInt64BE(8));
        this.#top = Number(trailer.readBigUInt64BE(16));
        this.#table = Number(trailer.readBigUInt64BE(24));
    }
    read() {
        return this.#object(this.#top, 0);
    }
    #object(index, depth) {
        this.#values += 1;
        if (depth > MAX_DEPTH || this.#values > MAX_VALUES)
            throw new Error('It is too large.');
        if (index >= this.#count)
            throw new UnreadableFile(binary_property_list_DAMAGED);
        const at = this.#file.readUIntBE(this.#table + index * this.#offsetBytes, this.#offsetBytes);
        const marker = this.#file.readUInt8(at);
        const size = marker & 0x0f;
        switch (marker >> 4) {
            case 0x5:
                return this.#bytes(at, size, 1).toString('latin1');
            case 0x6:
                return Buffer.from(this.#bytes(at, size, 2))
                    .swap16()
                    .toString('utf16le');
            case 0xa:
            case 0xc:
                return this.#references(this.#bytes(at, size, this.#referenceBytes), depth);
            case 0xd:
                return this.#dictionary(this.#bytes(at, size, this.#referenceBytes * 2), depth);
            default:
                // Numbers, dates and data, of which nothing is needed.
                return undefined;
        }
    }
    #integer(at, bytes) {
        if (bytes <= 4)
            return this.#file.readUIntBE(at, bytes);
        return Number(this.#file.readBigInt64BE(at + bytes - 8));
    }
    /** The content of an object: its length is in the marker or, if that is 15, in an integer after it. */
    #bytes(at, size, unit) {
        let length = size;
        let start = at + 1;
        if (size === 0x0f) {
            const lengthBytes = 2 ** (this.#file.readUInt8(at + 1) & 0x0f);
            length = this.#integer(at + 2, lengthBytes);
            start = at + 2 + lengthBytes;
        }
        if (length < 0 || start + length * unit > this.#file.length)
            throw new UnreadableFile(binary_property_list_DAMAGED);
        return this.#file.subarray(start, start + length * unit);
    }
    #references(bytes, depth) {
        const values = [];
        for (let at = 0; at < bytes.length; at += this.#referenceBytes) {
            values.push(this.#object(bytes.readUIntBE(at, this.#referenceBytes), depth + 1));
        }
        return values;
    }
    /** All keys, then all values. */
    #dictionary(bytes, depth) {
        const all = this.#references(bytes, depth);
        const count = all.length / 2;
        return Object.fromEntries(all.slice(0, count).map((key, index) => [String(key), all[count + index]]));
    }
}

;// CONCATENATED MODULE: ./build/app/inspect/property-list.js



/** Most bytes of a property list. An Info.plist has a few kB; the XML reader needs up to 40 bytes of memory for one. */
const PROPERTY_LIST_LIMIT = 1024 * 1024;
/** Most errors of XML: each takes 3 µs, and 1 MiB may have as many as bytes. */
const MAX_ERRORS = 1000;
/** A property list in the form that this reader does not know, and that a device may read. */
const OLD_STYLE = /^\s*(?:\{|\/[/*])/;
/** By the first two bytes. */
const UTF_16 = new Map([
    ['fffe', 'utf-16le'],
    ['feff', 'utf-16be'],
]);
/** Reads the dictionaries, lists and texts of a binary or an XML property list. @throws UnreadableFile if it is neither, or damaged */
function readPropertyList(file) {
    if (file.toString('latin1', 0, 6) === 'bplist')
        return readBinaryPropertyList(file);
    const encoding = UTF_16.get(file.toString('hex', 0, 2));
    const text = new TextDecoder(encoding).decode(file);
    if (OLD_STYLE.test(text))
        throw new Error('Old-style property lists are not supported.');
    if (!/^\s*</.test(text))
        throw new UnreadableFile('it is not a property list');
    return readXml(text);
}
function readXml(text) {
    const root = { values: [], fields: undefined, key: '' };
    const open = [root];
    const parser = new saxes/* SaxesParser */.wT();
    let content = '';
    let errors = 0;
    const addText = (part) => {
        content += part;
    };
    // Apple's reader accepts more than XML allows, such as `--` in a comment. Of a damaged list, no value is left.
    parser.on('error', () => {
        errors += 1;
        if (errors > MAX_ERRORS)
            throw new Error('its Info.plist has more than 1,000 errors');
    });
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('opentag', ({ name }) => {
        content = '';
        if (name === 'dict')
            open.push({ values: [], fields: new Map(), key: '' });
        if (name === 'array')
            open.push({ values: [], fields: undefined, key: '' });
    });
    parser.on('closetag', ({ name }) => {
        const container = open.at(-1) ?? root;
        if (name === 'key')
            container.key = content;
        else if (name === 'dict' || name === 'array') {
            open.pop();
            const { fields, values } = container;
            addValue(open.at(-1) ?? root, fields ? Object.fromEntries(fields) : values);
        }
        else if (name !== 'plist')
            addValue(container, content);
    });
    parser.write(text).close();
    return root.values[0];
}
function addValue(container, value) {
    if (container.fields)
        container.fields.set(container.key, value);
    else
        container.values.push(value);
}

;// CONCATENATED MODULE: ./build/app/inspect/ios-app.js





/** The folders of apps in a zip, each with an Info.plist and `/` at its end: the outermost first, and those that are in no other app. */
function findBundles(names, parent = '') {
    const bundles = names.flatMap((name) => /^((?:[^/]+\/)*[^/]+\.app\/)Info\.plist$/.exec(name)?.[1] ?? []);
    const found = bundles.filter((bundle) => bundle.startsWith(parent));
    found.sort((a, b) => a.split('/').length - b.split('/').length);
    return found.filter((bundle, at) => at === 0 || !/\.app\/./.test(bundle));
}
/** Inspects the first of the iOS apps in a zip; a finding says so if there are others. */
async function inspectBundles(contents, bundles) {
    const [first = '', ...others] = bundles;
    const { facts, findings } = await inspectIosApp(contents, first);
    const detail = (0,model_text/* cleanText */.X5)(`${bundles.join(', ')}; the report is of ${first}`);
    return { facts, findings: others.length === 0 ? findings : [...findings, finding('several-apps', detail)] };
}
/** Inspects the iOS app in a folder of the contents. @param bundle '' or a path with `/` at its end */
async function inspectIosApp(contents, bundle) {
    if (!contents.names.includes(`${bundle}Info.plist`))
        return { findings: [finding('no-info-plist')] };
    try {
        const info = readPropertyList(await contents.read(`${bundle}Info.plist`, PROPERTY_LIST_LIMIT));
        if (!(0,fields/* isJsonObject */.OW)(info))
            throw new UnreadableFile('it is not a dictionary, or it is cut off');
        const facts = describeInfo(info);
        if (facts.identifier === undefined)
            return { facts, findings: [finding('no-bundle-identifier')] };
        if (isForOthers(info))
            return { facts, findings: [finding('other-platform')] };
        return { facts, findings: await checkProfile(contents, `${bundle}embedded.mobileprovision`) };
    }
    catch (error) {
        if (!(error instanceof UnreadableFile))
            throw error;
        return { findings: [finding('unreadable-info-plist', error.message)] };
    }
}
function describeInfo(info) {
    const textOf = (key) => (0,fields/* textIn */.r7)(info, key) || undefined;
    const minimum = textOf('MinimumOSVersion');
    return {
        osType: 'iOS',
        identifier: textOf('CFBundleIdentifier'),
        name: textOf('CFBundleDisplayName') ?? textOf('CFBundleName'),
        version: textOf('CFBundleShortVersionString'),
        build: textOf('CFBundleVersion'),
        minimumOs: minimum && `iOS ${minimum}`,
    };
}
/** Xcode writes the one platform that it built for. */
function isForOthers(info) {
    const platforms = (0,fields/* listIn */.Of)(info, 'CFBundleSupportedPlatforms');
    return platforms.length > 0 && !platforms.includes('iPhoneOS');
}
/** A profile is an XML property list in a signed message (CMS), so its bytes contain the text of the list. */
async function checkProfile(contents, name) {
    if (!contents.names.includes(name))
        return [finding('no-profile')];
    const profile = (await contents.read(name, PROPERTY_LIST_LIMIT).catch(() => '')).toString('latin1');
    const findings = [];
    const [, expires = ''] = /<key>ExpirationDate<\/key>\s*<date>([^<]+)<\/date>/.exec(profile) ?? [];
    if (Date.parse(expires) < Date.now())
        findings.push(finding('expired-profile', expires.slice(0, 10)));
    if (/<key>get-task-allow<\/key>\s*<false\/>/.test(profile))
        findings.push(finding('other-profile'));
    return findings;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./node_modules/yauzl/index.js
var yauzl = __webpack_require__(663);
;// CONCATENATED MODULE: ./build/app/inspect/random-access.js


/** Size of one read: yauzl asks for each entry of the directory twice, for a few bytes. */
const BLOCK_BYTES = 256 * 1024;
/** Reads a range of an open file, such as a zip that is stored in another zip. */
class FileRange extends yauzl/* RandomAccessReader */.lJ {
    size;
    #fd;
    #start;
    #block = Buffer.alloc(0);
    #blockStart = 0;
    /** @param fd stays open */
    constructor(fd, start, size) {
        super();
        this.size = size;
        this.#fd = fd;
        this.#start = start;
    }
    /** A part that begins at `position` of this range. */
    part(position, size) {
        return new FileRange(this.#fd, this.#start + position, size);
    }
    /** Fails if the range ends before `length` bytes. */
    read(buffer, offset, length, position, callback) {
        if (position < 0 || position + length > this.size) {
            callback(new Error('it is cut off'));
            return;
        }
        const inBlock = position - this.#blockStart;
        if (inBlock >= 0 && inBlock + length <= this.#block.length) {
            this.#block.copy(buffer, offset, inBlock, inBlock + length);
            callback(null);
            return;
        }
        const size = Math.min(Math.max(BLOCK_BYTES, length), this.size - position);
        (0,external_node_fs_.read)(this.#fd, Buffer.allocUnsafe(size), 0, size, this.#start + position, (error, bytesRead, block) => {
            if (error || bytesRead < length) {
                callback(error ?? new Error('it became shorter'));
                return;
            }
            this.#block = block.subarray(0, bytesRead);
            this.#blockStart = position;
            this.#block.copy(buffer, offset, 0, length);
            callback(null);
        });
    }
    /** @throws if the range ends before `length` bytes */
    readAt(position, length) {
        const buffer = Buffer.allocUnsafe(length);
        return new Promise((resolve, reject) => {
            this.read(buffer, 0, length, position, (error) => {
                if (error)
                    reject(error);
                else
                    resolve(buffer);
            });
        });
    }
}

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./build/app/inspect/zip-contents.js



/** Begins the record that ends every zip. */
const END_SIGNATURE = 'PK\u0005\u0006';
/** Where it is looked for: the record has 22 bytes, and its comment may have 65,535. */
const TAIL_BYTES = 22 + 0xffff;
const DAMAGED_LIST = 'its list of files is damaged';
const DEFLATED = 8;
/** Most files of an app; one with more is not inspected. */
const MAX_ENTRIES = 100_000;
/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const NEEDED_NAMES = [/^AndroidManifest\.xml$/, /(?:^|\.app\/)(?:Info\.plist|embedded\.mobileprovision)$/, app_extensions/* PACKED_APP */.Hh];
/**
 * Lists a zip by its central directory.
 *
 * @returns `undefined` if it is not a complete zip
 * @throws if it has too many files, or is broken in another way; the message completes "was not inspected: …"
 */
async function openZip(range) {
    if (!(await hasEnd(range)))
        return undefined;
    // Without decoding, yauzl does not reject names such as `../a`: they are not used as paths here, and must not hide the others.
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
    const zip = await (0,yauzl/* fromRandomAccessReaderPromise */.or)(range, range.size, options).catch(throwAs(DAMAGED_LIST));
    const entries = await listEntries(zip).catch(throwAs(DAMAGED_LIST));
    const locate = async (entry, name) => {
        if (!entry)
            throw new ZipError(`${name} is missing`);
        const { fileDataStart } = await zip
            .readLocalFileHeaderPromise(entry, { minimal: true })
            .catch(throwAs(`${name} is damaged`));
        const isDeflated = entry.compressionMethod === DEFLATED;
        const size = isDeflated ? entry.compressedSize : entry.uncompressedSize;
        return { name, isDeflated, range: range.part(fileDataStart, size) };
    };
    const locateReadable = (name) => {
        const entry = entries.get(name);
        if (entry?.isEncrypted())
            throw new ZipError(`${name} is encrypted`);
        if (entry && !entry.canDecodeFileData()) {
            throw new ZipError(`${name} has the compression method ${entry.compressionMethod}`);
        }
        return locate(entry, name);
    };
    return {
        names: [...entries.keys()],
        read: async (name, limit) => unpack(await locateReadable(name), limit),
        readAsAndroid: async (name, limit) => unpack(await locate(entries.get(name), name), limit),
        openStored: async (name) => {
            const packed = await locateReadable(name);
            if (packed.isDeflated)
                return undefined;
            return openZip(packed.range);
        },
    };
}
async function unpack({ name, isDeflated, range }, limit) {
    if (range.size > limit)
        throw new ZipError(`${name} is larger than ${limit} bytes`);
    const content = await range.readAt(0, range.size).catch(throwAs(`${name} is cut off`));
    if (!isDeflated)
        return content;
    try {
        return (0,external_node_zlib_.inflateRawSync)(content, { maxOutputLength: limit });
    }
    catch (error) {
        throw new ZipError(`${name} cannot be unpacked`, { cause: error });
    }
}
/** A part of the zip cannot be read. */
class ZipError extends Error {
}
/** Replaces the words of a library. */
function throwAs(message) {
    return (error) => {
        if (error instanceof ZipError)
            throw error;
        throw new ZipError(message, { cause: error });
    };
}
async function hasEnd(range) {
    const length = Math.min(range.size, TAIL_BYTES);
    const tail = await range.readAt(range.size - length, length);
    return tail.includes(END_SIGNATURE);
}
async function listEntries(zip) {
    if (zip.entryCount > MAX_ENTRIES)
        throw new ZipError('it has more than 100,000 files');
    const entries = new Map();
    for await (const entry of zip.eachEntry()) {
        // Some packers of Windows separate folders by a backslash, and others begin names with `./`. Devices want the exact name.
        const exactName = entry.fileNameRaw.toString();
        const name = exactName.replaceAll('\\', '/').replace(/^\.?\/+/, '');
        const isNeeded = NEEDED_NAMES.some((pattern) => pattern.test(name));
        if (isNeeded && (name === exactName || !entries.has(name)))
            entries.set(name, entry);
    }
    return entries;
}

;// CONCATENATED MODULE: ./build/app/inspect/inspect-app.js











/** Inspects an app. What is not understood has no facts, and a finding that says why. Never fails. */
async function inspectApp(app) {
    try {
        const isFolder = app.kind === 'folder';
        const { facts, findings } = isFolder ? await inspectIosApp(await openFolder(app.path), '') : await inspectFile(app);
        // Texts of a file may hold anything. They are cut where they are shown, because a secret in them must be found whole.
        return { facts: facts && (0,app_facts/* mapTexts */.zO)(facts, (text) => (0,model_text/* cleanText */.X5)(text, Infinity)), findings };
    }
    catch (error) {
        return { findings: [finding('not-inspected', (0,model_text/* cleanText */.X5)((0,errors/* messageOf */.bD)(error)))] };
    }
}
async function inspectFile({ path, name }) {
    const file = await (0,promises_.open)(path);
    try {
        const { size } = await file.stat();
        const zip = await openZip(new FileRange(file.fd, 0, size));
        if (!zip)
            return { findings: [finding('not-a-zip')] };
        const { facts, findings } = await inspectZip(zip, (0,app_extensions/* extensionOf */.je)(name));
        // Gradle ends the name so if the build type has no `signingConfig`.
        const signing = /-unsigned\.apk$/i.test(name) ? [finding('unsigned-apk')] : [];
        return { facts, findings: [...findings, ...signing] };
    }
    finally {
        await file.close();
    }
}
async function inspectZip(zip, extension) {
    if (extension === 'apk')
        return inspectApk(zip);
    if (extension === 'ipa')
        return inspectIpa(zip);
    if (zip.names.includes(MANIFEST))
        return inspectApk(zip);
    if (extension === 'xapk' || extension === 'apks')
        return inspectPackage(zip);
    const bundles = findBundles(zip.names);
    if (bundles.length > 0)
        return inspectBundles(zip, bundles);
    if (zip.names.includes('Info.plist'))
        return { findings: [finding('zipped-contents')] };
    const app = zip.names.find((name) => app_extensions/* PACKED_APP */.Hh.test(name));
    if (app !== undefined)
        return { findings: [finding('contains-app', (0,model_text/* cleanText */.X5)(app))] };
    throw new Error('it has neither an .app folder nor an AndroidManifest.xml');
}
function inspectIpa(zip) {
    const bundles = findBundles(zip.names, 'Payload/');
    if (bundles.length > 0)
        return inspectBundles(zip, bundles);
    const [elsewhere] = findBundles(zip.names);
    if (elsewhere === undefined)
        return { findings: [finding('no-info-plist')] };
    return { findings: [finding('not-in-payload', (0,model_text/* cleanText */.X5)(elsewhere.slice(0, -1)))] };
}


/***/ })

};
