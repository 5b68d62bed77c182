import { plain } from '../clean.ts';
import { html, link } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report, RunFacts } from '../report.ts';
import { testsetsWords } from '../testset-label.ts';
import { count } from '../words.ts';

const COMMIT_SHOWN = 12;

/** How to come back to what still runs. All of it is our own text, so it can be Markdown and be copied. */
export function* attachHelp({ testsets }: Report, { rows }: Detail): Generator<string> {
  const running = testsets.filter(({ status }) => status === 'Running').flatMap(({ id }) => id ?? []);
  if (running.length === 0) return;
  const who = running.length === 1 ? 'A testset' : count(running.length, 'testset');
  yield `${who} may still be running. To wait for the results without starting anything again, run the step with \`testset-id\` in place of \`app-file\` or the scenarios.`;
  if (running.length > rows) yield ' The output `testset-id` of this step names them.\n\n';
  else yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}

/** Small print: testsets, artifact, commit, run. */
export function* footerLines({ testsets, artifact, run }: Report, { rows }: Detail): Generator<string> {
  const facts = [
    testsetsWords(
      testsets.flatMap(({ id }) => id ?? []),
      rows,
    ),
    artifact ? `artifact ${link(artifact.url, plain(artifact.name))}` : '',
    commitWords(run),
    runWords(run),
  ].filter(Boolean);
  if (facts.length > 0) yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}

function commitWords({ commit }: RunFacts): string {
  return commit === '' ? '' : `commit <code>${html(plain(commit).slice(0, COMMIT_SHOWN))}</code>`;
}

function runWords({ runNumber, attempt, url }: RunFacts): string {
  return runNumber > 0 ? link(url, `run ${runNumber}, attempt ${attempt}`) : '';
}
