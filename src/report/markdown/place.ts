/** Where a report is drawn as Markdown, and what that place allows. */
export interface Place {
  /** The marks of the heading, such as `##`; empty where the place has a title of its own. */
  readonly heading: '' | '##' | '###';
  /** Where to look for what is left out here: a sentence, HTML. */
  readonly rest: string;
  /** The most bytes of UTF-8. What cannot be left out takes up to 50,000. */
  readonly limitBytes: number;
  /** The longest that a list may be, however much room there is. */
  readonly most: number;
}
