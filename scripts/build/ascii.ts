import ts from 'typescript';

type Range = readonly [from: number, to: number];

/**
 * The same code in plain ASCII. The engine holds a file of nothing else in one byte a sign, and any other in two: megabytes for a few dashes
 * in comments. Within texts, patterns and comments a sign becomes its escape; white space between them becomes white space.
 *
 * @throws where an escape would mean something else
 */
export function toAscii(code: string, fileName: string): string {
  if (/\\[^\p{ASCII}]|String\.raw/u.test(code)) throw new Error(`${fileName} would mean something else in ASCII.`);
  const source = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const literals = literalsIn(source);
  let next = 0;
  return code.replace(/[^\p{ASCII}]/gu, (sign: string, at: number) => {
    while ((literals[next]?.[1] ?? Infinity) <= at) next += 1;
    const isLiteral = (literals[next]?.[0] ?? Infinity) <= at;
    return !isLiteral && /\s/.test(sign) ? spaceFor(sign) : escaped(sign);
  });
}

/** Where texts, parts of templates and patterns stand, in order. */
function literalsIn(source: ts.SourceFile): readonly Range[] {
  const literals: Range[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      literals.push([node.getStart(source), node.getEnd()]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals.sort(([a], [b]) => a - b);
}

/** Line and paragraph separators end a line of code. */
function spaceFor(sign: string): string {
  return /[\u2028\u2029]/.test(sign) ? '\n' : ' ';
}

/** One escape for each UTF-16 unit. */
function escaped(sign: string): string {
  return sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
