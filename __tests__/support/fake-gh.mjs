// What `gh attestation verify`, `gh api` and `gh release create` do, as far as a recipe uses them. GH_STORE names a file with attestations.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { env, exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';

const OPTIONS = ['repo', 'signer-workflow', 'source-ref', 'predicate-type', 'limit', 'format', 'jq'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }])),
    'verify-tag': { type: 'boolean' },
  },
});
const [group, verb, ...operands] = positionals;
if (!env.GH_TOKEN) throw new Error('gh needs GH_TOKEN');

if (`${group} ${verb}` === 'release create') {
  writeFileSync('released.json', JSON.stringify([...operands, values.repo, values['verify-tag']]));
  exit(0);
}
if (group === 'api' && values.jq === '.sha') {
  const { tags } = JSON.parse(readFileSync(env.GH_STORE, 'utf8'));
  const tag = /^repos\/octo-org\/wallet-app\/commits\/tags\/(.*)$/.exec(verb)?.[1];
  if (!(tag in tags)) exit(1);
  stdout.write(`${tags[tag]}\n`);
  exit(0);
}
if (`${group} ${verb}` !== 'attestation verify') throw new Error(`Unexpected: gh ${group} ${verb}`);

const digest = createHash('sha256').update(readFileSync(operands[0])).digest('hex');
const { attestations, exitCodeForNone } = JSON.parse(readFileSync(env.GH_STORE, 'utf8'));
const matching = attestations.filter(
  ({ subject, repo, workflow, ref, predicateType }) =>
    subject === digest &&
    repo === values.repo &&
    (values['signer-workflow'] ?? workflow) === workflow &&
    (values['source-ref'] ?? ref) === ref &&
    (values['predicate-type'] ?? 'https://slsa.dev/provenance/v1') === predicateType,
);
if (matching.length === 0) exit(exitCodeForNone);
if (values.format === 'json') {
  stdout.write(JSON.stringify(matching.slice(0, Number(values.limit ?? 30)).map(({ output }) => output)));
}
