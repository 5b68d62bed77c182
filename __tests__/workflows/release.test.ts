import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import { useFolder } from '../support/folder.ts';
import { useBench } from './support/bench.ts';

const bench = useBench();
const folder = useFolder();

/** What `gh attestation verify --format json` prints for a predicate that was signed now. */
function verified(predicate: unknown): string {
  const verifiedTimestamps = [{ type: 'Tlog', timestamp: new Date(Date.now() - 1000).toISOString() }];
  return JSON.stringify([{ verificationResult: { statement: { predicate }, verifiedTimestamps } }]);
}

test.each([
  ['passed', {}, (commit: string) => commit, 1],
  ['failed', { fail: 1 }, (commit: string) => commit, 0],
  ['passed on another commit than that of the tag', {}, () => 'f'.repeat(40), 0],
])('an app is released only if it is tested and signed: %s', async (_what, devices, commitOfTag, releases) => {
  const again = await bench.startService({ devices });
  const signed = await bench.run('Device test with a signed result', { again });
  const published = await bench.github.files(signed.artifacts.find((name) => /^testset-\d+$/.test(name)) ?? '');
  const report = JSON.parse(String(published.get('report.json'))) as Report;
  writeFileSync(join(folder(), 'attestations.json'), verified(report));
  const commit = commitOfTag(report.run.commit);

  const { calls, jobs } = await bench.run('Release a tested app', {
    again,
    event: { name: 'workflow_dispatch', payload: { inputs: { 'run-id': '1', tag: 'v1.2.3' } } },
    programs: {
      gh: [
        'echo "gh $*" >> "$CALLS"',
        `if [ "$1" = attestation ]; then cat ${join(folder(), 'attestations.json')}; fi`,
        `if [ "$1" = api ]; then echo ${commit}; fi`,
      ].join('\n'),
    },
  });
  expect(jobs).toStrictEqual({ release: releases === 1 ? 'success' : 'failure' });
  expect(calls[0]).toContain('gh attestation verify app-release.apk --repo octo-org/wallet-app');
  expect(calls.filter((call) => call.startsWith('gh release create v1.2.3 app-release.apk'))).toHaveLength(releases);
});
