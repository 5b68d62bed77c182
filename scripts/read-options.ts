import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>;

/** Reads the command line of a script. After `--help` or a wrong option it prints the help and ends the process. */
export function readOptions<const Known extends Options>(
  help: string,
  options: Known,
  allowPositionals = false,
): Parsed<Known> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(help);
    process.exit();
  }
  try {
    const parsed: Parsed<Known> = parseArgs({ options, allowPositionals: true });
    const [unexpected] = allowPositionals ? [] : parsed.positionals;
    if (unexpected !== undefined) throw new Error(`Unexpected argument "${unexpected}".`);
    for (const [name, { default: standard }] of Object.entries(options)) {
      const value = Object.entries(parsed.values).find(([key]) => key === name)?.[1];
      if (isNumber(standard) && !isNumber(value)) throw new Error(`--${name} must be a whole number.`);
    }
    return parsed;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\d+$/.test(value);
}
