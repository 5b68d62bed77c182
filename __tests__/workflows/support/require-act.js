import { spawnSync } from 'node:child_process';
import { exit } from 'node:process';

import requireNode from '../../support/require-node.js';

/** Ends with exit code 1 if act is not on PATH. */
export default function requireAct() {
  requireNode();
  if (!spawnSync('act', ['--version']).error) return;
  console.error('act is not on PATH. Get it with: go install github.com/nektos/act@v0.2.89');
  exit(1);
}
