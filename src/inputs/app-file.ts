import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { existingForm, findApps, findNearMisses } from '../app/app-search.ts';
import { extensionOf, isBundleName, MAKE_APK, osTypeOf, reasonAgainst } from '../app/file-check.ts';
import { hasWildcards, splitGlob } from '../app/glob.ts';
import { inspectApp } from '../app/inspect-app.ts';
import { codeOf, fileError } from '../model/errors.ts';
import type { AppFile } from '../model/inputs.ts';
import { DAY_MS } from '../model/quarantine.ts';
import { pathWithin, shortPath } from '../model/run-context.ts';
import { cleanText } from '../model/text.ts';
import { listFirst, nounFor } from '../model/words.ts';
import type { InputContext, InputReader } from './input-reader.ts';

const MAX_LISTED = 5;
const SIGNED = /-signed\.apk$/i;

type Context = Pick<InputContext, 'workspace' | 'now' | 'redact'>;

/** The app in `app-file`; `undefined` if the input is empty or wrong. */
export async function readAppFile(reader: InputReader, context: Context): Promise<AppFile | undefined> {
  const given = toWorkspacePath(reader, reader.value('app-file') ?? '', context.workspace);
  if (given === '') return undefined;
  if (/\p{Cc}/u.test(given)) {
    const what = '`app-file` contains line breaks or control characters';
    reader.error('app-file', `${what}: ${reader.quote(given)}. Use one path, or one glob.`);
    return undefined;
  }
  const paths = await withoutSymbols(await findCandidates(reader, given, context), context);
  const [path, ...others] = paths;
  if (path === undefined) reader.error('app-file', await describeNoMatch(reader, given, context));
  else if (others.length > 0) reader.error('app-file', describeMatches(paths, context));
  else if (!isBundleName(path) && (await stat(path).catch(() => undefined))?.isDirectory()) {
    const isOfSymbols = path.endsWith('.dSYM');
    const found = isOfSymbols ? 'It has symbols: use the .app.' : await describeNearMisses(join(path, '*'), context);
    reader.error('app-file', `\`app-file\` is a folder: ${reader.quote(given)}. ${found}`);
  } else {
    const app = await checkFile(reader, path, context);
    return app && inspect(reader, app, context);
  }
  return undefined;
}

/** In a container, `github.workspace` is a path of the host (https://github.com/actions/runner/issues/2058), mounted below `/__w`. */
function toWorkspacePath(reader: InputReader, given: string, workspace: string): string {
  const [, way] = /^\/__w(\/.+)$/.exec(workspace) ?? [];
  const at = given.startsWith('/') ? given.indexOf(`${way}/`) : -1;
  if (way === undefined || at < 0 || pathWithin(workspace, given) !== undefined || existsSync(given)) return given;
  const path = given.slice(at + way.length + 1);
  const used = `${reader.quote(path)} in the workspace is used. Leave \`\${{ github.workspace }}\` out.`;
  reader.warn(`\`app-file\` is a path outside of the container. ${used}`);
  return path;
}

/** A path that exists is taken literally, even with wildcards in its name. */
async function findCandidates(reader: InputReader, given: string, context: Context): Promise<readonly string[]> {
  const literal = await existingForm(resolve(context.workspace, given));
  if (literal !== undefined) return [literal];
  if (!hasWildcards(given)) return [];
  const { apps, unreadable } = await findApps(context.workspace, given);
  if (unreadable.length > 0) {
    const folders = unreadable.map((path) => showPath(path, context));
    const where = `folders that cannot be read: ${listFirst(folders, MAX_LISTED)}`;
    reader.warn(`\`app-file\` was not searched for in ${where}. Use a narrower pattern.`);
  }
  return apps;
}

/** A zip without an app in it, such as symbols, does not count beside an app. */
async function withoutSymbols(paths: readonly string[], context: Context): Promise<readonly string[]> {
  if (paths.length < 2) return paths;
  const apps: string[] = [];
  for (const path of paths) {
    const isZip = extensionOf(path) === 'zip';
    const findings = isZip ? (await inspectApp({ path, kind: 'file' }, context)).findings : [];
    if (!findings.some(({ kind }) => kind === 'no-app' || kind === 'other-kind')) apps.push(path);
  }
  return apps.length > 0 ? apps : paths;
}

/** Relative to the workspace. Secrets are replaced before it is cut. */
function showPath(path: string, { workspace, redact }: Context): string {
  return cleanText(redact(shortPath(workspace, path)));
}

