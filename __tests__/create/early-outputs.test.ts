import { expect, test } from '@jest/globals';

import type { CreateResult } from '../../src/create/classify.ts';
import { createEarlyOutputs } from '../../src/create/early-outputs.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createPlatform } from '../support/platform.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: 'Look for it.' });

test('the testset of an uncertain create is an output at once, and the outcome stays unknown-start', () => {
  const platform = createPlatform('');
  const outputs = createEarlyOutputs(platform);
  outputs.markUncertain(101);
  outputs.finished(101, { outcome: 'unknown-start', error, id: 5 });
  outputs.finished(102, { id: 6, announcedDevices: 3 });
  expect(platform.outputs).toEqual({ 'testset-id': '5,6', outcome: 'unknown-start' });
});

test.each<[what: string, ended: CreateResult, outcome: string]>([
  ['refused, and no other is known', { outcome: 'refused', error }, 'not-started'],
  ['created', { id: 5, announcedDevices: 3 }, 'inconclusive'],
])('a create that was uncertain is not any more when it is %s', (_what, ended, outcome) => {
  const platform = createPlatform('');
  const outputs = createEarlyOutputs(platform);
  outputs.markUncertain(0);
  outputs.finished(0, ended);
  expect(platform.outputs['outcome']).toBe(outcome);
});

test('a create that is tried again is uncertain from its next try on', () => {
  const platform = createPlatform('');
  const outputs = createEarlyOutputs(platform);
  const shown = (['markUncertain', 'notCreated', 'markUncertain'] as const).map((happens) => {
    outputs[happens](0);
    return platform.outputs['outcome'];
  });
  expect(shown).toEqual(['unknown-start', 'not-started', 'unknown-start']);
});
