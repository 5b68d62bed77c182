import { passOn, startNginx } from './nginx.ts';
import { httpAt, type Situation, type Stage, type Use } from './situation.ts';

const SIGN_IN =
  '<!doctype html><html><head><title>Sign in - Example Corp</title></head><body><form></form></body></html>';
const ALL = '/openapi/';

/** nginx that answers with a page in place of the service. */
export const NGINX_PAGES: readonly Situation[] = [
  {
    name: 'nginx: auth_basic for everything (401 page)',
    expected: { outcome: ['refused', 'not-started'], testsets: 0, creates: 0, lastLine: /401/ },
    arrange: async (stage) => {
      const file = await stage.write('users', 'someone:{PLAIN}other\n');
      const server = passOn(stage.service, `auth_basic "Example Corp"; auth_basic_user_file ${file};`);
      return httpAt(await startNginx(stage, { server }));
    },
  },
  {
    name: 'nginx: auth_basic for POST only (401 page)',
    timeScale: 4,
    expected: { outcome: 'refused', testsets: 0, lastLine: /firewall|proxy/ },
    arrange: async (stage) => {
      const file = await stage.write('users', 'someone:{PLAIN}other\n');
      const only = `limit_except GET { auth_basic "Example Corp"; auth_basic_user_file ${file}; }`;
      return httpAt(await startNginx(stage, { server: passOn(stage.service, only) }));
    },
  },
  {
    name: 'nginx: redirect to a sign-in page on another host',
    expected: { outcome: ['refused', 'not-started'], testsets: 0, notInLastLine: /[Ss]et `base-url`/ },
    arrange: (stage) => always(stage, 'return 302 https://login.example.test/sign-in?state=abc;'),
  },
  {
    name: 'nginx: sign-in page with 200 for everything',
    expected: { outcome: ['refused', 'not-started'], testsets: 0, notInLastLine: /unknown whether/ },
    arrange: (stage) => always(stage, `return 200 '${SIGN_IN}';`),
  },
  {
    name: 'nginx: sign-in page with 200 for POST only, 16 MB',
    megabytes: 16,
    timeScale: 4,
    expected: { outcome: ['refused', 'not-started'], testsets: 0, notInLastLine: /unknown whether/ },
    arrange: (stage) => always(stage, `if ($request_method = POST) { return 200 '${SIGN_IN}'; }`),
  },
  {
    name: 'nginx: sign-in page with 200 after the first poll, for 3 min',
    expected: { outcome: 'passed' },
    arrange: (stage) =>
      during(stage, ALL, `return 200 '${SIGN_IN}';`, {
        from: () => stage.count('status') > 0,
        to: () => stage.pause(180),
      }),
  },
  {
    name: 'nginx: sign-in page with 200 after the first poll, for good',
    timeScale: 20,
    expected: { outcome: 'timed-out' },
    arrange: (stage) =>
      during(stage, ALL, `return 200 '${SIGN_IN}';`, {
        from: () => stage.count('status') > 0,
        to: () => stage.pause(3_600),
      }),
  },
  {
    name: 'nginx: maintenance page (503, Retry-After: 3) for 60 s',
    expected: { outcome: 'passed' },
    arrange: (stage) =>
      during(stage, ALL, `add_header Retry-After 3 always; return 503;`, { to: () => stage.pause(60) }),
  },
  {
    name: 'nginx: maintenance page (503, Retry-After: 3600), timeout 5',
    timeScale: 20,
    expected: { outcome: ['not-started', 'refused'], testsets: 0, lastLine: /60 ?m|1 ?h|3,?600/ },
    arrange: async (stage) => ({
      ...(await always(stage, `add_header Retry-After 3600 always; return 503;`)),
      inputs: { timeout: '5' },
    }),
  },
  {
    name: 'nginx: maintenance page (503, Retry-After: 300) during the polls',
    expected: { outcome: 'passed', log: /ask/i },
    arrange: (stage) =>
      during(stage, ALL, `add_header Retry-After 300 always; return 503;`, {
        from: () => stage.count('status') > 0,
        to: () => stage.pause(60),
      }),
  },
  {
    name: 'nginx: 403 page for /result, once',
    expected: { outcome: 'passed' },
    arrange: (stage) =>
      during(stage, '~ /result$', 'return 403;', {
        to: () => stage.when(() => stage.hasLogged(/\/result\S* HTTP\/1.1" 403 /)),
      }),
  },
  {
    name: 'nginx: 403 page for every status',
    timeScale: 20,
    expected: { outcome: ['refused', 'timed-out'], notInLastLine: /rejected the credentials/ },
    arrange: async (stage) => {
      const server = `${passOn(stage.service)} location ~ /testset/[0-9]+$ { return 403; }`;
      return httpAt(await startNginx(stage, { server }));
    },
  },
];

async function always(stage: Stage, directives: string): Promise<Use> {
  return httpAt(await startNginx(stage, { server: passOn(stage.service, directives) }));
}

/** Lets a location answer with a page for a time, from the beginning unless `from` says otherwise. */
async function during(
  stage: Stage,
  path: string,
  answer: string,
  { from, to }: { readonly from?: () => boolean; readonly to: () => Promise<void> },
): Promise<Use> {
  const flag = `${stage.folder}/page`;
  // nginx allows `add_header` in an `if` only within a location.
  const server = `${passOn(stage.service)} ${passOn(stage.service, `if (-f ${flag}) { ${answer} }`, path)}`;
  if (!from) await stage.write('page', '');
  return {
    ...httpAt(await startNginx(stage, { server })),
    meanwhile: async () => {
      if (from) {
        await stage.when(from);
        await stage.write('page', '');
      }
      await to();
      await stage.remove('page');
    },
  };
}
