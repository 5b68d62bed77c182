import fc from 'fast-check';

import { hostileText } from '../../support/hostile-text.ts';

/** Whole attempts at what the runner, GitHub or a browser would act on. */
const ATTEMPTS = [
  ...'::add-mask::a ##[add-mask]a #\u00ad#[error]x ##\u0000[endgroup] \u200b::error::x %0A::error::x'.split(' '),
  ...'@octocat @octo-org/team octo-org/octo-repo#12 GH-12 #12 $x^2$ --> ]]> <![CDATA[ &#x3c;b&#x3e;'.split(' '),
  '::set-output name=outcome::passed',
  ' \t::stop-commands::x',
  '##vso[task.setvariable variable=x]y',
  '\r::error file=a,line=1::x',
  '\n\n# a heading\n\n',
  '\n\n![](https://example.com/x.png)\n\n',
  '\n\n[click](javascript:alert(1))\n\n',
  '\n\n<javascript:alert(1)>\n\n',
  '\n\n<script>alert(1)</script>\n\n',
  '</td></tr></table>\n\n',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '" onclick="alert(1)',
  "' onmouseover='alert(1)",
  '`` ` ``',
  '&lt;img src=x&gt;',
];

/** One text from nowhere good. */
export const attackText = fc
  .array(fc.oneof({ weight: 1, arbitrary: hostileText }, { weight: 1, arbitrary: fc.constantFrom(...ATTEMPTS) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
