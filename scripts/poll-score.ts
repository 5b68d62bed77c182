import { scorePolls, type PollScore } from '../__tests__/soak/support/poll-score.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run poll-score -- [--seed 4]
Prints how soon the end of a testset is noticed, and with how many requests, compared with a poll every 15 s: with the real
loop, in virtual time. The limits are in __tests__/soak/poll-score.test.ts.`;

const { values } = readOptions(HELP, { seed: { type: 'string', default: '4' } });
const { classes, mix } = await scorePolls(Number(values.seed), 600);
console.log('| testsets | mean lag s | p95 s | longest s | requests | fixed 15 s: mean lag s | p95 s | requests |');
console.log('|---|---|---|---|---|---|---|---|');
for (const score of [...classes, mix]) console.log(rowOf(score));

function rowOf({ name, lag, fixedLag, requests, fixedRequests }: PollScore): string {
  const figures = [lag.mean, lag.p95, lag.longest, requests, fixedLag.mean, fixedLag.p95, fixedRequests];
  return `| ${[name, ...figures.map((figure) => figure.toFixed(1))].join(' | ')} |`;
}
