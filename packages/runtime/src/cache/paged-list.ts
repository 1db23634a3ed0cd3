import type { ListOptions } from '../client/options.js';
import { listPages, type PagesClient } from '../client/list-pages.js';
import type { SharingOptions } from '../client/sharing-options.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import { isExpired } from './api-failure.js';
import { isOlderVersion } from './resource-version.js';

/** A complete list, requested in pages. */
interface PagedList<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly client: PagesClient<T, S>;
  /** The options of each request. */
  readonly options: ListOptions & SharingOptions;
  /** "0" for any version, "" for the newest state, otherwise the minimum version. */
  readonly resourceVersion: string;
  readonly pageSize: number;
  /** Called with each page, so that parts that are not kept can be freed. */
  readonly onPage: (items: readonly Persisted<T, S>[]) => void;
  /** Called before the list restarts, because all previous pages are invalid. */
  readonly onRestart: () => Promise<void>;
}

/**
 * Lists all objects and resolves with the version of the list. If a later page has expired, the
 * list is requested again in one piece (client-go: tools/pager). Unlike client-go, a relist with a
 * minimum version is paged too, so that it takes no more memory than the first list. It sets
 * `resourceVersionMatch`, because a limit with only a version means exactly that version.
 *
 * All pages should have the same version. If they do not, the oldest is returned: a watch from
 * there includes the changes that earlier pages have missed.
 */
export async function listPaged<T extends KubernetesObject, S extends ResourceScope>(
  list: PagedList<T, S>,
): Promise<string> {
  const { resourceVersion, pageSize } = list;
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const isRelist = resourceVersion !== '' && resourceVersion !== '0';
  const match = isRelist ? ({ resourceVersionMatch: 'NotOlderThan' } as const) : {};
  let options: ListOptions & SharingOptions = {
    ...list.options,
    ...version,
    ...match,
    limit: pageSize,
  };
  for (let isRestart = false; ; isRestart = true) {
    let pages = 0;
    try {
      let listed: string | undefined;
      const tokens = new Set<string>();
      for await (const { items, metadata } of listPages(list.client, options)) {
        pages++;
        list.onPage(items);
        const { resourceVersion: at = '', continue: token } = metadata;
        if (listed === undefined || isOlderVersion(at, listed)) listed = at;
        if (token) rejectRepeated(token, tokens);
      }
      return listed ?? '';
    } catch (error) {
      // A server that also splits and expires the list in one piece would otherwise cause a loop.
      if (isRestart || pages === 0 || !isExpired(error)) throw error;
      await list.onRestart();
      options = { ...list.options, ...version };
    }
  }
}

/** Throws if a token repeats, because the list would not end. */
function rejectRepeated(token: string, tokens: Set<string>): void {
  if (tokens.has(token)) {
    throw new VmgenError('ERR_VMGEN_ANSWER', 'the list response repeats a continue token');
  }
  tokens.add(token);
}
