import type { GithubOptions } from '../inputs.ts';
import { Secret } from '../secrets/secret.ts';
import type { Form } from './form.ts';
import { readFlag } from './scalars.ts';

/** What GitHub is to be asked for; undefined without a token, which is a fault where one is needed. */
export function readGithubOptions(form: Form): GithubOptions | undefined {
  const token = form.text('github-token');
  const checkRun = readFlag(form, 'check-run', false);
  const prComment = readFlag(form, 'pr-comment', false);
  const compare = readFlag(form, 'compare', true);
  if (token !== '') return { token: new Secret(token), checkRun, prComment, compare };
  if (checkRun || prComment) {
    form.fault(
      'github-token',
      'empty',
      'be a token, which check-run and pr-comment need: leave it out to use the job’s own',
    );
  }
  return undefined;
}
