let segmenter: Intl.Segmenter | undefined;

/** The longest beginning of at most `longest` UTF-16 units that splits no character as readers see it, such as a flag or a syllable. */
export function cutToCharacters(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest <= 0) return '';
  // Made when it is first needed, because making it would slow down every start.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  // Two units more, so that the character behind the end is whole: it may belong to the one before.
  const room = text.slice(0, longest + 2);
  return room.slice(0, segmenter.segment(room).containing(longest)?.index ?? 0);
}
