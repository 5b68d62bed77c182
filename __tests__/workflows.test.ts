import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { fields, findProblems } from './support/workflow-files.ts';

const FOLDER = resolve(import.meta.dirname, '../.github/workflows');
/** An external action by commit, or an action or workflow of this repository, at the commit of the workflow that uses it. */
const PINNED = /uses: (?:[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\$\/[\w./-]+|\.\/)$/;

const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));
const FILES = NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);

describe.each(FILES)('%s', (name, content) => {
  test("is valid for GitHub's own parser and for actionlint", async () => {
    expect(await findProblems(name, content)).toStrictEqual([]);
  });

  test('pins every action by commit, with the version in a comment', () => {
    const uses = content.match(/^.*\buses:.*$/gm) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !PINNED.test(line))).toStrictEqual([]);
  });

  test('grants no permission by default, and gives a reason for each one', () => {
    expect(content).toContain('\npermissions: {}\n');
    const grants = content.match(/^ +[a-z-]+: (read|write)\b.*$/gm) ?? [];
    expect(grants.filter((line) => !line.includes(' # to '))).toStrictEqual([]);
  });
});

describe('actions.lock', () => {
  const lock = fields(parse(readFileSync(join(FOLDER, 'actions.lock'), 'utf8')));
  const dependencies = fields(lock['dependencies']);

  test('has every workflow with the actions that it uses', () => {
    const used = FILES.map(([name, content]) => {
      const pins = [...content.matchAll(/uses: ([\w-]+\/[\w-]+)[\w./-]*(@[0-9a-f]{40}) /g)];
      return [
        `.github/workflows/${name}`,
        [...new Set(pins.map(([, action, commit]) => `${action ?? ''}${commit ?? ''}`))].sort(),
      ];
    });
    expect(lock['workflows']).toEqual(Object.fromEntries(used));
  });

  test('has the commit and the version of each action, and of what that uses itself', () => {
    const versions = FILES.flatMap(([, content]) => [...content.matchAll(/@([0-9a-f]{40}) # (v\S+)$/gm)]);
    const refs = new Map(versions.map(([, commit = '', version]) => [`sha1-${commit}`, version]));
    const entries = Object.entries(dependencies).map(([key, entry]) => [key, fields(entry)] as const);
    for (const [key, { commit, ref }] of entries) {
      expect(commit).toBe(`sha1-${key.split('@')[1] ?? ''}`);
      expect(ref).toBe(refs.get(String(commit)) ?? ref);
    }
    const needed = [...Object.values(fields(lock['workflows'])), ...entries.map(([, { uses }]) => uses ?? [])].flat();
    expect(Object.keys(dependencies)).toEqual([...new Set(needed)].sort());
  });
});
