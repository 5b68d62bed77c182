import fc from 'fast-check';

const SIGNS = [
  '## ##[ [ ] :: : ::error::'.split(' '),
  ['\r', '\n', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\n\n'],
  '\u001b[31m \u001b \u009b1m \u0000 \u200b \u202e \u2066 \ufeff \u00ad \u{e0041}'.split(' '),
  '@ octocat # 12 GH- ` ``` < > & &#64; " \' $ ]( <!-- </td> | ~~~'.split(' '),
  [' ', '\t', '\u00a0', '\u3000', '\ud800', '\udc00', '👩‍🔬', '한', 'e\u0301', ' / '],
];

/** Text with a meaning for the runner, a terminal, Markdown, HTML or GitHub, mixed with any other text. */
export const hostileText = fc
  .array(fc.oneof(...SIGNS.map((signs) => fc.constantFrom(...signs)), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
