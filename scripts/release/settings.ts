/**
 * `node scripts/release/settings.ts` checks that the settings of the repository protect releases (docs/release.md): only the credential of
 * the environment may create, move and delete tags, somebody must have approved the use of this environment, and nothing gets to main
 * without a review. Sets the output `published` to whether the release exists already.
 */
import { appendFileSync } from 'node:fs';

import { request } from '../support/github.ts';
import { MAJOR, problemsIn, RELEASES, report, TAG, type Check } from './version.ts';

const { GITHUB_REPOSITORY: repository = '', GITHUB_OUTPUT: outputs = '', HAS_KEY: hasKey } = process.env;
const { GITHUB_RUN_ID: runId = '', GITHUB_ACTOR: actor = '', GITHUB_TRIGGERING_ACTOR: triggering = '' } = process.env;
const REPOSITORY = `/repos/${repository}`;
const ENVIRONMENT = `${REPOSITORY}/environments/release`;

interface Ruleset {
  readonly id: number;
  readonly target: string;
  readonly enforcement: string;
  readonly conditions?: {
    readonly ref_name?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  };
  readonly rules?: readonly { readonly type: string }[];
}

/** A rule for main, of one of the rulesets. */
interface Rule {
  readonly type: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface Environment {
  readonly can_admins_bypass?: boolean;
  readonly protection_rules?: readonly {
    readonly type: string;
    readonly prevent_self_review?: boolean;
    readonly reviewers?: readonly unknown[];
  }[];
}

interface Owners {
  readonly errors: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

interface Policies {
  readonly branch_policies: readonly { readonly name: string; readonly type?: string }[];
}

/** What a reviewer of the environment has said of this run. */
interface Review {
  readonly state: string;
  readonly user: { readonly login: string };
}

/** The rules for all tags or branches that begin with `v`. A branch `v1` would take the place of the tag. */
async function rulesFor(target: 'tag' | 'branch'): Promise<readonly string[]> {
  const list = (await request('GET', `${REPOSITORY}/rulesets?targets=${target}&per_page=100`)) as readonly Ruleset[];
  const all = await Promise.all(list.map(({ id }) => request('GET', `${REPOSITORY}/rulesets/${String(id)}`)));
  const forAll = (all as readonly Ruleset[]).filter((ruleset) => ruleset.target === target && isForAll(ruleset));
  return forAll.flatMap(({ rules = [] }) => rules.map(({ type }) => type));
}

function isForAll({ target, enforcement, conditions }: Ruleset): boolean {
  const { include = [], exclude = [] } = conditions?.ref_name ?? {};
  const own = target === 'tag' ? 'refs/tags/v*' : 'refs/heads/v*';
  const isIncluded = include.includes(own) || include.includes('~ALL');
  return enforcement === 'active' && isIncluded && exclude.length === 0;
}

/** What the rulesets for main must do. */
const RULES_OF_MAIN: readonly (readonly [words: string, type: string, parameter?: string])[] = [
  ['restricts deletions', 'deletion'],
  ['blocks force pushes', 'non_fast_forward'],
  ['requires status checks', 'required_status_checks'],
  ['requires an approval', 'pull_request', 'required_approving_review_count'],
  ['requires a review by code owners', 'pull_request', 'require_code_owner_review'],
  ['requires the approval of the last push', 'pull_request', 'require_last_push_approval'],
  ['dismisses stale approvals', 'pull_request', 'dismiss_stale_reviews_on_push'],
];

async function missingOfMain(): Promise<readonly string[]> {
  const rules = (await request('GET', `${REPOSITORY}/rules/branches/main?per_page=100`)) as readonly Rule[];
  const missing = RULES_OF_MAIN.filter(
    ([, wanted, parameter = '']) =>
      !rules.some(({ type, parameters = {} }) => type === wanted && (!parameter || Boolean(parameters[parameter]))),
  );
  return missing.map(([words]) => `No active ruleset for main ${words}.`);
}

/** An owner who does not exist, or cannot write, reviews nothing. */
async function errorsOfOwners(): Promise<readonly string[]> {
  const answer = (await request('GET', `${REPOSITORY}/codeowners/errors`)) as Owners | undefined;
  if (!answer) return ['There is no CODEOWNERS.'];
  return answer.errors.map(({ path, line, message }) => `${path}, line ${String(line)}: ${message}`);
}

/** The branches whose runs may use the environment. */
async function branches(): Promise<readonly string[]> {
  const answer = (await request('GET', `${ENVIRONMENT}/deployment-branch-policies`)) as Policies | undefined;
  return answer?.branch_policies.map(({ name, type }) => (type === 'tag' ? `the tag ${name}` : name)) ?? [];
}

/** Who started this run, or ran it again, must not have approved it, also not through a workflow. */
async function isApprovedByAnother(): Promise<boolean> {
  const reviews = (await request('GET', `${REPOSITORY}/actions/runs/${runId}/approvals`)) as readonly Review[];
  const starters = [actor, triggering];
  const isSame = reviews.some(({ state, user }) => state === 'approved' && starters.includes(user.login));
  return !isSame && !starters.some((login) => login.endsWith('[bot]'));
}

async function findProblems(): Promise<readonly string[]> {
  const [ofTags, ofBranches] = [await rulesFor('tag'), await rulesFor('branch')];
  const heads = (await request('GET', `${REPOSITORY}/git/matching-refs/heads%2Fv`)) as readonly {
    readonly ref: string;
  }[];
  const environment = (await request('GET', ENVIRONMENT)) as Environment | undefined;
  const review = environment?.protection_rules?.find(({ type }) => type === 'required_reviewers');
  const missing = ['creation', 'update', 'deletion'].filter((rule) => !ofTags.includes(rule));
  const ofMajor = await request('GET', `${RELEASES}/tags/${MAJOR}`);
  const checks: readonly Check[] = [
    [ofBranches.includes('creation'), 'No active ruleset for the branches v* restricts their creation.'],
    [heads.length === 0, `A branch takes the place of a tag: ${heads.map(({ ref }) => ref).join(', ')}. Delete it.`],
    [ofMajor === undefined, `There is a release for ${MAJOR}, so this tag cannot be moved.`],
    [Boolean(review?.reviewers?.length), 'The environment "release" has no required reviewers.'],
    [review?.prevent_self_review === true, 'The environment "release" does not prevent self-review.'],
    [environment?.can_admins_bypass === false, 'The environment "release" lets administrators bypass its rules.'],
    [String(await branches()) === 'main', 'The environment "release" is not limited to the branch main.'],
    [await isApprovedByAnother(), 'Somebody other than the one who started this run, by hand, must approve it.'],
    [hasKey === 'true', 'The environment "release" has no secret RELEASE_KEY.'],
  ];
  return [
    ...missing.map((rule) => `No active ruleset for the tags v* restricts their ${rule}.`),
    ...(await missingOfMain()),
    ...(await errorsOfOwners()),
    ...problemsIn(checks),
  ];
}

report(await findProblems(), 'Set up the repository as docs/release.md says, and run this job again.');
const isPublished = (await request('GET', `${RELEASES}/tags/${TAG}`)) !== undefined;
appendFileSync(outputs, `published=${String(isPublished)}\n`);
