import type { RunInfo } from '../../src/model/report.ts';
import type { Platform, ArtifactContent } from '../../src/runtime/platform.ts';

/** A workflow run. */
export const RUN: RunInfo = {
  repository: 'o/r',
  workflow: 'CI',
  job: 'test',
  step: 'run-testset',
  runId: '5',
  runNumber: 7,
  attempt: 1,
  commit: 'abc',
  headCommit: 'abc',
  url: '',
  event: 'push',
  branch: 'main',
  commitUrl: '',
};

/** A platform that records what it is given. */
export interface RecordingPlatform extends Platform {
  readonly outputs: Readonly<Record<string, string>>;
  readonly annotations: readonly { readonly title: string; readonly message: string }[];
  readonly summaries: readonly string[];
  readonly artifacts: readonly ArtifactContent[];
}

export function createPlatform(workspace: string): RecordingPlatform {
  const outputs: Record<string, string> = {};
  const annotations: { title: string; message: string }[] = [];
  const summaries: string[] = [];
  const artifacts: ArtifactContent[] = [];
  return {
    run: RUN,
    workspace,
    tempDir: workspace,
    proxyFor: () => undefined,
    outputs,
    annotations,
    summaries,
    artifacts,
    setOutput: (name, value) => {
      outputs[name] = value;
    },
    markOutcomeDecided: () => undefined,
    annotate: (annotation) => {
      annotations.push(annotation);
    },
    writeSummary: (markdown) => {
      summaries.push(markdown);
      return Promise.resolve();
    },
    publishArtifact: (content) => {
      artifacts.push(content);
      const value = { name: 'testset', id: '9', url: 'https://github.example/9' };
      return Promise.resolve({ kind: 'value', value });
    },
  };
}
