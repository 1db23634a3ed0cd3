import type { ListOptions } from '../client/options.js';
import { assertList } from '../client/check-answer.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { isExpired } from './api-failure.js';

/** One whole list, asked for in pages. */
export interface PagedList<T extends KubernetesObject, N extends boolean = boolean> {
  readonly client: Pick<ResourceClient<T, N>, 'list' | 'resource'>;
  /** What every page asks for. */
  readonly options: ListOptions;
  /** "0" for anything, "" for the newest state, else a version not to be older than. */
  readonly resourceVersion: string;
  readonly pageSize: number;
  /** Takes each page as it comes, so that what is not kept of it can be freed. */
  readonly onPage: (items: readonly Persisted<T, N>[]) => void;
  /** Forgets the pages so far: the list starts anew. */
  readonly onRestart: () => void;
}

/**
 * Lists everything; resolves with the list's version. A later page that has expired leads to one full
 * list (client-go: tools/pager). A relist, not older than a version, comes in pages as well, so that it
 * costs no more memory than the first list: client-go has it whole, from the server's watch cache. The
 * match is said, because a limit beside a version alone means exactly that version.
 */
export async function listPaged<T extends KubernetesObject, N extends boolean>(
  list: PagedList<T, N>,
): Promise<string> {
  const { resourceVersion, pageSize } = list;
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const isRelist = resourceVersion !== '' && resourceVersion !== '0';
  const match = isRelist ? ({ resourceVersionMatch: 'NotOlderThan' } as const) : {};
  const limit = { limit: pageSize };
  let page = await listPage(list, { ...list.options, ...version, ...match, ...limit });
  for (;;) {
    list.onPage(page.items);
    const { continue: token, resourceVersion: listed = '' } = page.metadata;
    if (!token) return listed;
    try {
      page = await listPage(list, { ...list.options, ...limit, continue: token });
    } catch (error) {
      if (!isExpired(error)) throw error;
      list.onRestart();
      page = await listPage(list, { ...list.options, ...version });
    }
  }
}

/** One page, checked here as well: the client may be anybody's. */
async function listPage<T extends KubernetesObject, N extends boolean>(
  list: PagedList<T, N>,
  options: ListOptions,
): Promise<KubernetesList<Persisted<T, N>>> {
  const page = await list.client.list(options);
  assertList(page, list.client.resource);
  return page;
}
