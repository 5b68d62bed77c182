import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { parse } from 'yaml';

import { SERVICE_CODES, ServiceError, wordingOf } from './codes.ts';
import { makeDevices } from './devices.ts';
import { FIRST_ID } from './engine.ts';
import { FAULT, OPERATION, type Fault } from './faults.ts';
import type { SimulatorOptions } from './server.ts';
import { VARIANTS, type Variants } from './variants.ts';

/** The options that are numbers. */
const NUMBERS = {
  port: 8509,
  'time-scale': 10,
  devices: 8,
  seconds: 300,
  fail: 1,
  error: 0,
  stop: 0,
  'first-id': FIRST_ID,
};

type Numbers = Readonly<Record<keyof typeof NUMBERS, number>>;

/** Reads the options of the command line. @returns `undefined` when help was asked for. @throws for a wrong option */
export function readCommandLine(args: readonly string[]): SimulatorOptions | undefined {
  const names = Object.keys(NUMBERS).map((name) => [name, { type: 'string' }] as const);
  const flag = { type: 'boolean', default: false } as const;
  const texts = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: flag,
      strict: flag,
      'inspect-apps': flag,
      variant: texts,
      fault: texts,
      code: texts,
      ...Object.fromEntries(names),
    },
  });
  const { help, strict, 'inspect-apps': inspectApps, variant, fault, code, ...given } = values;
  if (help) return undefined;
  const { port, 'time-scale': timeScale, 'first-id': firstId, devices: total, ...mix } = readNumbers(given);
  const notPassed = mix.fail + mix.error + mix.stop;
  if (notPassed > total) {
    throw new Error(`--fail, --error and --stop are ${notPassed} together, but --devices is ${total}.`);
  }
  return {
    port,
    timeScale,
    firstId,
    strict,
    inspectApps,
    plan: ({ osType }) => makeDevices({ total, ...mix, osType }),
    variants: Object.assign({}, ...variant.map(readVariant)) as Partial<Variants>,
    faults: [...fault.map(readFault), ...code.map(readCode)],
  };
}

function readNumbers(given: Readonly<Record<string, unknown>>): Numbers {
  const numbers = Object.entries(given).map(([name, value]) => {
    if (!/^\d+(\.\d+)?$/.test(String(value))) throw new Error(`--${name} must be a number, 0 or more.`);
    return [name, Number(value)] as const;
  });
  return { ...NUMBERS, ...Object.fromEntries(numbers) };
}

/** Reads `name=value`, where the value is a text or YAML. */
function readVariant(text: string): Partial<Variants> {
  const [, name = '', value = ''] = /^(\w+)=([^]*)$/.exec(text) ?? [];
  const schema = Object.entries(VARIANTS.entries).find(([known]) => known === name)?.[1];
  if (!schema) throw new Error(`--variant ${text}: use <name>=<value>. --help lists the names and values.`);
  const result = [value, parseYaml(value)].map((one) => v.safeParse(schema, one)).find(({ success }) => success);
  if (!result) throw new Error(`--variant ${text}: the value must be ${notationOf(schema)}.`);
  return { [name]: result.output };
}

function readFault(text: string): Fault {
  const result = v.safeParse(FAULT, parseYaml(text));
  if (result.success) return result.output;
  throw new Error(`--fault ${text}:\n${v.summarize(result.issues)}\n--help lists what a fault may contain.`);
}

/** Reads `operation=code`. */
function readCode(text: string): Fault {
  const [, on, code] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  const operation = v.safeParse(OPERATION, on);
  if (!operation.success) throw new Error(`--code ${text}: use <operation>=<code>, such as status=8000.`);
  return { on: operation.output, times: Infinity, do: { kind: 'code', code: Number(code), detail: 'simulated' } };
}

/** @returns `undefined` unless the text is YAML */
function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The parts of a valibot schema that say which values it accepts. */
interface Schema {
  readonly type: string;
  readonly expects: string | null;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: unknown;
  readonly default?: unknown;
}

/** Writes the values that a schema accepts as one would write them in YAML. */
function notationOf({ type, wrapped, item, entries = {}, expects, options }: Schema): string {
  if (wrapped) return notationOf(wrapped);
  if (type === 'array' && item) return `[${notationOf(item)}, …]`;
  if (type === 'union') return (options as readonly Schema[]).map(notationOf).join(' | ');
  if (type === 'picklist') return (options as readonly unknown[]).map((one) => (one === '' ? "''" : one)).join(' | ');
  if (type !== 'strict_object') return expects?.replaceAll('"', '') ?? '';
  const fields = Object.entries(entries).map(
    ([key, value]) => `${key}${value.type === 'exact_optional' ? '?' : ''}: ${notationOf(value)}`,
  );
  return `{${fields.join(', ')}}`;
}

function variantLines(): string[] {
  return Object.entries<Schema>(VARIANTS.entries).map(([name, schema]) => {
    const standard = typeof schema.default === 'string' ? schema.default || "''" : JSON.stringify(schema.default);
    return `${name.padEnd(16)} ${notationOf(schema)} (${schema.default === Infinity ? '.inf' : standard})`;
  });
}

function codeLines(): string[] {
  return SERVICE_CODES.map((code) => {
    const { message, reason } = wordingOf(new ServiceError(code, '…'), 'none');
    return `${code}  ${message}: ${reason}`;
  });
}

/** What `--help` prints. */
export const HELP = `npm run simulator -- [options]

  --port <number>        the port on this machine (${NUMBERS.port})
  --time-scale <factor>  how many times faster than real time (${NUMBERS['time-scale']})
  --devices <number>     how many devices a testset has (${NUMBERS.devices})
  --seconds <number>     how long each of them runs (${NUMBERS.seconds})
  --fail, --error, --stop <number>
                         how many of them end so (${NUMBERS.fail}, ${NUMBERS.error}, ${NUMBERS.stop})
  --first-id <number>    the identifier of the first testset (${NUMBERS['first-id']})
  --strict               also rejects requests that the interface does not forbid, but this project's action never sends
  --inspect-apps         also rejects apps by their content, as the service does
  --variant <name>=<value>, --fault <fault>, --code <operation>=<code>
                         how the service differs and what goes wrong; each may be repeated

Operations: ${notationOf(OPERATION)}

Variants: a value is a text or YAML.
${indent(variantLines())}

Faults: YAML such as '{on: status, skip: 1, do: {kind: cut, at: head, how: reset}}'. A fault applies once, or so many
times; a number with skip lets so many requests pass first.
  ${notationOf({ ...FAULT, entries: { ...FAULT.entries, do: { type: 'action', expects: '<action>' } } })}
Actions:
${indent(FAULT.entries.do.options.map(notationOf))}

Codes: every request of the operation is answered with the code. For less, use a fault with kind: code.
${indent(codeLines())}`;

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
