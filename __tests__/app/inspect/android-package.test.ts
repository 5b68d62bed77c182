import { describe, test } from '@jest/globals';

import { expectFound, WALLET, type Row } from './support/inspect-file.ts';
import { makeApk } from './support/make-apk.ts';
import { makeZip } from './support/make-zip.ts';

describe('xapk and apks', () => {
  const description = (fields: object): string => JSON.stringify({ package_name: 'com.example.wallet', ...fields });
  const DESCRIBED = {
    name: 'Purse',
    version_name: '1.0',
    version_code: '10',
    min_sdk_version: '26',
    split_apks: [{ file: 'w.apk', id: 'base' }],
  };

  test.each<Row>([
    [
      'an xapk with a stored base',
      async () =>
        makeZip({ 'manifest.json': description(DESCRIBED), 'config.arm64_v8a.apk': 'x', 'w.apk': await makeApk() }, [
          'w.apk',
        ]),
      [],
      { ...WALLET, format: 'xapk', architectures: ['arm64-v8a'] },
    ],
    [
      'an xapk with a compressed base',
      async () => makeZip({ 'manifest.json': description(DESCRIBED), 'w.apk': await makeApk() }),
      [],
      { identifier: 'com.example.wallet', name: 'Purse', version: '1.0', build: '10', minimumOs: 'Android 8' },
    ],
    [
      'an xapk with a base of the package name',
      async () =>
        makeZip(
          {
            'manifest.json': description({}),
            'com.example.wallet.apk': await makeApk({ activities: [] }),
            'a.apk': '',
          },
          ['com.example.wallet.apk'],
        ),
      ['no-launcher'],
      {},
    ],
    [
      'an xapk without a description',
      async () => makeZip({ 'base.apk': await makeApk(), 'a.apk': '' }, ['base.apk']),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk with a description that is not JSON',
      async () => makeZip({ 'manifest.json': '{', 'only.apk': await makeApk() }, ['only.apk']),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk of a package that is named like a split',
      async () =>
        makeZip({ 'manifest.json': '{"package_name": "config.wallet"}', 'config.wallet.apk': await makeApk() }, 'all'),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk with one APK besides splits',
      async () => makeZip({ 'wallet.apk': await makeApk(), 'config.en.apk': '' }, 'all'),
      [],
      { version: '3.2.1' },
    ],
    [
      'an xapk with native code for Intel only',
      async () => makeZip({ 'base.apk': await makeApk(), 'config.x86_64.apk': '' }, 'all'),
      ['no-arm-code'],
      { architectures: ['x86_64'] },
    ],
    [
      'an xapk with native code for Intel in its base, and for ARM in a split',
      async () =>
        makeZip({ 'base.apk': await makeApk({ files: { 'lib/x86/a.so': '' } }), 'config.arm64_v8a.apk': '' }, 'all'),
      [],
      { architectures: ['arm64-v8a', 'x86'] },
    ],
    [
      'an xapk with a compressed base and native code for Intel only',
      async () => makeZip({ 'base.apk': await makeApk(), 'config.x86.apk': '' }),
      ['no-arm-code'],
      { architectures: ['x86'] },
    ],
    ['an xapk with names in upper case', () => makeZip({ 'WALLET.APK': '' }), [], { format: 'xapk' }],
    [
      'an xapk with splits only',
      () => makeZip({ 'manifest.json': description({}), 'config.en.apk': '' }),
      ['no-base-apk'],
    ],
    ['an xapk without an APK', () => makeZip({ 'manifest.json': description({}) }), ['no-base-apk']],
  ])('%s', (...row) => expectFound('app.xapk', row));

  test.each<Row>([
    [
      'an apks of bundletool',
      async () =>
        makeZip({ 'toc.pb': '', 'splits/base-arm64_v8a.apk': '', 'splits/base-master.apk': await makeApk() }, [
          'splits/base-master.apk',
        ]),
      [],
      { ...WALLET, format: 'apks', architectures: ['arm64-v8a'] },
    ],
    [
      'a universal apks',
      async () => makeZip({ 'toc.pb': '', 'universal.apk': await makeApk({ schemes: [] }) }, ['universal.apk']),
      ['unsigned-apk'],
      { version: '3.2.1' },
    ],
    [
      'an apks with a compressed base',
      async () => makeZip({ 'universal.apk': await makeApk() }),
      [],
      { format: 'apks' },
    ],
    [
      'an apks with a base that is no APK',
      () => makeZip({ 'universal.apk': 'text' }, ['universal.apk']),
      [],
      { format: 'apks' },
    ],
    ['text', () => 'not a zip', ['not-a-zip']],
  ])('%s', (...row) => expectFound('app.apks', row));
});
