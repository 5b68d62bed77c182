/** Measures what `report.html` costs: processor time in a new process, where nothing is compiled yet, and bytes. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import { reportPage } from '../src/report/page.ts';
import { createView } from '../src/report/view.ts';
import { many } from '../__tests__/support/reports.ts';
import { measureRounds, printFigures } from './support/figures.ts';

const ROUNDS = 5;

interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

function measureHere(devices: number): Cost {
  // The summary needs the view too.
  const view = createView(many(devices, 'PFPPFPPFPP'));
  const before = process.cpuUsage();
  let bytes = 0;
  for (const part of reportPage(view)) bytes += Buffer.byteLength(part);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, megabytes: bytes / 1e6 };
}

function measure(devices: number): Cost {
  const args = [import.meta.filename, '--devices', `${devices}`];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as Cost;
}

async function compare(): Promise<void> {
  const rounds = await measureRounds(ROUNDS, () =>
    Promise.resolve({ usual: measure(200), large: measure(1_500), huge: measure(10_000) }),
  );
  printFigures('Page: the making of report.html, each in a new process', rounds, [
    { name: '200 devices, processor time', unit: 's', atMost: 0.15, of: ({ usual }) => usual.seconds },
    { name: '10,000 devices, processor time', unit: 's', of: ({ huge }) => huge.seconds },
    { name: '1,500 devices with history', unit: 'MB', atMost: 2, of: ({ large }) => large.megabytes },
  ]);
}

const { values } = parseArgs({ options: { devices: { type: 'string' } }, allowPositionals: true });
if (values.devices === undefined) await compare();
else console.log(JSON.stringify(measureHere(Number(values.devices))));
