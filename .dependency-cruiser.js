/**
 * Who may import whom (docs/design.md §1): imports only fall, from entries over stories and stages to chapters and at last to plain files.
 * Types vanish before anything runs, so they may be looked up on any floor; what must not be mixed at all is forbidden for types too.
 */

const ENTRIES = '^src/((index|list-scenarios|merge-reports)[.]ts$|step/)';
const STORIES = '^src/(run-testset|find-scenarios|merge-chunks)[.]ts$';
/** The stages of a run, in their order. */
const STAGE_NAMES = ['start', 'follow', 'verdict', 'publish'];
const STAGES = `^src/(${STAGE_NAMES.join('|')})/`;
const CHAPTERS = '^src/(app|github|inputs|merge|receipts|report|results|service)/';
const PLAIN = '^src/(secrets/)?[^/]+[.]ts$';

/** Which chapters a chapter may use beside itself. */
const NEIGHBOURS = {
  app: [],
  inputs: [],
  receipts: ['report'],
  service: ['app'],
  report: ['results/document'],
  results: ['report', 'service'],
  github: ['receipts', 'report'],
  merge: ['report', 'results'],
};

/** No value is imported from a floor above. */
function falls(name, from, above) {
  return {
    name: `${name}-only-fall`,
    severity: 'error',
    comment: `What ${name} import stands on their own floor or below.`,
    from,
    to: { path: above, dependencyTypesNot: ['type-only'] },
  };
}

/** Only one place knows a package. */
function only(name, where, packages) {
  return {
    name,
    severity: 'error',
    comment: `Only ${where} uses ${packages}.`,
    from: { path: '^src/', pathNot: where },
    to: { path: `(^|/)node_modules/${packages}` },
  };
}

/** A stage may speak of what an earlier one came to; it cannot know what comes after it. */
function looksBack(stage, index) {
  const later = STAGE_NAMES.slice(index + 1).join('|');
  return {
    name: `${stage}-knows-no-later-stage`,
    severity: 'error',
    comment: `The stage ${stage} comes before ${later}: not even types are looked up there.`,
    from: { path: `^src/${stage}/` },
    to: { path: `^src/(${later})/` },
  };
}

function keepsToItself([chapter, neighbours]) {
  const own = [chapter, 'secrets', ...neighbours].join('|');
  return {
    name: `${chapter}-keeps-to-itself`,
    severity: 'error',
    comment: `The chapter ${chapter} uses no other chapter than those named in NEIGHBOURS.`,
    from: { path: `^src/${chapter}/` },
    to: { path: '^src/[^/]+/', pathNot: `^src/(${own})` },
  };
}

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'A circle has no bottom to begin reading at.',
      from: { path: '^(src|scripts|__tests__|benchmarks)/' },
      to: { circular: true },
    },
    falls('stories', { path: STORIES }, ENTRIES),
    falls('stages', { path: STAGES }, `${ENTRIES}|${STORIES}`),
    {
      name: 'stages-share-no-values',
      severity: 'error',
      comment: 'One stage never calls another: the story hands the result of each to the next.',
      from: { path: STAGES },
      to: { path: STAGES, pathNot: '^src/$1/', dependencyTypesNot: ['type-only'] },
    },
    ...STAGE_NAMES.slice(0, -1).map(looksBack),
    falls('chapters', { path: CHAPTERS }, `${ENTRIES}|${STORIES}|${STAGES}`),
    falls(
      'plain-files',
      { path: PLAIN, pathNot: `${ENTRIES}|${STORIES}` },
      `${ENTRIES}|${STORIES}|${STAGES}|${CHAPTERS}`,
    ),
    ...Object.entries(NEIGHBOURS).map(keepsToItself),
    only('undici-has-one-user', '^src/service/http/', 'undici/'),
    only('form-data-has-one-user', '^src/service/upload[.]ts$', 'form-data/'),
    only('github-has-one-chapter', '^src/github/', '@actions/'),
    {
      name: 'github-is-used-by-entries',
      severity: 'error',
      comment: 'Entries hand the runner and GitHub to the story as plain functions.',
      from: { path: '^src/', pathNot: `${ENTRIES}|^src/github/` },
      to: { path: '^src/github/' },
    },
    {
      name: 'simulator-stays-outside',
      severity: 'error',
      comment: 'The simulator must never come into a bundle.',
      from: { path: '^src/', pathNot: '^src/simulator/' },
      to: { path: '^src/simulator/' },
    },
    {
      name: 'simulator-is-not-reachable',
      severity: 'error',
      comment: 'Not by any detour either.',
      from: { path: ENTRIES },
      to: { path: '^src/simulator/', reachable: true },
    },
    {
      name: 'no-tools-in-src',
      severity: 'error',
      comment: 'What users run needs neither tests nor tools.',
      from: { path: '^src/', pathNot: '^src/simulator/' },
      to: { path: '^(scripts|__tests__|benchmarks)/' },
    },
    {
      name: 'no-dev-packages-in-src',
      severity: 'error',
      comment: 'What users run is made of dependencies, not of devDependencies.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'An import that leads nowhere is overlooked by all other rules.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
};
