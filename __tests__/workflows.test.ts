import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { fields, findProblems } from './support/workflow-files.ts';

const FOLDER = resolve(import.meta.dirname, '../.github/workflows');
/** An external action by commit, or an action or workflow of this repository, at the commit of the workflow that uses it. */
const PINNED = /uses: (?:[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\$\/[\w./-]*|\.\/)$/;

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

const LOCK = join(FOLDER, 'actions.lock');

// Without it, the commits above pin all actions: it also has numbers that only GitHub knows.
if (existsSync(LOCK))
  test('actions.lock has the actions of each workflow, at their commits', () => {
    const { workflows, dependencies } = fields(parse(readFileSync(LOCK, 'utf8')));
    const used = FILES.map(([name, content]) => {
      const pins = [...content.matchAll(/uses: ([\w-]+\/[\w-]+)[\w./-]*(@([0-9a-f]{40})) /g)];
      for (const [, action = '', at = '', commit = ''] of pins)
        expect(fields(dependencies)[action + at]).toMatchObject({ commit: `sha1-${commit}` });
      return [`.github/workflows/${name}`, [...new Set(pins.map(([, action = '', at = '']) => action + at))].sort()];
    });
    expect(workflows).toEqual(Object.fromEntries(used));
  });
