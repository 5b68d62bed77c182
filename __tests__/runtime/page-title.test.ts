import { describe, expect, test } from '@jest/globals';

import { createRedactor } from '../../src/runtime/redact.ts';
import { readPageTitle } from '../../src/runtime/page-title.ts';

const read = (text: string): string | undefined => readPageTitle(text, String);

describe('the title of a page', () => {
  test.each([
    ['<html><head><title>Access denied</title></head></html>', 'Access denied'],
    ['\uFEFF\n <!DOCTYPE html>\n<TITLE lang="en">\n  502\n\tBad   Gateway \n</TITLE>', '502 Bad Gateway'],
    ['<title>a &amp; b</title>', 'a &amp; b'],
    ['<title>\u001b[31mred\u202e</title>', 'red'],
    ['<titles>no</titles><title>yes</title>', 'yes'],
    ['<html><p>no title</p></html>', ''],
    ['<?xml version="1.0"?>\n<!DOCTYPE html><html><title>403</title></html>', '403'],
    ['<title>never closed', ''],
    [`<html>${' '.repeat(16 * 1024)}<title>late</title>`, ''],
    [`<html>${'<title'.repeat(5_000_000)}`, ''],
  ])('is read as text (%#)', (text, title) => {
    expect(read(text)).toBe(title);
  });

  test.each(['', 'Access denied', '{"message": "<title>no page</title>"}', '< 3', '<3'])(
    'is absent in what is no page: %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  test('is cut to 60 characters, after secrets were replaced', () => {
    const { redact } = createRedactor(['hunter&two&hunter']);
    const title = `${'x'.repeat(50)} hunter&amp;two\u200b&amp;hunter`;
    expect(readPageTitle(`<title>${title}</title>`, redact)).toBe(`${'x'.repeat(50)} ***`);
    expect(read(`<title>${'x'.repeat(61)}</title>`)).toBe(`${'x'.repeat(59)}…`);
  });
});
