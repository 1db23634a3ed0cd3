import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from './deep-readonly.js';
import type { KubernetesObject } from './types.js';

/** Which object of its kind: the parts of an {@link objectKey}. */
export interface ObjectKey {
  /** Empty for objects of a cluster-scoped kind. */
  readonly namespace: string;
  /** The object's name. */
  readonly name: string;
}

/**
 * The key of an object in caches and queues: `NAMESPACE/NAME`, or `NAME` where there is no
 * namespace. Undone by {@link parseObjectKey}.
 *
 * @example
 * queue.add(objectKey(vm));
 * queue.add(objectKey({ namespace: 'default', name: 'test-vm' }));
 */
export function objectKey(object: DeepReadonly<KubernetesObject> | ObjectKey): string {
  const { namespace, name = '' } = 'metadata' in object ? object.metadata : object;
  // A template would give a string of two parts, which takes some 20 bytes more in a cache.
  return namespace ? [namespace, name].join('/') : name;
}

/** The parts of an {@link objectKey}. Throws on a text of more than two parts. */
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

/** The text of a key that may be text already. */
export function keyText(key: ObjectKey | string): string {
  return typeof key === 'string' ? key : objectKey(key);
}
