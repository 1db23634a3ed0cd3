import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchOptions } from './options.js';
import type { ResourceClient, WatchEvent } from './resource-client.js';
import { TypedClient } from './typed-client.js';

/**
 * Watches as `client.watch` does, and gives the events that came together together: to wait for each
 * of them takes longer than to keep it. Any other client than ours gives them one by one.
 */
export function watchBatches<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'watch'>,
  options: WatchOptions,
): AsyncIterable<readonly WatchEvent<T, S>[]> {
  return isTyped(client) ? client.watchBatches(options) : eachAlone(client.watch(options));
}

async function* eachAlone<E>(events: AsyncIterable<E>): AsyncGenerator<readonly E[]> {
  for await (const event of events) yield [event];
}

function isTyped<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'watch'>,
): client is TypedClient<T, S> {
  return client instanceof TypedClient;
}
