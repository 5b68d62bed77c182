/** A workflow command such as `::error title=…::…`, unescaped. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The workflow commands in an action's output, in order, as the runner reads them. */
export function readCommands(output: string): Command[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => readCommand(line) ?? []);
}

function readCommand(line: string): Command | undefined {
  const [, name, properties = '', message = ''] = /^\s*::([^ :]+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, properties: readProperties(properties), message: unescape(message) };
}

function readProperties(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), unescape(pair.slice(at + 1))];
    }),
  );
}

function unescape(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

/** Reads a file of outputs as the runner does: `name=value`, or `name<<end`, lines, `end`; a later value wins. */
export function readOutputs(file: string): Record<string, string> {
  const lines = file.split(/\r?\n/);
  const outputs: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, end] = /^([^=]+?)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    const [, key, value] = /^([^=]+)=(.*)$/.exec(lines[at] ?? '') ?? [];
    if (name !== undefined && end !== undefined) {
      const last = lines.indexOf(end, at + 1);
      if (last < 0) throw new Error(`The output ${name} has no end.`);
      outputs[name] = lines.slice(at + 1, last).join('\n');
      at = last;
    } else if (key !== undefined && value !== undefined) outputs[key] = value;
  }
  return outputs;
}
