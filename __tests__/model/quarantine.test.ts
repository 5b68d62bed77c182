import { describe, expect, test } from '@jest/globals';

import { quarantinesOfDevices, quarantineOfScenario } from '../../src/model/quarantine.ts';

describe('an entry applies', () => {
  const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
  const note = 'XIAOMI Redmi_Note_12 / ANDROID 13';

  test.each([
    [{ device: note }, note, true],
    [{ device: 'XIAOMI Redmi_Note_12' }, note, true],
    [{ device: 'xiaomi redmi_note_12' }, note, true],
    [{ device: 'XIAOMI*' }, note, true],
    [{ device: '*ANDROID 13' }, note, true],
    [{ device: 'X*Note*13' }, note, true],
    [{ device: 'XIAOMI Redmi_Note_1' }, note, false],
    [{ device: 'Redmi_Note_12' }, note, false],
    [{ device: 'X*13*13' }, note, false],
    [{ device: 'ab*ba' }, 'aba', false],
    [{ device: '갤럭시*'.normalize('NFD') }, '갤럭시 S24 / ANDROID 15', true],
    [{ device: 'XIAOMI*', scenarios: [5] }, note, true],
    [{ device: 'XIAOMI*', scenarios: [6] }, note, false],
  ])('%j to %s: %p', (given, device, applies) => {
    expect(quarantinesOfDevices([{ ...entry, ...given }], 5)(device).length > 0).toBe(applies);
  });

  test('to all devices that it matches, and the first that matches wins', () => {
    const entries = [{ scenarios: [6] }, { device: 'X*' }, { device: '*13' }].map((given) => ({ ...entry, ...given }));
    const find = quarantinesOfDevices(entries, 5);
    expect(['XA', 'XB 13', 'C 13', 'D'].map((device) => find(device)[0]?.device)).toEqual([
      'X*',
      'X*',
      '*13',
      undefined,
    ]);
    expect(find('X 13')).toEqual(entries.slice(1));
  });

  test('to a scenario as a whole only without a device', () => {
    expect(quarantineOfScenario([{ ...entry, scenarios: [5], device: 'A' }], 5)).toBeUndefined();
    expect(quarantineOfScenario([{ ...entry, scenarios: [5] }], 5)).toBeDefined();
    expect(quarantineOfScenario([{ ...entry, scenarios: [5] }], undefined)).toBeUndefined();
    expect(quarantinesOfDevices([{ ...entry, scenarios: [5] }], undefined)(note)).toEqual([]);
  });
});
