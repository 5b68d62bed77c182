import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { readQuarantineFile } from '../../src/inputs/quarantine-file.ts';
import { createReader, workspaceWithApp } from './support.ts';
import { createRedactor } from '../../src/runtime/redact.ts';

const NOON = new Date('2026-11-23T12:00:00Z');

const place = workspaceWithApp();
const workspace = place.makeFolder('workspace');
place.makeFolder('workspace/folder');

async function readPath(path: string) {
  const { reader, warnings } = createReader({ 'quarantine-file': path }, redact);
  const file = await readQuarantineFile(reader, { workspace, redact, now: NOON });
  expect(new Set(reader.errors.flatMap(({ inputs }) => inputs)).size).toBeLessThanOrEqual(1);
  const errors = reader.errors.map(({ inputs, message }) => `${inputs.join(', ')}: ${message}`);
  return { file, errors, warnings };
}

function readText(text: string | Buffer): ReturnType<typeof readPath> {
  place.put('workspace/quarantine.yml', text);
  return readPath('quarantine.yml');
}

const SECRET = "it's-a-Secret99";
const { redact } = createRedactor([SECRET]);

const REST = 'reason: It is slow\n  owner: "@acme/payments"\n  expires: 2026-12-15\n';
const VALID = `- scenario: 1041\n  device: XIAOMI Redmi_Note_12*\n  ${REST}`;
const ofScenario = (scenario: string): string => VALID.replace('1041', scenario);
const onDevice = (device: string): string => VALID.replace('XIAOMI Redmi_Note_12*', device);
const because = (reason: string): string => VALID.replace('It is slow', reason);
const ownedBy = (owner: string): string => VALID.replace('"@acme/payments"', owner);
const until = (day: string): string => VALID.replace('2026-12-15', day);

describe('a file that is right', () => {
  test.each([
    ['one entry', VALID, 1],
    ['two entries', VALID + VALID, 2],
    ['a list of scenarios', `- scenario: [1041, 1042]\n  ${REST}`, 1],
    ['a device of all scenarios', `- device: LGE Nexus_5X\n  ${REST}`, 1],
    ['Windows line ends', VALID.replaceAll('\n', '\r\n'), 1],
    ['a byte order mark', `\ufeff${VALID}`, 1],
    ['comments', `# known failures\n${VALID}# end\n`, 1],
    ['a Korean device and reason', onDevice('삼성 갤럭시*').replace('It is slow', '결제 화면'), 1],
    ['a date in quotes', until('"2026-12-15"'), 1],
    ['JSON, which is YAML', `[{"scenario":1,"reason":"r","owner":"o","expires":"2026-12-15"}]`, 1],
    ['the last day today', until('2026-11-23'), 1],
    ['the last day 90 days ahead', until('2027-02-21'), 1],
    ['an entry that expired yesterday', until('2026-11-22'), 0],
    ['nothing', '', 0],
    ['only a comment', '# nothing yet\n', 0],
    ['an empty list', '[]\n', 0],
    ['500 entries', VALID.repeat(500), 500],
    ['256 KiB', '#'.repeat(256 * 1024), 0],
    ['a pattern of three letters', onDevice('"LGE*"'), 1],
    ['names with a system in them', onDevice('Acme Android') + onDevice('"Android One*"'), 2],
    ['words like those that say nothing', because('A todo') + because('Todo list'), 2],
    ['an owner of 300 characters', VALID.replace('@acme/payments', 'x'.repeat(300)), 1],
  ])('%s', async (_what, text, entries) => {
    const { file, errors } = await readText(text);
    expect(errors).toEqual([]);
    expect(file?.entries).toHaveLength(entries);
  });

  test.each([
    ['', 1],
    ['\ufeff\r\n', 1],
    ['[]\n', 0],
    ['# nothing yet\n', 0],
  ])('%j is empty: %i warnings', async (text, number) => {
    const { warnings } = await readText(text);
    const warning = /^`quarantine-file` is an empty file: ".+"\. Write \[\] in it if that is meant\.$/;
    expect(warnings).toEqual(Array(number).fill(expect.stringMatching(warning)));
  });

  test('names the entries that have expired, with their lines', async () => {
    const { file } = await readText(['2026-11-22', '2026-11-23'].map(until).join(''));
    expect(file?.path).toBe('quarantine.yml');
    expect(file?.entries).toMatchObject([{ scenarios: [1041], device: 'XIAOMI Redmi_Note_12*', reason: 'It is slow' }]);
    expect(file?.expired.map(({ expires, line }) => [expires, line])).toEqual([['2026-11-22', 1]]);
    expect(file?.entries.map(({ expires, line }) => [expires, line])).toEqual([['2026-11-23', 6]]);
  });

  test('may have a text that YAML cuts, which is a warning', async () => {
    const { errors, warnings } = await readText(because('see #123') + because('see it # a comment'));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/line 3: what follows # is a comment in YAML/)]);
  });
});

