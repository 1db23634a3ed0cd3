import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchOptions } from './options.js';
import type { ResourceClient, WatchEvent } from './resource-client.js';
import type { SharingOptions } from './sharing-options.js';
import { TypedClient } from './typed-client.js';

/**
 * Watches like `client.watch`, but yields events that arrived together as one batch, because
 * awaiting each event takes longer than storing it. Other clients than ours yield events one by
 * one.
 */
export function watchBatches<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'watch'>,
  options: WatchOptions & SharingOptions,
): AsyncIterable<readonly WatchEvent<T, S>[]> {
  return isTyped(client) ? client.watchBatches(options) : oneByOne(client.watch(options));
}

async function* oneByOne<E>(events: AsyncIterable<E>): AsyncGenerator<readonly E[]> {
  for await (const event of events) yield [event];
}

function isTyped<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'watch'>,
): client is TypedClient<T, S> {
  return client instanceof TypedClient;
}
