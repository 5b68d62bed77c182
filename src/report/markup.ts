import { attribute } from './html.ts';

/** HTML that is written as it is. Only {@link markup} makes it, so that every other text is escaped. */
export class Markup {
  readonly html: string;

  /** @param html without untrusted text */
  constructor(html: string) {
    this.html = html;
  }
}

/** What a template may contain: texts are escaped, nothing is written for `false` and `undefined`. */
export type Content = string | number | false | undefined | Markup | readonly Content[];

/** A tagged template for HTML. Values stand between elements, or within double quotes as the value of an attribute. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let html = parts[0] ?? '';
  for (const [at, value] of values.entries()) html += render(value) + (parts[at + 1] ?? '');
  return new Markup(html);
}

function render(content: Content): string {
  if (typeof content === 'string') return ORDINARY.test(content) ? content : attribute(content);
  if (content instanceof Markup) return content.html;
  if (typeof content === 'number') return String(content);
  if (content === undefined || content === false) return '';
  return content.map(render).join('');
}

/** Most texts match. The test saves a replacement. */
const ORDINARY = /^[\w .,:/()-]*$/;
