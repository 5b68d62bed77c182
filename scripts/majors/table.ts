/** The newest major version of each action of others that the documents use, on {@link LOOKED_UP}. `npm run readme` writes them there. */
export const MAJORS: Readonly<Record<string, number>> = {
  'actions/checkout': 7,
  'actions/download-artifact': 8,
  'actions/setup-java': 6,
  'actions/setup-node': 7,
  'actions/upload-artifact': 7,
  'dorny/test-reporter': 3,
  'mikepenz/action-junit-report': 6,
  'ruby/setup-ruby': 1,
  'subosito/flutter-action': 2,
};
export const LOOKED_UP = '2026-08-25';

/** The documents with workflows. */
export const DOCUMENTS = ['README.md', 'docs/recipes.md', 'docs/more-recipes.md', 'docs/releases.md', 'docs/flakes.md'];

/** An action as a workflow of the documents uses it. */
export function atMajor(action: string): string {
  return `${action}@v${String(MAJORS[action])}`;
}

/** Writes the major versions into a document. */
export function fillMajors(text: string): string {
  return text.replaceAll(/\b([\w-]+\/[\w-]+)@v\d+(?![.\w])/g, (found, action: string) =>
    action in MAJORS ? atMajor(action) : found,
  );
}
