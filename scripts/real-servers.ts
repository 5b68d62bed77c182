import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readOptions } from './read-options.ts';
import { APACHE } from './real-servers/apache.ts';
import { HAPROXY } from './real-servers/haproxy.ts';
import { failedRow, judge, type Row } from './real-servers/judge.ts';
import { NGINX_OUTAGES } from './real-servers/nginx-outages.ts';
import { NGINX_PAGES } from './real-servers/nginx-pages.ts';
import { NGINX } from './real-servers/nginx.ts';
import { play } from './real-servers/play.ts';
import { NotInstalled } from './real-servers/program.ts';
import type { Situation } from './real-servers/situation.ts';
import { SQUID } from './real-servers/squid.ts';
import { STUNNEL } from './real-servers/stunnel.ts';
import { VARNISH } from './real-servers/varnish.ts';

const HELP = `npm run real-servers -- [--only <part of a name>] [--log]
Runs the built action (dist) behind nginx, Apache, HAProxy, Squid, Varnish and stunnel, in front of the simulator. Each
program is started by this script in a temporary folder, on loopback, and ended with its situation. Time passes faster for
the step and the simulator, but not for the programs. Prints a table: requests are creates/polls/results, as the simulator
saw them. Then the logs of situations that ended otherwise than expected, or with --log all logs; the exit code is then 1.`;

/** Most of the time is spent waiting. */
const AT_ONCE = 4;

const { values } = readOptions(HELP, {
  only: { type: 'string', default: '' },
  log: { type: 'boolean', default: false },
});

const root = mkdtempSync(join(tmpdir(), 'real-servers-'));
process.on('exit', () => {
  rmSync(root, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
// Programs that drop the rights of root read below it.
await chmod(root, 0o755);
// The folders of the steps.
process.env['TMPDIR'] = root;
const shared = join(root, 'shared');
await mkdir(shared);

const all = [...NGINX, ...NGINX_OUTAGES, ...NGINX_PAGES, ...APACHE, ...HAPROXY, ...SQUID, ...VARNISH, ...STUNNEL];
const chosen = all.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));
const rows = new Map<Situation, Row>();
const missing = new Set<string>();
const waiting = chosen.entries();
const began = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, playNext));
printTotals();
process.exit([...rows.values()].some(({ problems }) => problems.length > 0) ? 1 : 0);

async function playNext(): Promise<void> {
  for (const [at, situation] of waiting) {
    const folder = join(root, `${at}`);
    await mkdir(folder);
    try {
      rows.set(situation, judge(situation, await play(situation, folder, shared)));
    } catch (error) {
      if (error instanceof NotInstalled) missing.add(error.message);
      else rows.set(situation, failedRow(situation, error));
    }
    process.stderr.write(`${rows.size} of ${chosen.length} ${situation.name}\n`);
    rmSync(folder, { recursive: true, force: true });
  }
}

function printTotals(): void {
  const played = chosen.flatMap((situation) => rows.get(situation) ?? []);
  console.log('| Situation | Outcome | Requests | Testsets | Last line | As expected |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { cells } of played) console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const unmet = played.filter(({ problems }) => problems.length > 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${played.length} situations in ${seconds} s, ${unmet.length} not as expected`);
  for (const message of missing) console.log(message);
  for (const { cells, problems, log } of values.log ? played : unmet) {
    console.log(`\n## ${cells[0]}\n${problems.map((problem) => `- ${problem}\n`).join('')}\n${log}`);
  }
}
