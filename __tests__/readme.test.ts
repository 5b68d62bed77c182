import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { fillReadme, fillReference, readInterface } from '../scripts/readme/tables.ts';
import { isGreen, OUTCOMES } from '../src/model/outcome.ts';
import { SERVICE_CODES } from '../simulator/codes.ts';
import { createView } from '../src/report/view.ts';
import { tableBelow } from './support/read-markdown.ts';
import { compared } from './support/reports.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const REFERENCE = readFileSync(join(ROOT, 'docs/reference.md'), 'utf8');
const TROUBLESHOOTING = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');

test('the tables match action.yml', () => {
  const { inputs, outputs } = readInterface(ACTION);
  expect(fillReadme(README, ACTION)).toBe(README);
  expect(fillReference(REFERENCE, ACTION)).toBe(REFERENCE);
  const forUsers = inputs.filter(({ name }) => name !== 'job-id');
  const rows = tableBelow(README, '## Inputs').map(([name = '']) => name);
  expect(rows.filter((name) => !name.startsWith('**'))).toStrictEqual(forUsers.map(({ name }) => `\`${name}\``));
  const common = tableBelow(README, '## Outputs');
  expect(common).toHaveLength(10);
  expect(tableBelow(REFERENCE, '## More outputs')).toHaveLength(outputs.length - common.length);
});

test('every input is in a group, whose sentence helps to decide', () => {
  const groups = tableBelow(README, '## Inputs').filter(([name]) => name?.startsWith('**'));
  const titles = ['What to run', 'Service', 'Time', 'When it may fail', 'Running again', 'Report', 'App', 'Rare'];
  expect(groups.map(([name]) => name)).toStrictEqual(titles.map((title) => `**${title}**`));
  expect(groups.filter(([, , sentence]) => !sentence?.endsWith('.'))).toStrictEqual([]);
  expect(tableBelow(README, '## Inputs')[0]).toStrictEqual(groups[0]);
});

test('the README is short, and soon shows how a step looks', () => {
  expect(README.split('\n').length - 1).toBeLessThanOrEqual(230);
  const prose = README.split('```yaml')[0]?.replaceAll(/^\[!\[.*$|<[^>]*>/gm, '') ?? '';
  expect(prose.match(/\S+/g)?.length).toBeLessThanOrEqual(150);
  expect(README).toContain(`alt="A job summary: ${createView(compared()).text.heading}.`);
});

test('the README explains every outcome, worst first, with the colour of the step', () => {
  const colours = tableBelow(README, '## Outcomes').map(([word, , colour]) => [word, colour]);
  expect(colours).toStrictEqual(OUTCOMES.map((word) => [`\`${word}\``, isGreen(word) ? 'green' : 'red']));
});

describe('troubleshooting', () => {
  test('names causes of every red outcome', () => {
    const words = tableBelow(TROUBLESHOOTING, '## By outcome').map(([word]) => word);
    expect(words).toStrictEqual(OUTCOMES.filter((word) => !isGreen(word)).map((word) => `\`${word}\``));
  });

  test('explains every error code, in order, and no other', () => {
    const rows = tableBelow(TROUBLESHOOTING, '## Error codes');
    expect(rows.map(([code]) => Number(code))).toStrictEqual([...SERVICE_CODES].sort((a, b) => a - b));
    expect(rows.filter(([, meaning, remedy]) => !meaning?.endsWith('.') || !remedy?.endsWith('.'))).toStrictEqual([]);
  });
});
