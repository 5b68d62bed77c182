import type { GithubOptions, Inputs } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createApi } from './api/client.ts';
import { createCheckRun } from './check-run.ts';
import { publishComment } from './comment.ts';
import { findBaseline, findHistory, type SearchCache } from './compare.ts';

/** What the GitHub API is used with. */
interface GitHubServicesSettings {
  readonly runtime: Runtime;
  readonly context: RunContext;
  readonly options: GithubOptions;
  readonly inputs: Pick<Inputs, 'service' | 'target' | 'artifact'>;
  /** What is run, the same from run to run: see the function `reportKey`. */
  readonly reportKey: string;
}

/** Opens the check run, the comment and the search for a baseline, each only if it is wanted. */
export function openGitHubServices(
  settings: GitHubServicesSettings,
): Pick<Platform, 'checkRun' | 'comment' | 'findBaseline' | 'findHistory'> {
  const { runtime, context, options, inputs, reportKey } = settings;
  const { clock, cancelled, log } = runtime;
  const { apiUrl, run } = context;
  const api = createApi({ clock, cancelled, apiUrl, token: options.token, repository: run.repository });
  const common = { api, clock, cancelled, log, context };

  const comment: Platform['comment'] = async (render) => {
    const result = await publishComment(common, reportKey, render);
    if (result.kind === 'published') log.info(`Comment: ${result.urls.filter(Boolean).join(' ')}`);
    if (result.kind === 'skipped') log.info(`No comment: ${result.why}`);
    if (result.kind === 'failed') log.warning(`The comment could not be written: ${result.why}`);
  };
  const cache: SearchCache = { reports: new Map() };
  const search = { ...common, artifactName: inputs.artifact?.name, cache };
  const find: Platform['findBaseline'] = ({ run, request, app, testsets }) => {
    const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
    return findBaseline(search, { run, request, scenarios, ...(app && { app }) });
  };
  const { service, target } = inputs;
  const testsets = {
    serviceUrl: service.baseUrl.href,
    attachedTo: target.kind === 'attach' ? target.testsetIds : [],
  };
  return {
    ...(options.checkRun && { checkRun: createCheckRun({ ...common, reportKey, ...testsets }) }),
    ...(options.prComment && { comment }),
    ...(options.compare && { findBaseline: find, findHistory: (subject) => findHistory(search, subject) }),
  };
}
