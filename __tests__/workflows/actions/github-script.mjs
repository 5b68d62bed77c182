// What actions/github-script does, as far as the recipes use it: runs a script with a client of GitHub's API.
import * as core from '@actions/core';
import { context, getOctokit } from '@actions/github';

const github = getOctokit(core.getInput('github-token'));
github.hook.before('request', ({ headers }) => {
  // GitHub's stand-in rejects requests that leave the version open.
  headers['x-github-api-version'] = '2022-11-28';
});
const AsyncFunction = (async () => {}).constructor;
try {
  const script = new AsyncFunction('github', 'context', 'core', core.getInput('script'));
  core.setOutput('result', await script(github, context, core));
} catch (error) {
  core.setFailed(error.stack);
}
