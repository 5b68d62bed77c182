import type { AppFile } from './app-files.ts';
import { measureAction, type Usage } from './measure-action.ts';
import { CERTIFICATE, type Sink } from './sink.ts';

/** Sends a file with the action, which ends when the testset is created. */
export function sendByAction({ path, bytes }: AppFile, sink: Sink): Promise<Usage> {
  return measureAction('started', {
    inputs: {
      'base-url': sink.address(bytes),
      'project-id': '509',
      'app-file': path,
      'check-app': 'false',
      wait: 'false',
    },
    env: { NODE_EXTRA_CA_CERTS: CERTIFICATE },
  });
}
