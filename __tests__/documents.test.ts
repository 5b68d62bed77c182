import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { fillOwner, listFilesWithOwner } from '../scripts/support/repository.ts';
import { OUTCOMES } from '../src/model/outcome.ts';
import { readMarkdown } from './support/read-markdown.ts';
import { fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PAGES = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const DOCUMENTS = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    '.github/CODE_OF_CONDUCT.md',
    'benchmarks/README.md',
  ],
  ...PAGES,
];

/** Texts that users of the action read; the others are for its developers. */
const FOR_USERS = [
  'README.md',
  ...PAGES.filter((name) => !['docs/design.md', 'docs/release.md'].includes(name)),
  'action.yml',
  'list-scenarios/action.yml',
];

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

describe.each(DOCUMENTS)('%s', (name) => {
  const { links, anchors } = readMarkdown(read(name));

  test('links only to files and headings that exist', () => {
    const pictures = [...read(name).matchAll(/\b(?:src|srcset)="([^"]*)"/g)].map(([, path = '']) => path);
    const local = [...links, ...pictures].filter((link) => !/^https:\/\//.test(link));
    const broken = local.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = join(dirname(name), path);
      if (!existsSync(join(ROOT, target))) return true;
      const targets = path === '' ? anchors : path.endsWith('.md') ? readMarkdown(read(target)).anchors : [];
      return anchor !== undefined && !targets.includes(anchor);
    });
    expect(broken).toStrictEqual([]);
  });

  test('has no link to a heading that occurs twice', () => {
    const linked = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(linked.filter((link) => anchors.indexOf(link) !== anchors.lastIndexOf(link))).toStrictEqual([]);
  });

  test('names only npm scripts that exist', () => {
    const scripts = Object.keys(fields(fields(JSON.parse(read('package.json')))['scripts']));
    const named = [...read(name).matchAll(/\bnpm (?:run ([\w:-]+)|(test)\b)/g)].map(([, run, own]) => run ?? own);
    expect(scripts).toEqual(expect.arrayContaining(named));
  });
});

test('every file names the repository as package.json does, and another owner is written everywhere', () => {
  const texts = listFilesWithOwner().map(read);
  expect(texts.map((text) => fillOwner(text))).toStrictEqual(texts);
  const others = texts.map((text) => fillOwner(text, 'other'));
  expect(others.map((text) => fillOwner(text))).toStrictEqual(texts);
  expect(others.filter((text) => /<owner>|OWNER\b(?<!CODEOWNER)/.test(text))).toStrictEqual([]);
});

test.each(FOR_USERS)('%s says device, not unit test', (name) => {
  expect(read(name)).not.toMatch(/unit[ -]?tests?\b/i);
});

test('every issue form is one that GitHub shows, and a wrong verdict names each outcome', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const names = readdirSync(join(ROOT, folder)).filter((name) => name !== 'config.yml');
  const forms = names.map((name) => fields(parse(read(join(folder, name)))));
  const allParts = forms.map((form) => (form['body'] as unknown[]).map(fields));
  for (const [index, form] of forms.entries()) {
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const parts = allParts[index]?.filter(({ type }) => type !== 'markdown') ?? [];
    const labels = parts.map(({ type, attributes }) => [type, fields(attributes)['label']]);
    expect(labels.flat()).toStrictEqual(
      parts.flatMap(() => [expect.stringMatching(/^(?:dropdown|input|textarea)$/), expect.any(String)]),
    );
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  }
  const dropdowns = allParts.flat().filter(({ type }) => type === 'dropdown');
  expect(dropdowns.map(({ attributes }) => fields(attributes)['options'])).toStrictEqual([OUTCOMES]);
});

test('package.json says why it overrides each version', () => {
  const { overrides, '//overrides': reasons } = fields(JSON.parse(read('package.json')));
  expect(Object.keys(fields(reasons))).toStrictEqual(Object.keys(fields(overrides)));
});
