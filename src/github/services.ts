import type { CheckRun, Platform } from '../runtime/platform.ts';
import type { Inputs } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createApi } from './api/client.ts';

/** What showing reports beside the job takes. */
export interface GitHubServicesSettings {
  readonly runtime: Runtime;
  readonly context: RunContext;
  readonly options: NonNullable<Inputs['github']>;
  /** What is run: see the function `reportKey`. */
  readonly reportKey: string;
  /** The name that was asked for this step's artifact, if any. */
  readonly artifactName?: string;
}

/**
 * The places on GitHub where a report is shown beside the job, as far as they are wanted, and the one where an earlier report is found.
 * Each is loaded when it is first used.
 */
export function openGitHubServices(
  settings: GitHubServicesSettings,
): Pick<Platform, 'checkRun' | 'comment' | 'findBaseline'> {
  const { runtime, context, options, reportKey, artifactName } = settings;
  const { clock, cancelled, log } = runtime;
  const patience = { clock, cancelled };
  const api = createApi({
    ...patience,
    apiUrl: context.apiUrl,
    token: options.token,
    repository: context.run.repository,
  });

  const comment: Platform['comment'] = async (draw) => {
    const { publishComment } = await import('./comment.ts');
    const { pullRequest } = context;
    const place = { ...patience, api, context, ...(pullRequest !== undefined && { pullRequest }) };
    const commented = await publishComment(place, reportKey, draw);
    if (commented.kind === 'published') log.info(`Comment: ${commented.urls.filter(Boolean).join(' ')}`);
    if (commented.kind === 'skipped') log.info(`No comment: ${commented.why}`);
    if (commented.kind === 'failed') log.warning(`The comment could not be written: ${commented.why}`);
  };
  const findBaseline: Platform['findBaseline'] = async ({ run, request, app, testsets }) => {
    const { findBaseline: find } = await import('./compare.ts');
    const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
    const where = {
      ...patience,
      api,
      log,
      branches: context.branches,
      ...(artifactName !== undefined && { artifactName }),
    };
    return find(where, { run, request, scenarios, ...(app && { app }) });
  };
  const openCheckRun = async () => {
    const { createCheckRun } = await import('./check-run.ts');
    return createCheckRun({ ...patience, api, log, context, reportKey });
  };
  return {
    ...(options.checkRun && { checkRun: openedLater(openCheckRun) }),
    ...(options.prComment && { comment }),
    ...(options.compare && { findBaseline }),
  };
}

/** A check run whose code is loaded when it is first used. */
function openedLater(open: () => Promise<CheckRun>): CheckRun {
  let opened: Promise<CheckRun> | undefined;
  return {
    update: (text) => {
      opened ??= open();
      void opened.then(
        (checkRun) => {
          checkRun.update(text);
        },
        // The conclusion fails alike, and tells.
        () => undefined,
      );
    },
    conclude: async (outcome, text) => {
      opened ??= open();
      await (await opened).conclude(outcome, text);
    },
  };
}
