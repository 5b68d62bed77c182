/**
 * `node scripts/release/settings.ts` checks that the settings of the repository protect releases (docs/release.md): only the credential of
 * the environment may create, move and delete tags, somebody else must have approved the use of this environment, and nothing gets to main
 * without a review. If one person maintains the repository, it warns that nobody else did. Sets the output `published` to whether the
 * release exists already.
 */
import { appendFileSync } from 'node:fs';

import { request } from '../support/github.ts';
import { ALONE, IS_ALONE, MAJOR, problemsIn, RELEASES, report, TAG, type Check } from './version.ts';

const REPOSITORY = '/repos/{repository}';
const ENVIRONMENT = `${REPOSITORY}/environments/release`;

/** The jobs of CI and CodeQL, as GitHub names their checks. */
export const CHECKS: readonly string[] = [
  ...['ubuntu', 'macos', 'windows'].flatMap((system) => [`Check on ${system}-latest`, `Use / Use on ${system}-latest`]),
  'Review new packages',
  'Analyze actions',
  'Analyze javascript-typescript',
];

interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly target: string;
  readonly enforcement: string;
  readonly conditions?: {
    readonly ref_name?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  };
  readonly rules?: readonly { readonly type: string }[];
  /** Only who may change the ruleset sees them. */
  readonly bypass_actors?: readonly { readonly actor_type: string }[];
}

