/**
 * `node scripts/release/sbom.ts` prints the list of packages that bundles are made from, in the format CycloneDX. `npm sbom --omit dev`
 * also leaves out each package that is used both by the action and by a tool of its developers, so those of the tools are taken out first.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A package.json, or an entry of the lockfile. */
interface Package {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

function withoutTools(manifest: Package): object {
  return { ...manifest, devDependencies: undefined };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Readonly<Record<string, Package>> };
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const bundled = Object.entries(lock.packages).filter(
  ([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional,
);
const packages = Object.fromEntries(bundled.map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]));
const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(withoutTools(own)));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const options = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
} finally {
  rmSync(folder, { recursive: true });
}
