import { readCommands, type Command } from '../../__tests__/support/workflow-commands.ts';

const COLOURS = { red: 31, yellow: 33, blue: 34, bold: 1 };

/** Draws a line of an action's log about as GitHub's pages do; `undefined` for what it keeps to itself: masks, and debug lines. */
export function showLine(line: string, inColour: boolean): string | undefined {
  const paint = (text: string, colour: keyof typeof COLOURS): string =>
    inColour ? `\u001b[${String(COLOURS[colour])}m${text}\u001b[0m` : text;
  const [command] = readCommands(line);
  if (!command) return inColour ? line : line.replaceAll(/\u001b\[\d+m/g, '');
  const text = [command.properties['title'], command.message].filter(Boolean).join(': ');
  return drawCommand(command, text, paint);
}

function drawCommand(
  { name }: Command,
  text: string,
  paint: (text: string, colour: keyof typeof COLOURS) => string,
): string | undefined {
  switch (name) {
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