async function describeNoMatch(reader: InputReader, given: string, context: Context): Promise<string> {
  const { workspace } = context;
  const [scheme] = /^[a-z][a-z\d+.-]+:/i.exec(given) ?? [];
  if (scheme?.toLowerCase() === 'file:') return '`app-file` is an address (file:). Write the path without file:.';
  if (scheme !== undefined) {
    return `\`app-file\` is an address (${scheme}). Only files of the runner can be tested: download the app in a step before this one.`;
  }
  const { base, rest } = splitGlob(workspace, given);
  const wanted = join(base, rest);
  const quoted = reader.quote(given);
  const isInWorkspace = pathWithin(workspace, wanted) !== undefined;
  if (!isInWorkspace && !existsSync(dirname(wanted))) {
    return `The folder of \`app-file\` does not exist: ${quoted}. Use a path from the workspace without / at its beginning, or one of this runner.`;
  }
  const sentences = [`\`app-file\` matches no ${hasWildcards(given) ? 'app' : 'file'}: ${quoted}.`];
  if (/\.\*\\?\.|\\\.(?:apk|ipa|app|zip)$/i.test(given))
    sentences.push('It is a glob, no regular expression: use *.apk.');
  else if (sep === '/' && given.includes('\\')) sentences.push('On this runner, / separates folders.');
  if (/\.(?:apk|ipa|app|zip)\s*[,;]/i.test(given)) sentences.push('It is one path: for two apps, use two steps.');
  if (given.includes('{')) sentences.push('Braces are not supported: use a pattern with *.');
  if (/^~|[$%]/.test(given))
    sentences.push('~ and variables of a shell are not evaluated: use an expression, such as `${{ env.APK }}`.');
  sentences.push(await describeNearMisses(wanted, context));
  return sentences.join(' ');
}

async function describeNearMisses(wanted: string, context: Context): Promise<string> {
  const { folder, nearMisses, otherCase, notInstallable } = await findNearMisses(context.workspace, wanted);
  const show = (path: string): string => showPath(join(folder, path), context);
  // An artifact of an .app folder has its files without the folder, and perhaps an app for a watch.
  const isFromBundle = /(?:\.app|^\*+)$/.test(basename(wanted)) && folder === dirname(wanted.replace(`${sep}**`, ''));
  if (isFromBundle && existsSync(join(folder, 'Info.plist'))) {
    const holder = show('') ? `\`${show('')}\`` : 'The workspace';
    return `${holder} holds the files of an .app (Info.plist, …): upload the folder above it, \`path: …/*.app\`.`;
  }
  if (otherCase !== undefined) return `Letter case counts on this runner: use ${show(otherCase)}.`;
  if (nearMisses.length > 0) {
    const choice = nounFor(nearMisses.length, 'it', 'one of these');
    const found = listFirst(nearMisses.map(show), MAX_LISTED);
    return `Found: ${found}. Use ${choice}, or check the step that makes the app.`;
  }
  if (notInstallable !== undefined) {
    let reason = 'it is not signed. Build it with assembleDebug.';
    if (extensionOf(notInstallable) === 'aab') reason = `it is an Android App Bundle. ${MAKE_APK}`;
    return `Found ${show(notInstallable)}, which cannot be installed: ${reason}`;
  }
  const fromOtherJob = 'If another job makes it, download it here first (actions/download-artifact).';
  return `There is no app in ${show('') || 'the workspace'}. Check the step that makes the app. ${fromOtherJob}`;
}

function describeMatches(paths: readonly string[], context: Context): string {
  const names = paths.map((path) => showPath(path, context));
  const listed = listFirst(names, MAX_LISTED);
  return `\`app-file\` matches ${names.length} files (${listed}). Use ${patternOfSigned(names) ?? 'a pattern that matches one'}.`;
}

/** .NET writes `a.apk` and `a-Signed.apk`: the pattern that matches the second of them. */
function patternOfSigned(names: readonly string[]): string | undefined {
  const [signed, ...others] = names.filter((name) => SIGNED.test(name));
  if (signed === undefined || others.length > 0 || !names.includes(signed.replace(SIGNED, '.apk'))) return undefined;
  return join(dirname(signed), `*${signed.slice(-'-Signed.apk'.length)}`);
}

/** Checks the one file or folder that `app-file` matches; `undefined` if it is not an app. */
async function checkFile(reader: InputReader, path: string, { now }: Context): Promise<AppFile | undefined> {
  const name = basename(path);
  const quoted = reader.quote(name);
  try {
    const found = await stat(path);
    const reason = await reasonAgainst(path, found);
    if (!reason) {
      const ageDays = Math.max(0, Math.floor((now.getTime() - found.mtimeMs) / DAY_MS));
      if (found.isDirectory()) return { path, kind: 'folder', name, ageDays };
      return { path, kind: 'file', name, ageDays, checked: { bytes: found.size, changedMs: found.mtimeMs } };
    }
    reader.error('app-file', `\`app-file\` ${reason.what}: ${quoted}. ${reason.advice}`);
  } catch (error) {
    // The path itself was found: without a file it is a link.
    const message =
      codeOf(error) === 'ENOENT'
        ? `is a link to a file that does not exist: ${quoted}. Check the step that made it.`
        : `cannot be read: ${quoted} (${fileError(error)}). Check its permissions.`;
    reader.error('app-file', `\`app-file\` ${message}`);
  }
  return undefined;
}

/** Inspects an app, reports what is wrong with it, and returns it with its system. */
async function inspect(reader: InputReader, app: AppFile, context: Context): Promise<AppFile> {
  const { osType, findings } = await inspectApp(app, context);
  // A message begins with the name, which needs no quotes there.
  const name = reader.quote(app.name).slice(1, -1);
  for (const { isError, message } of findings) {
    if (isError) reader.error('app-file', `${name} ${message}`);
    else reader.warn(`${name} ${message}`);
  }
  return { ...app, osType: osTypeOf(app.name) ?? osType };
}