/** A rule for main, of one of the rulesets. */
interface Rule {
  readonly type: string;
  readonly ruleset_id: number;
  readonly parameters?: Readonly<Record<string, unknown>> & {
    readonly required_status_checks?: readonly { readonly context: string }[];
  };
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

/** What a reviewer has said of this run. */
interface Review {
  readonly state: string;
  readonly environments: readonly { readonly name: string }[];
  readonly user: { readonly login: string; readonly type: string };
}

/** The run that releases. */
interface Run {
  readonly id: string;
  /** Who started it, and who ran it again. */
  readonly starters: readonly string[];
  /** Whether the environment has the credential. */
  readonly hasKey: boolean;
  /** Whether one person maintains the repository: nobody else can approve anything. */
  readonly isAlone: boolean;
}

/** The rulesets for all tags or branches that begin with `v`. A branch `v1` would take the place of the tag. */
async function rulesetsFor(target: 'tag' | 'branch'): Promise<readonly Ruleset[]> {
  const list = (await request('GET', `${REPOSITORY}/rulesets?targets=${target}&per_page=100`)) as readonly Ruleset[];
  const all = await Promise.all(list.map(({ id }) => readRuleset(id)));
  return all.filter((ruleset) => ruleset.target === target && isForAll(ruleset));
}

async function readRuleset(id: number): Promise<Ruleset> {
  return (await request('GET', `${REPOSITORY}/rulesets/${String(id)}`)) as Ruleset;
}

function typesOf(rulesets: readonly Ruleset[]): readonly string[] {
  return rulesets.flatMap(({ rules = [] }) => rules.map(({ type }) => type));
}

/** The rulesets that somebody may bypass, as far as this can be seen. */
function bypassed(rulesets: readonly Ruleset[], allowed?: string): readonly string[] {
  const found = rulesets.filter(({ bypass_actors: actors = [] }) =>
    actors.some(({ actor_type: type }) => type !== allowed),
  );
  return found.map(
    ({ name }) => `The ruleset "${name}" has a bypass${allowed === undefined ? '' : ' that is no deploy key'}.`,
  );
}

function isForAll({ target, enforcement, conditions }: Ruleset): boolean {
  const { include = [], exclude = [] } = conditions?.ref_name ?? {};
  const own = target === 'tag' ? 'refs/tags/v*' : 'refs/heads/v*';
  const isIncluded = include.includes(own) || include.includes('~ALL');
  return enforcement === 'active' && isIncluded && exclude.length === 0;
}

type WantedRule = readonly [words: string, type: string, parameter?: string];

/** What the rulesets for main must do. */
const RULES_OF_MAIN: readonly WantedRule[] = [
  ['restricts deletions', 'deletion'],
  ['blocks force pushes', 'non_fast_forward'],
  ['requires a pull request', 'pull_request'],
  // Of two green pull requests, each with its own dist, the second could make main red.
  ['requires branches to be up to date', 'required_status_checks', 'strict_required_status_checks_policy'],
];

/** What they must do, too, if there is somebody who can approve. */
const APPROVALS_OF_MAIN: readonly WantedRule[] = [
  ['requires an approval', 'pull_request', 'required_approving_review_count'],
  ['requires a review by code owners', 'pull_request', 'require_code_owner_review'],
  ['requires the approval of the last push', 'pull_request', 'require_last_push_approval'],
  ['dismisses stale approvals', 'pull_request', 'dismiss_stale_reviews_on_push'],
];

async function missingOfMain({ isAlone }: Run): Promise<readonly string[]> {
  const rules = (await request('GET', `${REPOSITORY}/rules/branches/main?per_page=100`)) as readonly Rule[];
  const missing = [...RULES_OF_MAIN, ...(isAlone ? [] : APPROVALS_OF_MAIN)].filter(
    ([, wanted, parameter = '']) =>
      !rules.some(({ type, parameters = {} }) => type === wanted && (!parameter || Boolean(parameters[parameter]))),
  );
  const required = rules.flatMap(({ parameters }) => parameters?.required_status_checks ?? []);
  const checks = CHECKS.filter((check) => !required.some(({ context }) => context === check));
  const rulesets = await Promise.all([...new Set(rules.map((rule) => rule.ruleset_id))].map(readRuleset));
  return [
    ...missing.map(([words]) => `No active ruleset for main ${words}.`),
    ...checks.map((check) => `No active ruleset for main requires the check "${check}".`),
    ...bypassed(rulesets),
  ];
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

/** A person has approved this run's use of the environment who, if possible, neither started it nor ran it again, and no workflow started it. */
async function isApproved({ id, starters, isAlone }: Run): Promise<boolean> {
  const reviews = (await request('GET', `${REPOSITORY}/actions/runs/${id}/approvals`)) as readonly Review[];
  const isByPerson = reviews.some(
    ({ state, environments, user }) =>
      state === 'approved' &&
      environments.some(({ name }) => name === 'release') &&
      user.type === 'User' &&
      (isAlone || !starters.includes(user.login)),
  );
  return isByPerson && !starters.some((login) => login.endsWith('[bot]'));
}

const OTHER = 'Somebody other than the one who started it';

/** What is missing of the settings that docs/release.md lists. */
export async function findProblems(run: Run): Promise<readonly string[]> {
  const [ofTags, ofBranches] = [await rulesetsFor('tag'), await rulesetsFor('branch')];
  const heads = (await request('GET', `${REPOSITORY}/git/matching-refs/heads%2Fv`)) as readonly {
    readonly ref: string;
  }[];
  const environment = (await request('GET', ENVIRONMENT)) as Environment | undefined;
  const review = environment?.protection_rules?.find(({ type }) => type === 'required_reviewers');
  const hiding = heads.filter(({ ref }) => /^refs\/heads\/v\d/.test(ref));
  const missing = ['creation', 'update', 'deletion'].filter((rule) => !typesOf(ofTags).includes(rule));
  const ofMajor = await request('GET', `${RELEASES}/tags/${MAJOR}`);
  const checks: readonly Check[] = [
    [typesOf(ofBranches).includes('creation'), 'No active ruleset for the branches v* restricts their creation.'],
    [hiding.length === 0, `A branch takes the place of a tag: ${hiding.map(({ ref }) => ref).join(', ')}. Delete it.`],
    [ofMajor === undefined, `There is a release for ${MAJOR}, so this tag cannot be moved.`],
    [Boolean(review?.reviewers?.length), 'The environment "release" has no required reviewers.'],
    [run.isAlone || review?.prevent_self_review === true, 'The environment "release" does not prevent self-review.'],
    [environment?.can_admins_bypass === false, 'The environment "release" lets administrators bypass its rules.'],
    [String(await branches()) === 'main', 'The environment "release" is not limited to the branch main.'],
    [
      await isApproved(run),
      `${run.isAlone ? 'Somebody' : OTHER} must approve the run, which a person must have started.`,
    ],
    [run.hasKey, 'The environment "release" has no secret RELEASE_KEY.'],
  ];
  return [
    ...missing.map((rule) => `No active ruleset for the tags v* restricts their ${rule}.`),
    ...bypassed(ofTags, 'DeployKey'),
    ...bypassed(ofBranches),
    ...(await missingOfMain(run)),
    ...(await errorsOfOwners()),
    ...problemsIn(checks),
  ];
}

if (import.meta.main) {
  const { GITHUB_RUN_ID: id = '', GITHUB_ACTOR: actor = '', GITHUB_TRIGGERING_ACTOR: triggering = '' } = process.env;
  const run = { id, starters: [actor, triggering], hasKey: process.env['HAS_KEY'] === 'true', isAlone: IS_ALONE };
  if (IS_ALONE) console.error(`::warning::${ALONE}`);
  const page = `docs/release.md${IS_ALONE ? '' : ' (alone, begin with its section One maintainer)'}`;
  report(await findProblems(run), `Set up the repository as ${page} says, and run this job again.`);
  const isPublished = (await request('GET', `${RELEASES}/tags/${TAG}`)) !== undefined;
  appendFileSync(process.env['GITHUB_OUTPUT'] ?? '', `published=${String(isPublished)}\n`);
}
