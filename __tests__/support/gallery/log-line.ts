import { readCommands } from '../workflow-commands.ts';

const COLOURS = { red: 31, yellow: 33, blue: 34, bold: 1 };

/** Formats a line of the log as GitHub shows it; `undefined` for hidden lines such as masks and debug messages. */
export function formatLogLine(line: string, useColour: boolean): string | undefined {
  const paint = (text: string, colour: keyof typeof COLOURS): string =>
    useColour ? `\u001b[${String(COLOURS[colour])}m${text}\u001b[0m` : text;
  const [command] = readCommands(line);
  if (!command) return useColour ? line : line.replaceAll(/\u001b\[\d+m/g, '');
  const text = [command.properties['title'], command.message].filter(Boolean).join(': ');
  switch (command.name) {
    case 'group':
      return paint(`▾ ${text}`, 'bold');
    case 'error':
      return paint(`Error: ${text}`, 'red');
    case 'warning':
      return paint(`Warning: ${text}`, 'yellow');
    case 'notice':
      return paint(`Notice: ${text}`, 'blue');
    default:
      return undefined;
  }
}
