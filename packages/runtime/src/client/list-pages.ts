import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { assertList } from './check-answer.js';
import type { ListOptions } from './options.js';
import type { ResourceClient } from './resource-client.js';
import type { SharingOptions } from './sharing-options.js';
import { TypedClient } from './typed-client.js';

/** A client that can list in pages. */
export type PagesClient<T extends KubernetesObject, S extends ResourceScope> = Pick<
  ResourceClient<T, S>,
  'list' | 'resource'
>;

/**
 * Returns the pages of a list. Our client requests each page while the previous one is parsed.
 * Pages of other clients are validated here.
 */
export function listPages<T extends KubernetesObject, S extends ResourceScope>(
  client: PagesClient<T, S>,
  options: ListOptions & SharingOptions,
): AsyncIterable<KubernetesList<Persisted<T, S>>> {
  return client instanceof TypedClient
    ? client.listPages(options)
    : onePageAtATime(client, options);
}

async function* onePageAtATime<T extends KubernetesObject, S extends ResourceScope>(
  client: PagesClient<T, S>,
  options: ListOptions,
): AsyncGenerator<KubernetesList<Persisted<T, S>>> {
  const { resourceVersion: _version, resourceVersionMatch: _match, ...later } = options;
  let page = await client.list(options);
  for (;;) {
    assertList(page, client.resource);
    yield page;
    const { continue: token } = page.metadata;
    if (!token) return;
    page = await client.list({ ...later, continue: token });
  }
}
