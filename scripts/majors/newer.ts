/**
 * `node scripts/majors/newer.ts` opens an issue if an action of the documents has a newer major version than table.ts says. There is only
 * one issue: it is changed while it is open, and a closed one is not repeated until there is another version.
 */
import { request } from '../support/github.ts';
import { LOOKED_UP, MAJORS } from './table.ts';

const ISSUES = `/repos/${process.env['GITHUB_REPOSITORY'] ?? ''}/issues`;
const TITLE = 'Newer major versions of actions';

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
}

/** The newest tag such as `v7`, which workflows name. */
async function newestMajor(action: string): Promise<number> {
  const refs = await request('GET', `/repos/${action}/git/matching-refs/tags%2Fv`);
  if (!Array.isArray(refs)) throw new Error(`There is no ${action}.`);
  return Math.max(
    ...(refs as { readonly ref: string }[])
      .flatMap(({ ref }) => /^refs\/tags\/v(\d+)$/.exec(ref)?.[1] ?? [])
      .map(Number),
  );
}

async function findNewer(): Promise<readonly string[]> {
  const found = Object.entries(MAJORS).map(async ([action, major]) => {
    const newest = await newestMajor(action);
    return newest > major ? `- ${action}: v${String(newest)}; the documents have v${String(major)}` : [];
  });
  return (await Promise.all(found)).flat();
}

async function report(newer: readonly string[]): Promise<void> {
  const body = [
    `There are newer major versions than on ${LOOKED_UP}:`,
    '',
    ...newer,
    '',
    'Read what changed in them, set number and day in `scripts/majors/table.ts`, and run `npm run readme`.',
  ].join('\n');
  const issues = (await request('GET', `${ISSUES}?state=all&creator=github-actions%5Bbot%5D&per_page=100`)) as Issue[];
  const last = issues.find(({ title }) => title === TITLE);
  if (last?.body === body) console.log(`Issue ${String(last.number)} says it already.`);
  else if (last?.state === 'open') await request('PATCH', `${ISSUES}/${String(last.number)}`, { body });
  else await request('POST', ISSUES, { title: TITLE, body });
}

const newer = await findNewer();
console.log(newer.length > 0 ? newer.join('\n') : 'The documents have the newest major versions.');
if (newer.length > 0) await report(newer);
