import type { DeepReadonly } from '../meta/deep-readonly.js';
import { hasFinalizer } from '../meta/finalizers.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { isNotFound } from './errors.js';
import type { WriteOptions } from './options.js';
import type { ResourceClient } from './resource-client.js';

/** The method of a typed client that writes finalizers. */
export type FinalizerClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Pick<ResourceClient<T, S>, 'jsonPatch'>;

type Read<T extends KubernetesObject, S extends ResourceScope> = DeepReadonly<Persisted<T, S>>;

/**
 * Adds a finalizer to an object and writes it, unless the object has it. Call this before the first
 * external effect, so that a deletion waits for the cleanup. Resolves with the resulting object.
 * Rejects with a conflict if the object, which may be from a cache, is outdated.
 *
 * @example
 * const machine = lister.get('default/vm-1');
 * await ensureFinalizer(client, machine, 'example.com/disk');
 */
export async function ensureFinalizer<T extends KubernetesObject, S extends ResourceScope>(
  client: FinalizerClient<T, S>,
  object: Read<T, S>,
  finalizer: string,
  options?: WriteOptions,
): Promise<Read<T, S> | Persisted<T, S>> {
  if (hasFinalizer(object, finalizer)) return object;
  const { finalizers = [] } = object.metadata;
  return writeFinalizers(client, object, [...finalizers, finalizer], options);
}

/**
 * Removes a finalizer from an object and writes it, if the object has it. Call this after the
 * cleanup. Resolves with the resulting object, or with undefined if it no longer exists. Rejects
 * with a conflict like {@link ensureFinalizer}.
 *
 * @example
 * const machine = lister.get('default/vm-1');
 * if (machine.metadata.deletionTimestamp !== undefined) {
 *   await releaseFinalizer(client, machine, 'example.com/disk');
 * }
 */
export async function releaseFinalizer<T extends KubernetesObject, S extends ResourceScope>(
  client: FinalizerClient<T, S>,
  object: Read<T, S>,
  finalizer: string,
  options?: WriteOptions,
): Promise<Read<T, S> | Persisted<T, S> | undefined> {
  if (!hasFinalizer(object, finalizer)) return object;
  const { finalizers = [] } = object.metadata;
  const others = finalizers.filter((each) => each !== finalizer);
  try {
    return await writeFinalizers(client, object, others, options);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Because of the version in the patch, the server rejects it if another client has written the
 * object.
 */
function writeFinalizers<T extends KubernetesObject, S extends ResourceScope>(
  client: FinalizerClient<T, S>,
  { metadata }: Read<T, S>,
  finalizers: readonly string[],
  options?: WriteOptions,
): Promise<Persisted<T, S>> {
  const { name, resourceVersion } = metadata;
  return client.jsonPatch(
    name,
    [
      { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
      { op: 'add', path: '/metadata/finalizers', value: finalizers },
    ],
    options,
  );
}
