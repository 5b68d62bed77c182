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

/** Only `wait` uses a later phase: it fetches and judges the results of a testset, because a retry depends on them. */
function onlyAllowed([folder, others]) {
  const own = [folder, 'model', 'runtime', ...others].join('|');
  return {
    name: `${folder}-imports`,
    severity: 'error',
    comment: `src/${folder} imports only the folders that ALLOWED names.`,
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: `^src/(${own})` },
  };
}

/** What is made of a report. The name of a file begins with its output: `page.ts`, `page-tables.ts`. */
const OUTPUTS = ['summary', 'page', 'annotations', 'log', 'junit', 'report-json'];

function noOtherOutput(output) {
  return {
    name: `${output}-imports`,
    severity: 'error',
    comment: 'An output of the report imports no other output: what both say is in a file of words.',
    from: { path: `^src/report/${output}[.-]` },
    to: { path: `^src/report/(${OUTPUTS.join('|')})[.-]`, pathNot: `^src/report/${output}[.-]` },
  };
}

function onlyIn(name, where, packages) {
  return {
    name,
    severity: 'error',
    comment: `Only ${where} imports ${packages}.`,
    from: { path: '^src/', pathNot: where },
    to: { path: `(^|/)node_modules/${packages}` },
  };
}

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Files that import each other cannot be read one after the other.',
      from: { path: '^(src|simulator|scripts|__tests__|benchmarks)/' },
      to: { circular: true },
    },
    ...Object.entries(ALLOWED).map(onlyAllowed),
    ...OUTPUTS.map(noOtherOutput),
    onlyIn('undici', '^src/service/http/', 'undici/'),
    onlyIn('form-data', '^src/create/create-body[.]ts$', 'form-data/'),
    onlyIn('actions-toolkit', '^src/github/', '@actions/'),
    {
      name: 'bundle-only-src',
      severity: 'error',
      comment: 'The bundles hold neither the simulator nor tests nor tools.',
      from: { path: '^src/' },
      to: { path: '^(simulator|scripts|__tests__|benchmarks)/' },
    },
    {
      name: 'bundle-only-dependencies',
      severity: 'error',
      comment: 'The bundles are made of dependencies, not of devDependencies.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The other rules do not see an import that cannot be resolved.',
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
