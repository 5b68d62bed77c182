import type { Fields } from '../../fields.ts';
import type { Api } from './client.ts';
import type { Trouble } from './reply.ts';

/** What stands on all pages of a list. */
export interface Listed {
  readonly kind: 'listed';
  readonly items: readonly unknown[];
}

/** The most that GitHub puts on one page. */
const PAGE_SIZE = 100;

/** Many more than there can be comments on a pull request, which are 2,500. */
const MOST_PAGES = 100;

/**
 * Reads a list to its end.
 *
 * @param itemsIn finds the list in a page; what is none is an empty list
 */
export async function listAll(
  api: Api,
  route: string,
  parameters: Fields,
  itemsIn: (page: unknown) => unknown,
): Promise<Listed | Trouble> {
  const items: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, 2);
    if (reply.kind !== 'answered') return reply;
    const found = itemsIn(reply.data);
    if (!Array.isArray(found)) return { kind: 'dropped', why: 'GitHub sent a list that cannot be read.' };
    for (const item of found) items.push(item);
    if (found.length < PAGE_SIZE) break;
  }
  return { kind: 'listed', items };
}
