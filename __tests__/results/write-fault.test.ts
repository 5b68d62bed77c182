import { expect, test } from '@jest/globals';

import { codeOf, TestsetError } from '../../src/model/errors.ts';
import { explainWriting } from '../../src/results/results-folder.ts';

const PATH = '/somewhere/results/junit.xml';

test.each<[code: string, reason: string]>([
  ['EACCES', 'permission is denied (EACCES)'],
  ['EPERM', 'permission is denied (EPERM)'],
  ['EROFS', 'the file system is read-only (EROFS)'],
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'the disk quota is used up (EDQUOT)'],
  ['ENAMETOOLONG', 'the path is too long (ENAMETOOLONG)'],
  ['EISDIR', 'a folder of that name is in the way (EISDIR)'],
  ['ELOOP', 'links on the way lead in a circle (ELOOP)'],
  ['EIO', 'the reason is not known (EIO)'],
])('%s in words', async (code, reason) => {
  const cause = Object.assign(new Error('raw'), { code });
  await expect(explainWriting(PATH, () => Promise.reject(cause))).rejects.toMatchObject({
    name: 'TestsetError',
    code: 'unexpected',
    message: `${PATH} cannot be written: ${reason}.`,
    cause,
  });
});

test('an error without a code', async () => {
  const sentence = `${PATH} cannot be written: the reason is not known.`;
  await expect(explainWriting(PATH, () => Promise.reject(new Error('raw')))).rejects.toThrow(sentence);
});

test('an error that is in words already stays as it is', async () => {
  const error = new TestsetError('bad-inputs', 'It leads out.', 'Choose another.');
  await expect(explainWriting(PATH, () => Promise.reject(error))).rejects.toBe(error);
});

test('no error', async () => {
  await expect(explainWriting(PATH, () => Promise.resolve())).resolves.toBeUndefined();
});

test.each<[error: unknown, code: string]>([
  [{ code: 'EIO' }, 'EIO'],
  [{ code: 5 }, ''],
  [new Error('raw'), ''],
  [null, ''],
  ['EIO', ''],
])('the code of %p is %p', (error, code) => {
  expect(codeOf(error)).toBe(code);
});
