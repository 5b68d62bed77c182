import { expect, test } from '@jest/globals';

import { jobName } from '../../src/github/job-name.ts';

test.each([
  ['null', 'test'],
  ['', 'test'],
  ['{}', 'test'],
  ['{"shard":"a","level":34,"fast":false}', 'test (a, 34, false)'],
  ['{"scenarios":[1,2],"device":{"os":"iOS"}}', 'test (1, 2, iOS)'],
  ['{"key":"s3cr3t!"}', 'test (***)'],
  ['shard a', 'test (shard a)'],
])('with the matrix %s the job is %s', (matrix, name) => {
  expect(jobName('test', matrix, (value) => value.replace('s3cr3t!', '***'))).toBe(name);
});