describe('a file that is wrong', () => {
  const NO_REASON = /line 1: `reason` is missing/;

  test.each<[what: string, text: string | Buffer, ...messages: RegExp[]]>([
    ['91 days ahead', until('2027-02-22'), /line 5: .*90 days ahead\. Use 2027-02-21/],
    ['no day', until('2026-02-30'), /line 5: `expires` is 2026-02-30, .* calendar\. Use a day such as 2026-12-23\.$/],
    ['a month that does not exist', until('2026-13-01'), /line 5: `expires` is 2026-13-01, .* not in the calendar/],
    ['a time', until('2026-12-15T10:00:00Z'), /line 5: `expires` must be a day/],
    ['a long year', until('"+002026-12-15"'), /line 5: `expires` must be a day/],
    ['a word as a day', until('never'), /line 5: `expires` must be a day such as 2026-12-23\.$/],
    ['every device', onDevice('"*"'), /line 2: `device` is only \*\. To quarantine all .* leave `device` out\./],
    ['every device and system', onDevice('"*/*"'), /line 2: `device` is only \*/],
    ['a regular expression', onDevice('"XIAOMI.*"'), /line 2: `device` is no regular expression: \* alone/],
    ['a regular expression in slashes', onDevice('/XIAOMI/'), /line 2: `device` is no regular expression/],
    ['curly quotes', onDevice('“XIAOMI”'), /line 2: `device` has curly quotes/],
    ['a pattern of two letters', onDevice('"LG*"'), /line 2: .* needs 3 letters or digits beside \*/],
    ['a system', onDevice('"*ANDROID 13*"'), /line 2: `device` names only a system/],
    ['a list of devices', onDevice('[A, B]'), /line 2: `device` must be a text.* Write one entry for each\./],
    ['a list of owners', ownedBy('[anna, ben]'), /line 4: `owner` must be .* Write 'anna, ben'\./],
    ['a sign as the owner', ownedBy('"@"'), /line 4: `owner` says nothing\. Write it out\./],
    ['a reason that is to be written', because('TODO'), /line 3: `reason` says nothing/],
    ['one in dashes', because('"- tbd -"'), /line 3: `reason` says nothing/],
    ['a scenario in quotes', ofScenario("'1041'"), /line 1: .* Remove the quotes: `scenario: 1041`\./],
    ['an empty device', onDevice('""'), /line 2: `device` is empty/],
    ['a key that is not known', VALID.replace('reason:', 'why:'), NO_REASON, /line 3: `why` is not known/],
    ['neither scenario nor device', `- ${REST}`, /line 1: An entry needs `scenario` or `device`/],
    ['no owner, no end', '#\n- device: A\n  reason: r\n', /line 2: `owner` is missing/, /line 2: `expires` is missing/],
    ['a secret in the reason', because(`'${SECRET.replace("'", "''")}'`), /line 3: `reason` contains a secret/],
    ['a secret in the device', VALID.replace('Redmi', SECRET), /line 2: `device` contains a secret/],
    ['a divided secret', because(SECRET.replace('-', '\u200b-')), /line 3: `reason` contains a secret/],
    ['a secret as a key', VALID.replace('reason:', `${SECRET}:`), NO_REASON, /line 3: `\*\*\*` is not known/],
    ['an empty reason', because(''), /line 3: `reason` is empty\. What follows # is a comment/],
    ['scenario 0', ofScenario('0'), /line 1: `scenario` must .*, or a list such as \[1041, 1042\]\.$/],
    ['no scenario in the list', ofScenario('[]'), /line 1: `scenario` must be a scenario number/],
    ['words with numbers as a scenario', ofScenario('5 or 6'), /line 1: `scenario` must be .* such as \S+ 1042\]\.$/],
    ['a mapping', VALID.replace('- ', '  '), /line 1: The file must be a list: .* no key stands above\.$/],
    ['a merge conflict', `<<<<<<< HEAD\n${VALID}`, /line 1: This is not YAML: "<<<<<<< HEAD"\. Write a key, a colon/],
    ['no-break spaces', VALID.replace(/^ {2}/gm, '\u00a0 '), /line 2: .*"\. Write usual spaces: this line has others/],
    ['a secret and no YAML', `@\n- ${SECRET}`, /line 1: This is not YAML\. /],
    ['a text', 'Checkout', /line 1: The file must be a list/],
    ['a merge of a number', '%YAML 1.1\n---\n- <<: 5\n', /The file must be a list/],
    ['an entry that is a text', '- Checkout\n', /line 1: An entry has `scenario`/],
    ['a name with @, not in quotes', VALID.replaceAll('"', ''), /line 4: .*begins with a sign such as @ in quotes/],
    ['tabs', VALID.replace('  reason', '\treason'), /line 3: .*Indent with spaces/],
    ['a quote that is not closed', onDevice('"XIAOMI'), /close each quote, and begin a comment with #\.$/],
    ['a key twice', VALID.replace('reason', 'device: A\n  reason'), /line 3: .*has this key twice/],
    ['no blank after a colon', VALID.replace('reason: ', 'reason:'), /line 3: .*Write a key, a colon and a blank/],
    ['a number as a device', onDevice('2519'), /line 2: `device` must be a text.* Put it in quotes\.$/],
    ['two documents', `${VALID}---\n${VALID}`, /line 6: .*Remove the line ---/],
    ['an alias', '- &a\n  scenario: 1\n- *a\n', /line 3: Aliases/],
    ['many aliases', `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`, /Aliases/, /Aliases/, /Aliases/, /Aliases/],
    ['501 entries', VALID.repeat(501), /more than 500 entries/],
    ['UTF-16', Buffer.from(`\ufeff${VALID}`, 'utf16le'), /is not in UTF-8: .*\. Save it as UTF-8\.$/],
    ['a colon in a text', because('Bug: slow'), /line 3: .*a text with `: ` in quotes/],
    ['more than 256 KiB', '#'.repeat(256 * 1024 + 1), /larger than 256 KiB/],
    ['a long owner', VALID.replace('@acme/payments', 'x'.repeat(301)), /line 4: `owner` must be a text of at most 300/],
  ])('%s', async (_what, text, ...messages) => {
    const { file, errors } = await readText(text);
    expect(file).toBeUndefined();
    expect(errors).toEqual(messages.map((message) => expect.stringMatching(message)));
    for (const error of errors) expect(error).toMatch(/^quarantine-file: `quarantine-file`/);
  });

  test('names at most ten errors', async () => {
    const wrong = '- device: A\n  reason: r\n  owner: o\n  expires: never\n';
    const { errors } = await readText(wrong.repeat(13));
    expect(errors).toHaveLength(11);
    expect(errors.at(-1)).toBe('quarantine-file: `quarantine-file` has 3 more errors.');
    expect((await readText(wrong.repeat(10))).errors).toHaveLength(10);
  });
});

describe('a path that is wrong', () => {
  symlinkSync(place.put('outside.yml', VALID), join(workspace, 'link.yml'));
  symlinkSync('missing', join(workspace, 'nowhere.yml'));
  symlinkSync('circle.yml', join(workspace, 'circle.yml'));

  test.each([
    ['missing.yml', /does not exist: "missing\.yml"\. Write a path .*, with \/ and without \*, .* before\.$/],
    ['folder', /is not a file: "folder"\. Use a YAML file/],
    ['../outside.yml', /is outside of the workspace/],
    ['link.yml', /is outside of the workspace/],
    ['nowhere.yml', /does not exist/],
    ['circle.yml', /cannot be read \(ELOOP.*: "circle\.yml"/],
  ])('%s', async (path, message) => {
    const { file, errors } = await readPath(path);
    expect(file).toBeUndefined();
    expect(errors).toEqual([expect.stringMatching(message)]);
  });
});
