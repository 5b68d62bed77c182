import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { GithubApi } from '../../support/github-api.ts';
import type { Message } from '../../support/github-routes.ts';
import { zipOf } from '../../support/zip.ts';

/** Adds an earlier run with the report of a folder, and the current run, to GitHub. @returns the address of the earlier run */
export async function publishRun(
  github: GithubApi,
  folder: string,
  earlier: Message,
  current: Message,
): Promise<string> {
  const zip = await zipOf({ 'report.json': await readFile(join(folder, 'report.json')) });
  github.state.artifacts.push({ id: 5, run: 1, name: 'testset-1', zip });
  const address = 'https://github.com/octo-org/wallet-app/actions/runs/1';
  const both = { workflow_id: 31, head_repository: { full_name: github.repository } };
  github.state.runs.push(
    { ...both, ...current, id: 7_123_456_789, run_number: 42, status: 'in_progress', html_url: '' },
    { ...both, ...earlier, id: 1, run_number: 41, status: 'completed', html_url: address },
  );
  return address;
}
