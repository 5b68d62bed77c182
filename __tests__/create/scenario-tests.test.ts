import { expect, test } from '@jest/globals';

import { createEarlyOutputs } from '../../src/create/early-outputs.ts';
import type { Resume } from '../../src/create/resume.ts';
import { createScenarioTests } from '../../src/create/scenario-tests.ts';
import { createRuntime } from '../support/runtime.ts';
import { serviceOf } from './scripted-scenarios.ts';

const resume: Resume = {
  find: () => Promise.resolve({ testsets: new Map(), failed: new Map(), notKept: new Map() }),
  saveReceipts: () => undefined,
  finish: () => Promise.resolve(),
};

test.each([[[101]], [[101, 102]]])('a name that is cut holds no part of a secret, also of a retry: %j', async (ids) => {
  const service = serviceOf({
    scenarios: () => Promise.resolve({ value: ids }),
    create: () => Promise.reject(new Error('not sent')),
    hasResponded: () => true,
  });
  const runtime = createRuntime({ redact: (text) => text.replaceAll('s3cret-s3cret', '***') });
  const outputs = createEarlyOutputs({ setOutput: () => undefined });
  const { testsets, createRetries } = await createScenarioTests(
    { service, runtime, resume, outputs, tempDir: '' },
    {
      kind: 'scenarios',
      projectId: 509,
      osType: 'ANDROID',
      sourceType: 'file',
      testsetName: `${'x'.repeat(86)} s3cret-s3cret`,
      which: { kind: 'ids', ids },
    },
  );
  const all = [...testsets, ...(createRetries?.([{ scenario: 101, retry: 1 }]) ?? [])];
  await Promise.all(all.map(({ creation }) => creation));
  expect(all.map(({ testsetName }) => testsetName).join()).not.toContain('s3c');
  expect(all.at(-1)?.testsetName).toMatch(/ retry 1$/);
});
