import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from './deep-readonly.js';
import type { KubernetesObject } from './types.js';

/** Identifies an object within its kind: the parts of an {@link objectKey}. */
export interface ObjectKey {
  /** Empty for objects of a cluster-scoped kind. */
  readonly namespace: string;
  /** The object's name. */
  readonly name: string;
}

/**
 * Returns the key of an object in caches and queues: `NAMESPACE/NAME`, or `NAME` for cluster-scoped
 * objects. {@link parseObjectKey} is the inverse.
 *
 * @example
 * queue.add(objectKey(vm));
 * queue.add(objectKey({ namespace: 'default', name: 'test-vm' }));
 */
export function objectKey(object: DeepReadonly<KubernetesObject> | ObjectKey): string {
  const { namespace, name = '' } = 'metadata' in object ? object.metadata : object;
  // V8 represents the result of a template as a tree of its parts, which takes 20 bytes more in a
  // cache.
  return namespace ? [namespace, name].join('/') : name;
}

/**
 * Parses an {@link objectKey}. Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if the text has more
 * than one slash.
 */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  if (slash === -1) return { namespace: '', name: text };
  if (text.includes('/', slash + 1)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `unexpected key format ${JSON.stringify(text)}: want "namespace/name" or "name"`,
    );
  }
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Returns a key as text. */
export function keyText(key: ObjectKey | string): string {
  return typeof key === 'string' ? key : objectKey(key);
}
