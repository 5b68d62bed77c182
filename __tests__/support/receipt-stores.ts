import { DefaultArtifactClient } from '@actions/artifact';
import { afterEach, beforeEach, jest } from '@jest/globals';

import type { Api } from '../../src/github/api/api.ts';
import type { Artifacts } from '../../src/github/artifact-client.ts';
import type { ArtifactSettings } from '../../src/github/artifact.ts';
import { createReceiptStore } from '../../src/github/receipt-store.ts';
import type { ReceiptKey } from '../../src/model/receipts.ts';
import { useFolder } from './folder.ts';
import { useGithub } from './github-fixture.ts';
import { RUN } from './reports.ts';
import { createFastClock, createRecordingLog, NEVER } from './runtime.ts';

export const KEY: ReceiptKey = {
  secret: Buffer.alloc(32, 'k'),
  jobId: '89abcdef',
  requestId: '0123456789abcdef01234567',
};
/** The key of another request of the same step. */
export const OTHER_KEY: ReceiptKey = { ...KEY, requestId: KEY.requestId.replaceAll('0', 'f') };

/** GitHub's stand-in, with a workflow run whose steps keep receipts. */
export function useReceiptStores() {
  const github = useGithub();
  const tempDir = useFolder();
  let log = createRecordingLog();
  beforeEach(() => {
    log = createRecordingLog();
    // The client prints commands of the runner.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return {
    github,
    tempDir,
    lines: () => log.lines,
    /** The store of a step in an attempt of the run. @param replaced what the client does otherwise @param api asked, too */
    openStore: (
      attempt: number,
      given: Partial<ArtifactSettings> = {},
      replaced: Partial<Artifacts> = {},
      api?: Api,
    ) => {
      const client = Object.assign(new DefaultArtifactClient(), replaced);
      const signals = { cancelled: NEVER, graceOver: NEVER, timeLeftMs: () => Infinity };
      const settings = { clock: createFastClock(5), ...signals, tempDir: tempDir(), client, log, ...given };
      return createReceiptStore({ ...settings, run: { ...RUN, attempt } }, api);
    },
  };
}
