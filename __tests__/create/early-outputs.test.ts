import { expect, test } from '@jest/globals';

import { createEarlyOutputs } from '../../src/create/create-testset.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createPlatform } from '../support/platform.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: 'Look for it.' });

test('the testset of an uncertain create is an output at once, and the outcome stays unknown-start', () => {
  const platform = createPlatform('');
  const outputs = createEarlyOutputs(platform);
  outputs.markUncertain(101);
  outputs.recordResult(101, { kind: 'failed', outcome: 'unknown-start', error, id: 5 });
  outputs.recordResult(102, { kind: 'created', id: 6, announcedDevices: 3 });
  expect(platform.outputs).toEqual({ 'testset-id': '5,6', outcome: 'unknown-start' });
});

test('a create that is tried again is uncertain from its next try on', () => {
  const platform = createPlatform('');
  const outputs = createEarlyOutputs(platform);
  const shown = (['markUncertain', 'markNotCreated', 'markUncertain'] as const).map((happens) => {
    outputs[happens](0);
    return platform.outputs['outcome'];
  });
  expect(shown).toEqual(['unknown-start', 'not-started', 'unknown-start']);
});
