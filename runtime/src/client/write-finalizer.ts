import type { DeepReadonly } from '../meta/deep-readonly.js';
import { hasFinalizer } from '../meta/finalizers.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { isNotFound } from './errors.js';
import type { WriteOptions } from './options.js';
import type { ResourceClient } from './resource-client.js';

/** What writing finalizers needs of a typed client. */
export type FinalizerClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Pick<ResourceClient<T, S>, 'jsonPatch'>;

type Read<T extends KubernetesObject, S extends ResourceScope> = DeepReadonly<Persisted<T, S>>;

/**
 * Writes a finalizer to an object that does not have it: before the first outside effect, so that a
 * deletion waits for the cleaning up. Resolves with the object as it is then. Refused with a conflict
 * where the object, which may come from a cache, is no longer the newest.
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
 * Takes a finalizer from an object that has it: when everything is cleaned up. Resolves with the object
 * as it is then; undefined where it is gone. Refused with a conflict as {@link ensureFinalizer} is.
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

/** The version in the patch has it refused where someone else has written meanwhile. */
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
