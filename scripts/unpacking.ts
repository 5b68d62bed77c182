import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What GitHub's artifact client unpacks with, which the action never does. It would bring five packages, one of them without a licence. */
const UNPACKER = 'unzip-stream';
/** The only place that unpacks: after a download that must unpack. */
const USE = /^import unzip from 'unzip-stream';$|^ +if \(isZip && !skipDecompress\) \{(?:\n.*){3}\bunzip\.Extract\(/gm;

/** Writes a module in its place. @returns the bundler's settings for it @throws if the client in a folder unpacks elsewhere */
export async function replaceUnpacker(client: string, out: string): Promise<object> {
  const files = (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(join(client, file), 'utf8')));
  const all = texts.join('\n');
  if (all.match(USE)?.length !== 2 || /\bunzip\b/.test(all.replaceAll(USE, '')))
    throw new Error(`@actions/artifact unpacks in another place: look whether the action needs ${UNPACKER} now.`);
  const message = 'Artifacts are never unpacked.';
  await writeFile(out, `export default { Extract() { throw new Error('${message}'); } };\n`);
  return { compilerOptions: { baseUrl: '.', paths: { [UNPACKER]: [out] } } };
}
