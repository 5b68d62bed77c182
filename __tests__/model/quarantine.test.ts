import { describe, expect, test } from '@jest/globals';

import { daysUntil, nearestEntry, quarantinesOfDevices, quarantineOfScenario } from '../../src/model/quarantine.ts';

const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
const DEVICE = 'XIAOMI Redmi_Note_12 / ANDROID 13';

describe('an entry applies', () => {
  test.each([
    [{ device: DEVICE }, DEVICE, true],
    [{ device: 'XIAOMI Redmi_Note_12' }, DEVICE, true],
    [{ device: 'xiaomi redmi_note_12' }, DEVICE, true],
    [{ device: 'XIAOMI*' }, DEVICE, true],
    [{ device: '*ANDROID 13' }, DEVICE, true],
    [{ device: 'X*Note*13' }, DEVICE, true],
    [{ device: 'XIAOMI Redmi_Note_1' }, DEVICE, false],
    [{ device: 'Redmi_Note_12' }, DEVICE, false],
    [{ device: 'X*13*13' }, DEVICE, false],
    [{ device: 'X*Pixel*13' }, DEVICE, false],
    [{ device: 'XIAOMI*Redmi_Note_12' }, DEVICE, true],
    [{ device: 'ab*ba' }, 'aba', false],
    [{ device: '갤럭시*'.normalize('NFD') }, '갤럭시 S24 / ANDROID 15', true],
    [{ scenarios: [5] }, DEVICE, true],
    [{ device: 'XIAOMI*', scenarios: [6] }, DEVICE, false],
  ])('%j to %s: %p', (given, device, applies) => {
    expect(quarantinesOfDevices([{ ...entry, ...given }], 5)(device).length > 0).toBe(applies);
  });

  test('to all devices that it matches, and the first that matches wins', () => {
    const entries = [{ scenarios: [6] }, { device: 'X*' }, { device: '*13' }].map((given) => ({ ...entry, ...given }));
    const find = quarantinesOfDevices(entries, 5);
    const found = ['XA', 'XB 13', 'C 13', 'D'].map((device) => find(device)[0]?.device);
    expect(found).toEqual(['X*', 'X*', '*13', undefined]);
    expect(find('X 13')).toEqual(entries.slice(1));
  });

  test('to a scenario as a whole only without a device', () => {
    expect(quarantineOfScenario([{ ...entry, scenarios: [5], device: 'A' }], 5)).toBeUndefined();
    expect(quarantineOfScenario([{ ...entry, scenarios: [5] }], 5)).toBeDefined();
    expect(quarantineOfScenario([{ ...entry, scenarios: [5] }], undefined)).toBeUndefined();
    expect(quarantinesOfDevices([{ ...entry, scenarios: [5] }], undefined)(DEVICE)).toEqual([]);
  });
});

test.each([
  ['2026-12-13T23:59:59Z', 2],
  ['2026-12-14T00:00:00Z', 1],
  ['2026-12-15T00:00:00Z', 0],
  ['2026-12-15T23:59:59Z', 0],
  ['2026-12-16T00:00:00Z', -1],
])('at %s an entry until 2026-12-15 has %i days left', (now, days) => {
  expect(daysUntil(entry, new Date(now)) + 0).toBe(days);
});

describe('the nearest entry of a device', () => {
  const find = (...devices: readonly (string | undefined)[]): number => {
    const entries = devices.map((device) => ({ ...entry, ...(device !== undefined && { device }) }));
    const found = nearestEntry(entries, DEVICE);
    return entries.findIndex((each) => each === found);
  };

  test.each([
    ['one letter is missing', 'XIAOMI Redmi_Note_1', 0],
    ['two letters are different', 'XIAOMI Redmi_Mate_12', 0],
    ['three letters are different', 'XIAOMI Redmi_Mata_12', -1],
    ['only the case, `-`, blanks and * are different', 'xiaomi redmi-note 12*', 0],
    ['the line of the log', '✗ failed XIAOMI Redmi_Note_12 12s', 0],
    ['the model alone', 'Redmi_Note_12', 0],
    ['the model and the system', 'Note_12 / ANDROID 13', 0],
    ['three letters of the name', 'e*12', 0],
    ['too few letters', '*12', -1],
  ])('%s: %s', (_what, device, at) => {
    expect(find(device)).toBe(at);
  });

  test('is the one with the fewest other letters, of those with a device', () => {
    expect(find(undefined, 'XIAOMI Redmi_Mate_12', 'XIAOMI Redmi_Nota_12', 'Nokia')).toBe(2);
    expect(nearestEntry([{ ...entry, scenarios: [5] }], 'A1')).toBeUndefined();
  });
});

test('each name is compared once, whatever the number of testsets and scenarios', () => {
  const names = Array.from({ length: 300 }, (_, at) => `SAMSUNG Galaxy_${at} / ANDROID 14`);
  const compare = (scenarios: number): number => {
    const entries = Array.from({ length: 300 }, (_, at) => ({ ...entry, device: `*Pixel_${at}*` }));
    const began = process.cpuUsage();
    for (let scenario = 1; scenario <= scenarios; scenario += 1) names.map(quarantinesOfDevices(entries, scenario));
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  expect([1, 2, 3].some(() => compare(50) < 10 * compare(1))).toBe(true);
});
