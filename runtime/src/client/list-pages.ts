import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import { assertList } from './check-answer.js';
import type { ListOptions } from './options.js';
import type { ResourceClient } from './resource-client.js';
import { TypedClient } from './typed-client.js';

/** What lists in pages. */
export type PagesClient<T extends KubernetesObject, S extends ResourceScope> = Pick<
  ResourceClient<T, S>,
  'list' | 'resource'
>;

/**
 * The pages of a list, of which the first is asked for by `options`. Our client asks for each while the
 * one before is read. What any other gives is checked.
 */
export function listPages<T extends KubernetesObject, S extends ResourceScope>(
  client: PagesClient<T, S>,
  options: ListOptions,
): AsyncIterable<KubernetesList<Persisted<T, S>>> {
  return client instanceof TypedClient ? client.listPages(options) : eachAlone(client, options);
}

async function* eachAlone<T extends KubernetesObject, S extends ResourceScope>(
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
