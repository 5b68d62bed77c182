import type { Host, ArtifactContent, Published } from '../../src/host.ts';

/** A host that keeps what is handed in. */
export interface RecordingHost extends Host {
  readonly outputs: Readonly<Record<string, string>>;
  readonly annotations: readonly { readonly title: string; readonly message: string }[];
  readonly summaries: readonly string[];
  readonly parcels: readonly ArtifactContent[];
}

/** Makes a host whose artifacts come out as told. */
export function createHost(
  workspace: string,
  published: Published = { kind: 'published', name: 'testset', id: '9', url: 'https://github.example/9', digest: 'd' },
): RecordingHost {
  const outputs: Record<string, string> = {};
  const annotations: { title: string; message: string }[] = [];
  const summaries: string[] = [];
  const parcels: ArtifactContent[] = [];
  return {
    run: {
      repository: 'o/r',
      workflow: 'CI',
      job: 'test',
      step: 'run-testset',
      runId: '5',
      runNumber: 7,
      attempt: 1,
      commit: 'abc',
      url: '',
    },
    workspace,
    tempDir: workspace,
    proxyFor: () => undefined,
    outputs,
    annotations,
    summaries,
    parcels,
    setOutput: (name, value) => {
      outputs[name] = value;
    },
    outcomeIsDecided: () => undefined,
    annotate: (annotation) => {
      annotations.push(annotation);
    },
    writeSummary: (markdown) => {
      summaries.push(markdown);
      return Promise.resolve();
    },
    publishArtifact: (content) => {
      parcels.push(content);
      return Promise.resolve(published);
    },
  };
}
