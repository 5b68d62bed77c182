import { describe, expect, test } from '@jest/globals';

import { escapedForms, secretForms } from '../../src/runtime/secret-forms.ts';

describe('a secret of letters and digits', () => {
  // Behind it are the base64 digits that it has wherever it stands: 0, 1 and 2 bytes into a text.
  test.each([
    ['sesame', ['c2VzYW1l', 'Nlc2FtZ', 'zZXNhbW']],
    ['sesame1', ['c2VzYW1lMQ==', 'c2VzYW1lMQ', 'c2VzYW1lM', 'Nlc2FtZT', 'zZXNhbWUx']],
    ['sesame12', ['c2VzYW1lMTI=', 'c2VzYW1lMTI', 'c2VzYW1lMT', 'Nlc2FtZTEy', 'zZXNhbWUxM']],
  ])('%s is only itself or base64', (secret, base64) => {
    expect(new Set(secretForms(secret))).toEqual(new Set([secret, ...base64]));
  });
});

describe('a secret of other characters, as it is written', () => {
  test.each<[where: string, secret: string, written: string]>([
    ['by base64', '~~~???>>>', 'fn5+Pz8/Pj4+'],
    ['by base64url', '~~~???>>>', 'fn5-Pz8_Pj4-'],
    ['by base64 in JSON with escaped slashes', '~~~???>>>', 'fn5+Pz8\\/Pj4+'],
    ['by encodeURIComponent', "p*w (1)~+é/!'", "p*w%20(1)~%2B%C3%A9%2F!'"],
    ['by the letter of RFC 3986', "p*w (1)~+é/!'", 'p%2Aw%20%281%29~%2B%C3%A9%2F%21%27'],
    ['by the letter of RFC 3986, in lower case', "p*w (1)~+é/!'", 'p%2aw%20%281%29~%2b%c3%a9%2f%21%27'],
    ['by encodeURI', "p*w (1)~+é/!'", "p*w%20(1)~+%C3%A9/!'"],
    ['by a form', "p*w (1)~+é/!'", 'p*w+%281%29%7E%2B%C3%A9%2F%21%27'],
    ['by a form that has no plus for a space', "p*w (1)~+é/!'", 'p*w%20%281%29%7E%2B%C3%A9%2F%21%27'],
    ['in a path', "p*w (1)~+é/!'", 'p%2Aw%20%281%29~%2B%C3%A9/%21%27'],
    ['in a segment of a path', "p*w (1)~+é/!'", 'p%2Aw%20%281%29~+%C3%A9%2F%21%27'],
    ["by Go's html/template", 'a+b="c"', 'a&#43;b=&#34;c&#34;'],
    ['by JSTL', 'a="c"', 'a=&#034;c&#034;'],
    ['by Handlebars', 'a=b`c/d+e', 'a&#x3D;b&#x60;c/d+e'],
    ['by Mustache', 'a=b`c/d+e', 'a&#x3D;b&#x60;c&#x2F;d+e'],
    ['as HTML of .NET', 'a=b`c/d+e', 'a=b&#x60;c/d&#x2B;e'],
    ['as JSON of .NET', 'a"+b\\"', 'a\\u0022\\u002Bb\\\\\\u0022'],
    ['as XML', `<a>'"&é`, '&lt;a&gt;&apos;&quot;&amp;é'],
    ['as HTML', `<a>'"&é`, '&lt;a&gt;&#39;&quot;&amp;é'],
    ['as HTML with numbered quotes', `<a>'"&é`, '&lt;a&gt;&#39;&#34;&amp;é'],
    ['as HTML with hexadecimal quotes', `<a>'"&é`, '&lt;a&gt;&#x27;&#x22;&amp;é'],
    ['as HTML with an apostrophe of three digits', `<a>'"&é`, '&lt;a&gt;&#039;&quot;&amp;é'],
    ['as the text of an element, quotes as they are', `<a>'"&é`, `&lt;a&gt;'"&amp;é`],
    ['as XML of ASCII only', `<a>'"&é`, '&lt;a&gt;&apos;&quot;&amp;&#233;'],
    ['as XML of ASCII only, hexadecimal', `<a>'"&é`, '&lt;a&gt;&apos;&quot;&amp;&#xE9;'],
    ['as XML of ASCII only, hexadecimal in lower case', `<a>'"&é`, '&lt;a&gt;&apos;&quot;&amp;&#xe9;'],
    ['by numbers throughout', `<a>'"&é`, '&#60;a&#62;&#39;&#34;&#38;é'],
    ['by numbers throughout, of ASCII only', `<a>'"&é`, '&#60;a&#62;&#39;&#34;&#38;&#233;'],
    ['as JSON', `a"\\/\n<é`, 'a\\"\\\\/\\n<é'],
    ['as JSON with escaped slashes', `a"\\/\n<é`, 'a\\"\\\\\\/\\n<é'],
    ['as JSON that is safe for HTML', `a"\\/\n<é`, 'a\\"\\\\/\\n\\u003cé'],
    ['as JSON of ASCII only', `a"\\/\n<é`, 'a\\"\\\\/\\n<\\u00e9'],
    ['as JSON of ASCII only, in upper case', `a"\\/\n<é`, 'a\\"\\\\/\\n<\\u00E9'],
  ])('%s', (_where, secret, written) => {
    expect(secretForms(secret)).toContain(written);
  });
});

test('half a pair of surrogates is written as what writers put in its place', () => {
  expect(secretForms('broken\ud83d')).toEqual(
    expect.arrayContaining(['broken\ud83d', 'broken%EF%BF%BD', Buffer.from('broken\ufffd').toString('base64')]),
  );
  const forms = ['\\uFFFD', '\\ufffd', '%ef%bf%bd', '%EF%BF%BD', '&#65533;', '&#xFFFD;', '&#xfffd;'];
  expect(escapedForms('\ud83d')).toEqual(forms);
});
