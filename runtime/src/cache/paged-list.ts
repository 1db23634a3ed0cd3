import type { ListOptions } from '../client/options.js';
import { listPages, type PagesClient } from '../client/list-pages.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import { isExpired } from './api-failure.js';
import { isOlderVersion } from './resource-version.js';

/** One whole list, asked for in pages. */
interface PagedList<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly client: PagesClient<T, S>;
  /** What every page asks for. */
  readonly options: ListOptions;
  /** "0" for anything, "" for the newest state, else a version not to be older than. */
  readonly resourceVersion: string;
  readonly pageSize: number;
  /** Takes each page as it comes, so that what is not kept of it can be freed. */
  readonly onPage: (items: readonly Persisted<T, S>[]) => void;
  /** Forgets the pages so far: the list starts anew. */
  readonly onRestart: () => void;
}

/**
 * Lists everything; resolves with the list's version. A later page that has expired leads to one full
 * list (client-go: tools/pager). A relist, not older than a version, comes in pages as well, so that it
 * costs no more memory than the first list: client-go has it whole, from the server's watch cache. The
 * match is said, because a limit beside a version alone means exactly that version.
 *
 * All pages are of one version, if the server keeps its word. Where they are not, the oldest counts: the
 * watch from there tells what the pages before another have missed.
 */
export async function listPaged<T extends KubernetesObject, S extends ResourceScope>(
  list: PagedList<T, S>,
): Promise<string> {
  const { resourceVersion, pageSize } = list;
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const isRelist = resourceVersion !== '' && resourceVersion !== '0';
  const match = isRelist ? ({ resourceVersionMatch: 'NotOlderThan' } as const) : {};
  let options: ListOptions = { ...list.options, ...version, ...match, limit: pageSize };
  for (;;) {
    let pages = 0;
    try {
      let listed: string | undefined;
      const tokens = new Set<string>();
      for await (const { items, metadata } of listPages(list.client, options)) {
        pages++;
        list.onPage(items);
        const { resourceVersion: at = '', continue: token } = metadata;
        if (listed === undefined || isOlderVersion(at, listed)) listed = at;
        if (token) notAgain(token, tokens);
      }
      return listed ?? '';
    } catch (error) {
      if (pages === 0 || !isExpired(error)) throw error;
      list.onRestart();
      options = { ...list.options, ...version };
    }
  }
}

/** Throws for a token that came before: the list would have no end. */
function notAgain(token: string, tokens: Set<string>): void {
  if (tokens.has(token)) {
    throw new VmgenError('ERR_VMGEN_ANSWER', 'the server gave a continue token a second time');
  }
  tokens.add(token);
}
