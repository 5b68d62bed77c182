// Stands for an action that is not tested: writes its name and its inputs to the list of calls.
import { appendFileSync } from 'node:fs';

const inputs = Object.entries(process.env).filter(([name]) => name.startsWith('INPUT_'));
const given = inputs.map(([name, value]) => `${name.slice('INPUT_'.length).toLowerCase()}=${value}`).sort();
appendFileSync(process.env.CALLS, `${[process.env.ACTION, ...given].join(' ')}\n`);
