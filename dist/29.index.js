export const id = 29;
export const ids = [29];
export const modules = {

/***/ 7029:
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
// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(2017);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/app/inspect/app-contents.js


/** Enough for the list of architectures in an executable, and the load commands of the first one. */
const START_BYTES = 128 * 1024;
/** A file that the service certainly cannot read either. The message completes "cannot be read: …", without a full stop. */
class UnreadableFile extends Error {
}
/** The files directly in a folder. */
async function openFolder(folder) {
    return {
        names: await (0,promises_.readdir)(folder),
        read: (name, limit) => withFile((0,external_node_path_.join)(folder, name), (file, size) => {
            if (size > limit)
                throw new Error(`${name} is larger than ${limit} bytes.`);
            return file.readFile();
        }),
        readStart: (name) => withFile((0,external_node_path_.join)(folder, name), async (file, size) => {
            const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(START_BYTES, size)) });
            return buffer.subarray(0, bytesRead);
        }),
    };
}
async function withFile(path, use) {
    const found = await (0,promises_.stat)(path);
    // To open a named pipe would wait for a writer.
    if (!found.isFile())
        throw new Error(`${path} is not a file.`);
    const file = await (0,promises_.open)(path);
    try {
        return await use(file, found.size);
    }
    finally {
        await file.close();
    }
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
    debuggable: 0x0101000f,
    minSdkVersion: 0x0101020c,
    versionCode: 0x0101021b,
    versionName: 0x0101021c,
    targetSdkVersion: 0x01010270,
    testOnly: 0x01010272,
    versionCodeMajor: 0x01010576,
};
/** Reads the `AndroidManifest.xml` of an APK. @throws UnreadableFile if no device can read it either */
function readManifest(file) {
    let facts;
    const path = new ElementPath();
    const launcher = new LauncherSearch();
    for (const event of readBinaryXml(file)) {
        if (event.kind === 'end')
            path.leave();
        else {
            path.enter(event.name);
            if (path.is(['manifest']))
                facts = packageFacts(event);
            else if (path.is(['manifest'], ['uses-sdk']))
                facts = { ...facts, ...sdkFacts(event) };
            else if (path.is(['manifest'], ['application']))
                facts = { ...facts, ...applicationFacts(event) };
            else
                launcher.visit(path, event);
        }
        // Android ignores what comes after the first element.
        if (facts && path.is())
            break;
    }
    if (!facts)
        throw new UnreadableFile('it has no manifest element');
    return { ...facts, launchable: launcher.result() };
}
function packageFacts(event) {
    const identifier = event.attribute('package');
    if (identifier === null || identifier === '')
        throw new UnreadableFile('it has no package name');
    return {
        identifier: textOf(identifier),
        version: textOf(event.attribute(ATTRIBUTE.versionName)),
        build: versionCode(event),
        isSplit: textOf(event.attribute('split')) !== undefined,
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
/** Without a target, the minimum is the target, and without a minimum, 1 is. A preview of Android has a name instead of a number. */
function sdkFacts(event) {
    const minimum = event.attribute(ATTRIBUTE.minSdkVersion);
    const given = event.attribute(ATTRIBUTE.targetSdkVersion);
    const target = [given, minimum, 1].find((value) => value !== null);
    return {
        minimumOs: typeof minimum === 'number' ? androidVersion(minimum) : undefined,
        targetSdk: typeof target === 'number' ? target : undefined,
    };
}
function applicationFacts(event) {
    const debuggable = event.attribute(ATTRIBUTE.debuggable);
    return {
        name: textOf(event.attribute(ATTRIBUTE.label)),
        debuggable: debuggable === undefined ? undefined : debuggable === true,
        isTestOnly: event.attribute(ATTRIBUTE.testOnly) === true,
    };
}
/** The elements around the current one, as deep as a manifest means anything. */
class ElementPath {
    #names = [];
    #depth = 0;
    enter(name) {
        if (this.#depth < 5)
            this.#names[this.#depth] = name;
        this.#depth += 1;
    }
    leave() {
        this.#depth = Math.max(0, this.#depth - 1);
    }
    /** Whether this is the current path. @param levels the names that are possible at each level */
    is(...levels) {
        return this.#depth === levels.length && levels.every((names, level) => names.includes(this.#names[level] ?? ''));
    }
}
const ACTIVITY = [['manifest'], ['application'], ['activity', 'activity-alias']];
const NAMED = [...ACTIVITY, ['intent-filter'], ['action', 'category']];
/** Looks for an activity with the action MAIN and the launcher category, as Android's tools do: also in two of its intent filters. */
class LauncherSearch {
    #isFound = false;
    #isUnknown = false;
    #hasMain = false;
    #hasLauncher = false;
    visit(path, event) {
        if (path.is(...ACTIVITY))
            this.#hasMain = this.#hasLauncher = false;
        if (!path.is(...NAMED))
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
        so: 'the service may not find the app',
        fix: 'Extract the zip, and set `app-file` to the app in it.',
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
        so: NOT_INSTALLABLE,
        fix: 'Use one APK for all devices, such as that of `bundletool build-apks --mode=universal`.',
    },
    'damaged-zip': {
        isError: false,
        what: 'is a zip that Android cannot open ({})',
        so: 'devices refuse it',
        fix: 'Check the steps that change the file after the build.',
    },
    'test-only': {
        isError: false,
        what: 'is marked as test-only (android:testOnly)',
        so: 'devices refuse it without a special option',
        fix: 'Run `./gradlew assembleDebug`, and use the APK in build/outputs/apk, not in build/intermediates.',
    },
    'low-target': {
        isError: false,
        what: 'targets API level {}, but Android 14 needs at least 23 and Android 15 at least 24',
        so: 'newer devices refuse it',
        fix: 'Set `targetSdk` to 24 or more in build.gradle.',
    },
    'no-arm-code': {
        isError: false,
        what: 'has native code for {} only',
        so: 'devices with ARM processors refuse it',
        fix: 'Build it for arm64-v8a too; with Flutter, pass `--target-platform android-arm64`.',
    },
    'unsigned-apk': {
        isError: false,
        what: 'is not signed',
        so: 'devices refuse it unless the service signs it',
        fix: 'Use a debug build, or set `signingConfig` for the build type in build.gradle.',
    },
    'stripped-signature': {
        isError: false,
        what: 'lost its v2 signature after it was signed',
        so: 'Android 7 and later refuse it',
        fix: 'Run zipalign before apksigner, and do not change the APK after it was signed.',
    },
    'no-base-apk': {
        isError: true,
        what: 'contains no base APK',
        code: 4032,
        fix: 'Use the APKS that `bundletool build-apks` made, or one APK.',
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
        so: NOT_INSTALLABLE,
        fix: CHECK_STEP,
    },
    'simulator-build': {
        isError: true,
        what: 'is a build for the simulator',
        so: NOT_INSTALLABLE,
        fix: BUILD_FOR_DEVICES,
    },
    'no-executable': { isError: true, what: 'has no executable ({})', so: NOT_INSTALLABLE, fix: CHECK_STEP },
    'old-architecture': {
        isError: false,
        what: 'has 32-bit code only ({})',
        so: 'iOS 11 and later refuse it',
        fix: 'Build it for arm64.',
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
        what: 'has a provisioning profile of the kind {}, not development',
        code: 4031,
        fix: EXPORT_DEVELOPMENT,
    },
    'store-encryption': {
        isError: false,
        what: 'has the encryption of the App Store',
        so: 'it runs only for the account that bought it',
        fix: EXPORT_DEVELOPMENT,
    },
};
/** Every kind of finding. */
const FINDING_KINDS = Object.keys(DESCRIPTIONS);
/** Describes a finding. @param detail of this file */
function finding(kind, detail = '') {
    const { isError, what, code, so, fix } = DESCRIPTIONS[kind];
    const verb = isError ? 'would' : 'may';
    const rejection = code !== undefined && `the service ${verb} reject it (${code})`;
    const sentence = (0,words/* joinPieces */.Am)(', so ', [what.replace('{}', () => detail), rejection || so]);
    return { kind, isError, code, message: `${sentence}. ${fix}` };
}

;// CONCATENATED MODULE: ./build/app/inspect/apk.js



/** The file that every APK has. */
const MANIFEST = 'AndroidManifest.xml';
/** Most bytes of a manifest, unpacked. */
const MANIFEST_LIMIT = 64 * 1024 * 1024;
/** Inspects an APK. @param otherAbis the ABIs of its splits */
async function inspectApk(apk, otherAbis = []) {
    if (!apk.names.includes(MANIFEST))
        return { findings: [finding('no-manifest')] };
    try {
        const { isSplit, isTestOnly, ...manifest } = readManifest(await apk.readAsAndroid(MANIFEST, MANIFEST_LIMIT));
        const architectures = [...new Set([...abisOf(apk.names), ...otherAbis])].sort();
        const facts = {
            format: 'apk',
            osType: 'ANDROID',
            ...manifest,
            architectures: listOrNone(architectures),
            signatures: await findSignatures(apk),
        };
        if (isSplit)
            return { facts, findings: [finding('split-apk')] };
        const findings = [];
        if (apk.androidProblem !== undefined)
            findings.push(finding('damaged-zip', apk.androidProblem));
        if (isTestOnly)
            findings.push(finding('test-only'));
        findings.push(...checkFacts(facts));
        if (await isStripped(apk, facts))
            findings.push(finding('stripped-signature'));
        return { facts, findings };
    }
    catch (error) {
        if (!(error instanceof UnreadableFile))
            throw error;
        return { findings: [finding('unreadable-manifest', error.message)] };
    }
}
/** A fact without items is not known. */
function listOrNone(items) {
    return items.length > 0 ? items : undefined;
}
function checkFacts({ launchable, signatures, targetSdk, architectures = [] }) {
    const findings = [];
    if (launchable === false)
        findings.push(finding('no-launcher'));
    if (targetSdk !== undefined && targetSdk < LOWEST_TARGET)
        findings.push(finding('low-target', `${targetSdk}`));
    findings.push(...checkAbis(architectures));
    if (signatures?.length === 0)
        findings.push(finding('unsigned-apk'));
    return findings;
}
/** Below it, Android 15 and 16 refuse an app (MIN_INSTALLABLE_TARGET_SDK in the platform's PackageManagerService). */
const LOWEST_TARGET = 24;
/** Finds native code that no phone can run. */
function checkAbis(abis) {
    if (abis.length === 0 || abis.some((abi) => abi.startsWith('arm')))
        return [];
    return [finding('no-arm-code', abis.join(', '))];
}
/** Most signature files that are read; an app has one. */
const MAX_SIGNATURE_FILES = 5;
/** Whether a v1 signature says that there is one of a newer scheme, and there is none: Android takes that for an attack. */
async function isStripped(apk, { signatures }) {
    if (signatures?.join() !== 'v1')
        return false;
    const files = apk.names.filter((name) => /^META-INF\/[^/]+\.SF$/i.test(name)).slice(0, MAX_SIGNATURE_FILES);
    const starts = await Promise.all(files.map((name) => apk.readStart(name).catch(() => '')));
    return starts.some((start) => {
        const [attributes = ''] = start.toString().split(/\r?\n\r?\n/, 1);
        return /^X-Android-APK-Signed:.*\b[23]\b/im.test(attributes);
    });
}
const NATIVE_CODE = /^lib\/(arm64-v8a|armeabi|armeabi-v7a|mips|mips64|riscv64|x86|x86_64)\/[^/]+\.so$/;
/** The ABIs that the APK has native code for. */
function abisOf(names) {
    const abis = names.flatMap((name) => NATIVE_CODE.exec(name)?.[1] ?? []);
    return [...new Set(abis)].sort();
}
/** Ends the block before the central directory (source.android.com, APK Signature Scheme v2). */
const MAGIC = 'APK Sig Block 42';
/** The blocks of the signature schemes. One of v3.1 comes with one of v3. */
const SCHEMES = new Map([
    [0x7109871a, 'v2'],
    [0xf05368c0, 'v3'],
]);
/** More pairs are not searched; there are about five. */
const MAX_PAIRS = 100;
/** The kinds of signatures that an APK has. They are not verified. */
async function findSignatures(apk) {
    const isV1 = apk.names.some((name) => /^META-INF\/[^/]+\.(?:RSA|DSA|EC)$/i.test(name));
    const schemes = new Set(isV1 ? ['v1'] : []);
    for await (const identifier of blockIdentifiers(apk)) {
        const scheme = SCHEMES.get(identifier);
        if (scheme)
            schemes.add(scheme);
    }
    return [...schemes].sort();
}
/** Layout: size, pairs of length, identifier and value, size again, magic. */
async function* blockIdentifiers({ range, directoryOffset }) {
    if (directoryOffset < 32)
        return;
    const footer = await range.readAt(directoryOffset - 24, 24);
    if (footer.toString('latin1', 8) !== MAGIC)
        return;
    const end = directoryOffset - 24;
    let at = directoryOffset - Number(footer.readBigUInt64LE(0));
    for (let pair = 0; pair < MAX_PAIRS && at >= 0 && at + 12 <= end; pair += 1) {
        const header = await range.readAt(at, 12);
        yield header.readUInt32LE(8);
        at += 8 + Number(header.readBigUInt64LE(0));
    }
}

;// CONCATENATED MODULE: ./build/app/inspect/android-package.js




/** The description of an XAPK. */
const DESCRIPTION = 'manifest.json';
const DESCRIPTION_LIMIT = 1024 * 1024;
/** The names of base APKs: of bundletool, of tools that pack the APKs of a device, and of APKs for one kind of device. */
const BASE_NAMES = [/^universal\.apk$/i, /(?:^|\/)base(?:-master)?\.apk$/i, /^standalones\/[^/]+\.apk$/i];
/** APKs that are certainly parts of an app, such as `config.arm64_v8a.apk`. */
const SPLIT = /(?:^|\/)(?:split_)?config\.[^/]+\.apk$/;
/** The ABI in the name of a split: `config.arm64_v8a.apk`, `splits/base-armeabi_v7a.apk`. */
const ABI = /(?:config\.|base-)(arm64_v8a|armeabi_v7a|armeabi|x86_64|x86)(?:_\d+)?\.apk$/;
/** Inspects an XAPK or an APKS, which is a zip of APKs. */
async function inspectPackage(zip, format) {
    const apks = zip.names.filter((name) => /\.apk$/i.test(name));
    const description = zip.names.includes(DESCRIPTION) ? await readDescription(zip) : {};
    const base = baseOf(apks, description);
    if (base === undefined && apks.every((name) => SPLIT.test(name)))
        return { findings: [finding('no-base-apk')] };
    const splitAbis = apks.flatMap((name) => ABI.exec(name)?.[1]?.replace('_v', '-v') ?? []);
    const architectures = [...new Set(splitAbis)].sort();
    const described = describedFacts(description, format, architectures);
    const apk = base === undefined ? undefined : await zip.openStored(base).catch(() => undefined);
    if (!apk)
        return { facts: described, findings: checkAbis(architectures) };
    const { facts, findings } = await inspectApk(apk, architectures);
    return { facts: { ...described, ...withoutUnknown(facts), format }, findings };
}
/** What the base APK does not say must not replace what the description says. */
function withoutUnknown(facts) {
    return Object.fromEntries(Object.entries(facts ?? {}).filter(([, fact]) => fact !== undefined));
}
async function readDescription(zip) {
    try {
        const value = JSON.parse((await zip.read(DESCRIPTION, DESCRIPTION_LIMIT)).toString());
        return (0,fields/* isJsonObject */.OW)(value) ? value : {};
    }
    catch {
        return {};
    }
}
/** `undefined` if it is not known which APK is the base. */
function baseOf(apks, description) {
    const described = (0,fields/* listIn */.Of)(description, 'split_apks').find((split) => (0,fields/* textIn */.r7)(split, 'id') === 'base');
    const names = [(0,fields/* textIn */.r7)(described, 'file'), `${(0,fields/* textIn */.r7)(description, 'package_name')}.apk`];
    const named = apks.find((name) => names.includes(name));
    const known = BASE_NAMES.map((pattern) => apks.find((name) => pattern.test(name))).find(Boolean);
    const [candidate, ...others] = apks.filter((name) => !SPLIT.test(name));
    const only = others.length === 0 ? candidate : undefined;
    return named ?? known ?? only;
}
/** What an XAPK says of its base APK, which may be compressed. */
function describedFacts(description, format, architectures) {
    const minimum = numeralIn(description, 'min_sdk_version');
    return {
        format,
        osType: 'ANDROID',
        identifier: (0,fields/* textIn */.r7)(description, 'package_name') || undefined,
        name: (0,fields/* textIn */.r7)(description, 'name') || undefined,
        version: (0,fields/* textIn */.r7)(description, 'version_name') || undefined,
        build: numeralIn(description, 'version_code') || undefined,
        minimumOs: /^\d+$/.test(minimum) ? androidVersion(Number(minimum)) : undefined,
        architectures: listOrNone(architectures),
    };
}
/** Some tools write numbers as text. */
function numeralIn(description, name) {
    return (0,fields/* textIn */.r7)(description, name) || `${(0,fields/* numberIn */.Po)(description, name) ?? ''}`;
}

;// CONCATENATED MODULE: ./build/app/inspect/mach-o.js
/** Bytes of the header of an executable, by its magic number (mach-o/loader.h of Apple's SDKs); 32 and 64 bits. */
const HEADERS = new Map([
    [0xfeedface, 28],
    [0xfeedfacf, 32],
]);
/** How a file with several executables lists them, by its magic number (mach-o/fat.h). */
const LISTS = new Map([
    [0xcafebabe, { entryBytes: 20, offsetAt: (file, at) => file.readUInt32BE(at) }],
    [0xcafebabf, { entryBytes: 32, offsetAt: (file, at) => Number(file.readBigUInt64BE(at)) }],
]);
const COMMAND = { encryption32: 0x21, encryption64: 0x2c, buildVersion: 0x32 };
const PLATFORM = { ios: 2, iosSimulator: 7 };
const CPUS = new Map([
    [7, 'i386'],
    [0x01000007, 'x86_64'],
    [12, 'armv7'],
    [0x0100000c, 'arm64'],
]);
const INTEL = [7, 0x01000007];
const MAX_ARCHITECTURES = 20;
const MAX_COMMANDS = 1000;
/** Reads the beginning of an executable; `undefined` if it is not one. */
function readMachO(start) {
    try {
        return read(start);
    }
    catch {
        return undefined;
    }
}
function read(start) {
    const slices = readSlices(start);
    if (!slices.some(({ encrypted }) => encrypted !== undefined))
        return undefined;
    return {
        architectures: [...new Set(slices.map(({ cpu }) => CPUS.get(cpu) ?? `cpu ${cpu}`))].sort(),
        encrypted: slices.some(({ encrypted }) => encrypted),
        platform: platformOf(slices),
    };
}
function readSlices(start) {
    const list = LISTS.get(start.readUInt32BE(0));
    if (!list)
        return [readSlice(start) ?? []].flat();
    const count = Math.min(start.readUInt32BE(4), MAX_ARCHITECTURES);
    return Array.from({ length: count }, (_, index) => {
        const at = 8 + index * list.entryBytes;
        return readSlice(start.subarray(list.offsetAt(start, at + 8))) ?? { cpu: start.readUInt32BE(at) };
    });
}
function readSlice(start) {
    if (start.length < 32)
        return undefined;
    const headerBytes = HEADERS.get(start.readUInt32LE(0));
    if (headerBytes === undefined)
        return undefined;
    let platform;
    let encrypted = false;
    let at = headerBytes;
    const count = Math.min(start.readUInt32LE(16), MAX_COMMANDS);
    for (let index = 0; index < count && at + 20 <= start.length; index += 1) {
        const [type, size] = [start.readUInt32LE(at), start.readUInt32LE(at + 4)];
        if (type === COMMAND.buildVersion)
            platform = start.readUInt32LE(at + 8);
        if (type === COMMAND.encryption32 || type === COMMAND.encryption64)
            encrypted = start.readUInt32LE(at + 16) !== 0;
        at += Math.max(8, size);
    }
    return { cpu: start.readUInt32LE(4), platform, encrypted };
}
/** No iPhone has an Intel processor. Before 2018, executables did not say which platform they are for. */
function platformOf(slices) {
    if (slices.some(({ platform }) => platform === PLATFORM.ios))
        return 'device';
    const isSimulator = ({ cpu, platform }) => platform === PLATFORM.iosSimulator || INTEL.includes(cpu);
    if (slices.every(isSimulator))
        return 'simulator';
    return undefined;
}

// EXTERNAL MODULE: ./node_modules/saxes/saxes.js
var saxes = __webpack_require__(9800);
;// CONCATENATED MODULE: ./build/app/inspect/binary-property-list.js


const HEADER_BYTES = 8;
const TRAILER_BYTES = 32;
const binary_property_list_DAMAGED = 'it is cut off or damaged';
const MAX_DEPTH = 64;
/** Objects may be used several times, so that 138 bytes can expand to 100 million values. */
const MAX_VALUES = 100_000;
const BOOLEANS = new Map([
    [8, false],
    [9, true],
]);
/** Seconds between 1970 and 2001, where dates begin. */
const EPOCH_SECONDS = 978_307_200;
/** Reads a property list of the format `bplist00` into plain values. @throws UnreadableFile if it is damaged */
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
            case 0x0:
                return BOOLEANS.get(size);
            case 0x1:
                return this.#integer(at + 1, 2 ** size);
            case 0x2:
                return size === 2 ? this.#file.readFloatBE(at + 1) : this.#file.readDoubleBE(at + 1);
            case 0x3:
                return new Date((EPOCH_SECONDS + this.#file.readDoubleBE(at + 1)) * 1000);
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
                // Data and identifiers, of which nothing is needed.
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
/** A property list in the form that this reader does not know, and that a device may read. */
const OLD_STYLE = /^\s*(?:\{|\/[/*])/;
const property_list_MAX_DEPTH = 64;
/** An error takes the XML reader 10 µs. */
const MAX_ERRORS = 100;
/** Reads a binary or an XML property list into plain values. @throws UnreadableFile if it is neither, or damaged */
function readPropertyList(file) {
    if (file.toString('latin1', 0, 6) === 'bplist')
        return readBinaryPropertyList(file);
    const text = decode(file);
    if (OLD_STYLE.test(text))
        throw new Error('Old-style property lists are not supported.');
    if (!/^\s*</.test(text))
        throw new UnreadableFile('it is not a property list');
    return readXml(text);
}
function decode(file) {
    return new TextDecoder(encodingOf(file)).decode(file);
}
function encodingOf(file) {
    switch (file.toString('hex', 0, 2)) {
        case 'fffe':
            return 'utf-16le';
        case 'feff':
            return 'utf-16be';
        default:
            return 'utf-8';
    }
}
function readXml(text) {
    const root = { values: [], fields: undefined, key: '' };
    const open = [root];
    const parser = new saxes/* SaxesParser */.wT();
    let content = '';
    let depth = 0;
    // Apple's reader accepts more than XML allows, such as `--` in a comment. Of a damaged list, no value is left.
    let errors = 0;
    parser.on('error', (error) => {
        if ((errors += 1) > MAX_ERRORS)
            throw error;
    });
    parser.on('text', (part) => {
        content += part;
    });
    parser.on('opentag', ({ name }) => {
        content = '';
        depth += 1;
        if (depth > property_list_MAX_DEPTH)
            throw new Error('It is nested too deeply.');
        if (name === 'dict')
            open.push({ values: [], fields: new Map(), key: '' });
        if (name === 'array')
            open.push({ values: [], fields: undefined, key: '' });
    });
    parser.on('closetag', ({ name }) => {
        depth -= 1;
        const container = open.at(-1) ?? root;
        if (name === 'key')
            container.key = content;
        else if (name === 'dict' || name === 'array') {
            open.pop();
            addValue(open.at(-1) ?? root, property_list_valueOf(container));
        }
        else if (name !== 'plist')
            addValue(container, scalar(name, content));
    });
    parser.write(text).close();
    return root.values[0];
}
function property_list_valueOf({ fields, values }) {
    if (fields)
        return Object.fromEntries(fields);
    return values;
}
function addValue(container, value) {
    if (container.fields)
        container.fields.set(container.key, value);
    else
        container.values.push(value);
}
function scalar(element, content) {
    switch (element) {
        case 'true':
            return true;
        case 'false':
            return false;
        case 'integer':
        case 'real':
            return Number(content);
        case 'date':
            return new Date(content);
        default:
            return content;
    }
}

;// CONCATENATED MODULE: ./build/app/inspect/ios-app.js





const PROFILE = 'embedded.mobileprovision';
/**
 * The folder of the app in a zip, with `/` at its end: the outermost with an Info.plist; `undefined` without one.
 *
 * @param parent what the path begins with
 */
function findBundle(names, parent = '') {
    let found;
    for (const name of names) {
        const bundle = /^((?:[^/]+\/)*[^/]+\.app\/)Info\.plist$/.exec(name)?.[1];
        if (!bundle?.startsWith(parent))
            continue;
        const depth = bundle.split('/').length;
        if (!found || depth < found.depth)
            found = { bundle, depth };
    }
    return found?.bundle;
}
/** Inspects the iOS app in a folder of the contents. @param bundle '' or a path with `/` at its end */
async function inspectIosApp(contents, bundle) {
    if (!contents.names.includes(`${bundle}Info.plist`))
        return { findings: [finding('no-info-plist')] };
    try {
        const info = readPropertyList(await contents.read(`${bundle}Info.plist`, PROPERTY_LIST_LIMIT));
        if (!(0,fields/* isJsonObject */.OW)(info))
            throw new UnreadableFile('it is not a dictionary, or it is cut off');
        const executable = (0,fields/* textIn */.r7)(info, 'CFBundleExecutable');
        const start = await readStart(contents, bundle + executable);
        const facts = {
            ...describeInfo(info),
            ...describeExecutable(info, start),
            profile: await readProfile(contents, `${bundle}${PROFILE}`),
        };
        // Other letters may be encoded or composed differently in the names of files.
        const hasNoCode = /^[ -.0-~]*$/.test(executable) && (executable === '' || start?.length === 0);
        return { facts, findings: checkIosApp(facts, hasNoCode, contents.names.includes(`${bundle}${PROFILE}`)) };
    }
    catch (error) {
        if (!(error instanceof UnreadableFile))
            throw error;
        return { findings: [finding('unreadable-info-plist', error.message)] };
    }
}
/** Empty if there is no such file; `undefined` if it cannot be read. */
async function readStart(contents, name) {
    if (!contents.names.includes(name))
        return Buffer.alloc(0);
    return contents.readStart(name).catch(() => undefined);
}
function describeInfo(info) {
    const textOf = (key) => (0,fields/* textIn */.r7)(info, key) || undefined;
    const minimum = textOf('MinimumOSVersion');
    return {
        format: 'ios',
        osType: 'iOS',
        identifier: textOf('CFBundleIdentifier'),
        name: textOf('CFBundleDisplayName') ?? textOf('CFBundleName'),
        version: textOf('CFBundleShortVersionString'),
        build: textOf('CFBundleVersion'),
        minimumOs: minimum && `iOS ${minimum}`,
        executable: textOf('CFBundleExecutable'),
    };
}
/** What the executable was built for. If the Info.plist says something else, the executable counts. */
function describeExecutable(info, start) {
    const machO = start && readMachO(start);
    return {
        platform: machO?.platform ?? declaredPlatform(info),
        architectures: machO?.architectures,
        encrypted: machO?.encrypted,
    };
}
function declaredPlatform(info) {
    const platforms = (0,fields/* listIn */.Of)(info, 'CFBundleSupportedPlatforms');
    if (platforms.includes('iPhoneSimulator'))
        return 'simulator';
    if (platforms.includes('iPhoneOS'))
        return 'device';
    return undefined;
}
/** `undefined` if there is no profile, or it is not understood. */
async function readProfile(contents, name) {
    if (!contents.names.includes(name))
        return undefined;
    return contents
        .read(name, PROPERTY_LIST_LIMIT)
        .then(parseProfile)
        .catch(() => undefined);
}
/** Parses a provisioning profile: a signed message (CMS) around a property list. `undefined` if it is not understood. */
async function parseProfile(file) {
    // 5 to 10 ms, for iOS apps only.
    const { BaseBlock, Constructed, fromBER, OctetString } = await __webpack_require__.e(/* import() */ 549).then(__webpack_require__.t.bind(__webpack_require__, 4549, 19));
    const childOf = (block, index) => block instanceof Constructed ? block.valueBlock.value[index] : undefined;
    // ContentInfo, its [0], SignedData, encapContentInfo, its [0], the content (RFC 5652 §3 to §5).
    const path = [1, 0, 2, 1, 0];
    const content = path.reduce(childOf, fromBER(file).result);
    if (!(content instanceof BaseBlock) || !(content instanceof OctetString))
        return undefined;
    const profile = readPropertyList(Buffer.from(content.getValue()));
    if (!(0,fields/* isJsonObject */.OW)(profile))
        return undefined;
    return { kind: profileKind(profile), expires: isoDate(profile['ExpirationDate']) };
}
/** ISO 8601; `undefined` for what is not a valid date. */
function isoDate(value) {
    if (!(value instanceof Date) || Number.isNaN(value.getTime()))
        return undefined;
    return value.toISOString();
}
/** Only development profiles allow a debugger; the others differ in which devices they allow. */
function profileKind(profile) {
    if ((0,fields/* objectIn */.D7)(profile, 'Entitlements')['get-task-allow'] === true)
        return 'development';
    if ('ProvisionsAllDevices' in profile)
        return 'enterprise';
    if ('ProvisionedDevices' in profile)
        return 'ad-hoc';
    return 'app-store';
}
function checkIosApp(facts, hasNoCode, hasProfile) {
    const { identifier, platform, profile, encrypted, executable, architectures = [] } = facts;
    if (identifier === undefined)
        return [finding('no-bundle-identifier')];
    if (platform === 'simulator')
        return [finding('simulator-build')];
    if (hasNoCode)
        return [finding('no-executable', executable ?? 'CFBundleExecutable is not set')];
    const findings = [];
    if (architectures.join() === 'armv7')
        findings.push(finding('old-architecture', 'armv7'));
    if (!hasProfile)
        findings.push(finding('no-profile'));
    if (profile?.expires !== undefined && Date.parse(profile.expires) < Date.now()) {
        findings.push(finding('expired-profile', profile.expires.slice(0, 10)));
    }
    if (profile && profile.kind !== 'development')
        findings.push(finding('other-profile', profile.kind));
    if (encrypted)
        findings.push(finding('store-encryption'));
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

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./build/app/inspect/zip-contents.js





/** The record that ends every zip: its signature, and its size without a comment. */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22;
/** Where yauzl looks for it: the end of the file as far as a comment and a Zip64 locator can reach. */
const TAIL_BYTES = 20 + END_BYTES + 0xffff;
/** In the end record: the value is in the Zip64 record. */
const IN_ZIP64 = 0xffffffff;
/** Begins every file in a zip. */
const LOCAL_SIGNATURE = Buffer.from('PK\u0003\u0004');
const DEFLATED = 8;
/** Most files of an app; one with more is not inspected. */
const MAX_ENTRIES = 100_000;
/** Most bytes of names, extra fields and comments. Those of 100,000 ordinary files are 10 MB. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;
/** Most bytes that the beginning of a file may expand to. */
const MAX_START_BYTES = 16 * 1024 * 1024;
/** The names that matter to an inspection: the others of 100,000 files are not kept. */
const NEEDED_NAMES = [
    /^AndroidManifest\.xml$/i,
    /^manifest\.json$/i,
    /^META-INF\/[^/]+\.(?:RSA|DSA|EC|SF)$/i,
    /^lib\//i,
    /\.app\/[^/]+$/i,
    app_extensions/* PACKED_APP */.Hh,
];
/**
 * Lists a zip by its central directory.
 *
 * @returns `undefined` if it is not a complete zip
 * @throws if it has too many files, or is broken in another way; the message completes "was not inspected: …"
 */
async function openZip(range) {
    const end = await findEnd(range);
    if (!end)
        return undefined;
    const { zip, entries, androidProblem } = await listEntries(range, end.directoryOffset).catch(explain('its list of files is damaged'));
    /** The content as it is stored. */
    const locate = async (entry, name) => {
        if (!entry)
            throw new ZipError(`${name} is missing`);
        const { fileDataStart } = await zip
            .readLocalFileHeaderPromise(entry, { minimal: true })
            .catch(explain(`${name} is damaged`));
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
        directoryOffset: end.directoryOffset,
        range,
        androidProblem: end.androidProblem ?? androidProblem,
        read: async (name, limit) => unpack(await locateReadable(name), limit),
        readAsAndroid: async (name, limit) => unpack(await locate(entries.get(name), name), limit),
        readStart: async (name) => {
            const packed = await locateReadable(name);
            const start = await packed.range.readAt(0, Math.min(packed.range.size, START_BYTES));
            // Only a flush makes zlib accept data that is cut off.
            const options = { finishFlush: external_node_zlib_.constants.Z_SYNC_FLUSH, maxOutputLength: MAX_START_BYTES };
            return inflate(packed, start, options);
        },
        openStored: async (name) => {
            const packed = await locateReadable(name);
            if (packed.isDeflated)
                return undefined;
            return openZip(packed.range);
        },
    };
}
async function unpack(packed, limit) {
    const { name, range } = packed;
    if (range.size > limit)
        throw new ZipError(`${name} is larger than ${limit} bytes`);
    const content = await range.readAt(0, range.size).catch(explain(`${name} is cut off`));
    return inflate(packed, content, { maxOutputLength: limit });
}
/** The content, unpacked if it is deflated. */
function inflate({ name, isDeflated }, content, options) {
    if (!isDeflated)
        return content;
    try {
        return (0,external_node_zlib_.inflateRawSync)(content, options);
    }
    catch (error) {
        throw new ZipError(`${name} cannot be unpacked`, { cause: error });
    }
}
/** A part of the zip cannot be read. */
class ZipError extends Error {
}
/** Replaces the words of a library. */
function explain(message) {
    return (error) => {
        if (error instanceof ZipError)
            throw error;
        throw new ZipError(message, { cause: error });
    };
}
async function findEnd(range) {
    const length = Math.min(range.size, TAIL_BYTES);
    if (length < END_BYTES)
        return undefined;
    const tail = await range.readAt(range.size - length, length);
    const at = tail.lastIndexOf(END_SIGNATURE, length - END_BYTES);
    if (at < 0)
        return undefined;
    const [size, directoryOffset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const extra = length - at - END_BYTES - tail.readUInt16LE(at + 20);
    if (extra > 0)
        throw new ZipError(`there are ${extra} bytes after the end of the zip`);
    if (extra < 0)
        throw new ZipError('the end of the zip is damaged');
    const isWrong = directoryOffset !== IN_ZIP64 && directoryOffset + size > range.size - length + at;
    const androidProblem = isWrong ? 'the size of its list of files is wrong' : undefined;
    return { directoryOffset, androidProblem };
}
async function listEntries(range, directoryOffset) {
    // Without decoding, yauzl does not reject names such as `../a`: they are not used as paths here, and must not hide the others.
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
    const zip = await (0,yauzl/* fromRandomAccessReaderPromise */.or)(range, range.size, options);
    if (zip.entryCount > MAX_ENTRIES)
        throw new ZipError('it has more than 100,000 files');
    const entries = new Map();
    const names = new Set();
    let bytes = 0;
    let androidProblem;
    for await (const entry of zip.eachEntry()) {
        bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
        if (bytes > MAX_DIRECTORY_BYTES)
            throw new ZipError('its list of files is too large');
        androidProblem ??= entryProblem(entry, directoryOffset, names);
        // Some packers of Windows separate folders by a backslash, and others begin names with `./`. Devices want the exact name.
        const exactName = entry.fileNameRaw.toString();
        const name = exactName.replaceAll('\\', '/').replace(/^\.?\/+/, '');
        const isNeeded = NEEDED_NAMES.some((pattern) => pattern.test(name));
        if (isNeeded && (name === exactName || !entries.has(name)))
            entries.set(name, entry);
    }
    if (!(await range.readAt(0, 4)).equals(LOCAL_SIGNATURE))
        androidProblem ??= 'it does not begin with its first file';
    return { zip, entries, androidProblem };
}
/** What Android's `libziparchive` checks when it opens a zip. @param names of the entries before this one */
function entryProblem(entry, directoryOffset, names) {
    const raw = entry.fileNameRaw;
    if (raw.includes(0))
        return 'a name of a file has a NUL character';
    if (!(0,external_node_buffer_.isUtf8)(raw))
        return 'a name of a file is not UTF-8';
    if (entry.relativeOffsetOfLocalHeader >= directoryOffset)
        return 'the position of a file is wrong';
    const name = raw.toString();
    if (names.has(name))
        return 'two files have the same name';
    names.add(name);
    return undefined;
}

;// CONCATENATED MODULE: ./build/app/inspect/inspect-app.js












/** Inspects an app. What is not understood has no facts, and a finding that says why. Never fails. */
async function inspectApp(app) {
    try {
        const { facts, findings } = await inspect(app);
        // Texts of a file may hold anything. They are cut where they are shown, because a secret in them must be found whole.
        return { facts: facts && (0,app_facts/* mapTexts */.zO)(facts, (text) => (0,model_text/* cleanText */.X5)(text, Infinity)), findings };
    }
    catch (error) {
        return { findings: [finding('not-inspected', (0,model_text/* cleanText */.X5)((0,errors/* messageOf */.bD)(error)))] };
    }
}
async function inspect(app) {
    if (app.kind === 'folder')
        return inspectIosApp(await openFolder(app.path), '');
    return inspectFile(app);
}
async function inspectFile({ path, name }) {
    const file = await (0,promises_.open)(path);
    try {
        const { size } = await file.stat();
        const zip = await openZip(new FileRange(file.fd, 0, size));
        if (!zip)
            return { findings: [finding('not-a-zip')] };
        return await inspectZip(zip, (0,app_extensions/* extensionOf */.je)(name));
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
    if (extension === 'xapk')
        return inspectPackage(zip, 'xapk');
    if (extension === 'apks')
        return inspectPackage(zip, 'apks');
    const bundle = findBundle(zip.names);
    if (bundle !== undefined)
        return inspectIosApp(zip, bundle);
    const app = zip.names.find((name) => app_extensions/* PACKED_APP */.Hh.test(name));
    if (app !== undefined)
        return { findings: [finding('contains-app', (0,model_text/* cleanText */.X5)(app))] };
    throw new Error('it has neither an .app folder nor an AndroidManifest.xml');
}
function inspectIpa(zip) {
    const bundle = findBundle(zip.names, 'Payload/');
    if (bundle !== undefined)
        return inspectIosApp(zip, bundle);
    const elsewhere = findBundle(zip.names);
    if (elsewhere === undefined)
        return { findings: [finding('no-info-plist')] };
    return { findings: [finding('not-in-payload', (0,model_text/* cleanText */.X5)(elsewhere.slice(0, -1)))] };
}


/***/ })

};
