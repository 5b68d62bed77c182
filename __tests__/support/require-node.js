import { readFileSync } from 'node:fs';

/** Rejects to test on another Node than the one that action.yml names: what passes elsewhere proves nothing here. */
export default function requireNode() {
  const action = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
  const wanted = /using: ['"]?node(\d+)/.exec(action)?.[1];
  const found = process.versions.node.split('.')[0];
  if (found !== wanted) {
    throw new Error(
      `The action runs on Node ${wanted}, these tests on ${process.version}: run "npm ci", then "npm test"; on macOS install Node ${wanted}.`,
    );
  }
}
