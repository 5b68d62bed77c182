/** Replaces what is between `<!-- name:begin -->` and `<!-- name:end -->`. @throws if a marker is missing */
export function replaceBetween(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`The document must contain the markers ${begin} and ${end}, in this order.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}
