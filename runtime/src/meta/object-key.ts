import type { DeepReadonly } from './deep-readonly.js';
import type { KubernetesObject } from './types.js';

/** The parts of an {@link objectKey}. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** The key of an object in caches and queues: `NAMESPACE/NAME`, or `NAME` where there is none. */
export function objectKey(object: DeepReadonly<KubernetesObject>): string {
  const { namespace, name = '' } = object.metadata;
  return namespace ? `${namespace}/${name}` : name;
}

/** Undoes {@link objectKey}; throws on a key of more than two parts. */
export function splitObjectKey(key: string): ObjectKey {
  const slash = key.indexOf('/');
  if (slash === -1) return { name: key };
  if (key.includes('/', slash + 1)) {
    throw new Error(
      `unexpected key format ${JSON.stringify(key)}: want "namespace/name" or "name"`,
    );
  }
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
