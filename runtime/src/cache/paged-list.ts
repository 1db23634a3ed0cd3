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
 * Lists everything; resolves with the list's version. A version other than "0" is asked for without
 * pages, because servers answer such a list from their watch cache only then. A later page that has
 * expired leads to one full list (client-go: tools/pager).
 */
export async function listPaged<T extends KubernetesObject, N extends boolean>(
  list: PagedList<T, N>,
): Promise<string> {
  const version = list.resourceVersion === '' ? {} : { resourceVersion: list.resourceVersion };
  const isPaged = list.resourceVersion === '' || list.resourceVersion === '0';
  const limit = isPaged ? { limit: list.pageSize } : {};
  let page = await listPage(list, { ...list.options, ...version, ...limit });
  for (;;) {
    list.onPage(page.items);
    const { continue: token, resourceVersion = '' } = page.metadata;
    if (!token) return resourceVersion;
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
