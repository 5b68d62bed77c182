import { expect, test } from '@jest/globals';

import { toAscii } from '../../scripts/build/ascii.ts';

test.each<[code: string, ascii: string]>([
  ["'caf\u00e9'", "'caf\\u00e9'"],
  ['`\u2713 ${x} \u2717 ${y} \u{1f53a}`', '`\\u2713 ${x} \\u2717 ${y} \\ud83d\\udd3a`'],
  ['/[\u2018\u2019]/gu', '/[\\u2018\\u2019]/gu'],
  ["'no\u00a0break'", "'no\\u00a0break'"],
  ['x ||\u00a0{}', 'x || {}'],
  ['a\u2028b', 'a\nb'],
  ['// it\u2019s', '// it\\u2019s'],
  ["'plain' + /text/", "'plain' + /text/"],
])('%j becomes %j', (code, ascii) => {
  expect(toAscii(code, 'x.js')).toBe(ascii);
});

test.each(["'\\\u2019'", 'String.raw`x\u2019`'])('%j would mean something else', (code) => {
  expect(() => toAscii(code, 'x.js')).toThrow('x.js would mean something else in ASCII.');
});
