import { expect, test } from '@jest/globals';

import { createFailure } from '../../src/create/classify.ts';
import { createEarlyOutputs } from '../../src/create/create-testset.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createPlatform } from '../support/platform.ts';

const error = new TestsetError({ code: 'unknown-start', message: 'Cut off.', hint: 'Look for it.' });

test('the testset of an uncertain create is an output at once, and the outcome stays unknown-start', () => {
  const platform = createPlatform('');
  const record = createEarlyOutputs(platform);
  record(101, { kind: 'sent' });
  record(101, { ...createFailure('unknown-start', error), id: 5 });
  record(102, { kind: 'created', id: 6, announcedDevices: 3 });
  expect(platform.outputs).toEqual({ 'testset-id': '5,6', outcome: 'unknown-start' });
});

test('a create that is tried again is uncertain from its next try on', () => {
  const platform = createPlatform('');
  const record = createEarlyOutputs(platform);
  const again = { kind: 'again', reason: 'slow', error, waitMs: 0 } as const;
  const shown = [{ kind: 'sent' } as const, again, { kind: 'sent' } as const].map((create) => {
    record(0, create);
    return platform.outputs['outcome'];
  });
  expect(shown).toEqual(['unknown-start', 'not-started', 'unknown-start']);
});
