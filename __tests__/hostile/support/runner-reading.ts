/**
 * What the runner obeys in a step's output, read from its own rules (actions/runner: ActionCommand, OutputManager) and not from our code: a line
 * ends at CR, LF or both; `::name …::` counts at a line's start behind any space, `##[name …]` anywhere in it. It compares as people
 * read, so that characters without a width are as good as absent. It knows no `##vso[`, which its ancestor did. Here every word of letters
 * is a command, also one that no runner knows yet.
 *
 * @returns the names, and what follows them within the brackets
 */
export function obeyed(output: string): string[] {
  return output
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(WITHOUT_WIDTH, ''))
    .flatMap((line) => modern(line) ?? legacy(line) ?? []);
}

/** Controls but for white space, which ends lines and indents them; formats; halves of pairs; marks that choose a variant. */
const WITHOUT_WIDTH = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;

function modern(line: string): string | undefined {
  return /^\s*::([a-z][a-z-]*(?: .*?)?)::/iu.exec(line)?.[1];
}

function legacy(line: string): string | undefined {
  return /##\[([a-z][a-z-]*(?: [^\]]*)?)\]/iu.exec(line)?.[1];
}
