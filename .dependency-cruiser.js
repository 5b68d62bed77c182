/** Which folders of src each folder may import (docs/design.md §1). Every folder may import `model` and `runtime`. */
const ALLOWED = {
  model: [],
  runtime: [],
  inputs: ['app'],
  app: [],
  service: [],
  create: ['app', 'service'],
  results: ['service'],
  wait: ['create', 'service', 'results', 'verdict'],
  verdict: [],
  report: ['verdict'],
  publish: ['report', 'results'],
  github: [],
  step: ['github', 'inputs', 'report'],
};

/** What is made of a report. The name of a file begins with its output: `page.ts`, `page-tables.ts`. */
const OUTPUTS = '^src/report/(summary|page|annotations|log|junit|report-json)[.-]';

function forbid(name, comment, from, to) {
  return { name, severity: 'error', comment, from, to };
}

/** Only `wait` uses a later phase: it fetches and judges the results of a testset, because a retry depends on them. */
function onlyAllowed([folder, others]) {
  const own = [folder, 'model', 'runtime', ...others].join('|');
  const comment = `src/${folder} imports only the folders that ALLOWED names.`;
  return forbid(`${folder}-imports`, comment, { path: `^src/${folder}/` }, { path: '^src/', pathNot: `^src/(${own})` });
}

function onlyIn(name, where, packages) {
  const to = { path: `(^|/)node_modules/${packages}` };
  return forbid(name, `Only ${where} imports ${packages}.`, { path: '^src/', pathNot: where }, to);
}

export default {
  forbidden: [
    forbid(
      'no-circular',
      'Files that import each other cannot be read one after the other.',
      { path: '^(src|simulator|scripts|__tests__|benchmarks)/' },
      { circular: true },
    ),
    ...Object.entries(ALLOWED).map(onlyAllowed),
    forbid(
      'no-other-output',
      'An output of the report imports no other output: what both say is in a file of words.',
      { path: OUTPUTS },
      { path: OUTPUTS, pathNot: '^src/report/$1[.-]' },
    ),
    onlyIn('undici', '^src/service/http/', 'undici/'),
    onlyIn('form-data', '^src/create/create-body[.]ts$', 'form-data/'),
    onlyIn('actions-toolkit', '^src/github/', '@actions/'),
    forbid(
      'bundle-only-src',
      'The bundles hold neither the simulator nor tests nor tools.',
      { path: '^src/' },
      { path: '^(simulator|scripts|__tests__|benchmarks)/' },
    ),
    forbid(
      'bundle-only-dependencies',
      'The bundles are made of dependencies, not of devDependencies.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    ),
    forbid(
      'resolvable',
      'The other rules do not see an import that cannot be resolved.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'types', 'default'] },
  },
};
