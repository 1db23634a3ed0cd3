import { objectKey, parseObjectKey, VmgenError } from '@vmgen/runtime';
import type { DeepReadonly, KubernetesObject, ResourceDefinition } from '@vmgen/runtime';
import type { ReferencedObject } from './controller-options.js';

/** Returns the key of an object that `from` refers to. */
export function referencedKey(
  reference: ReferencedObject | string,
  { scope, kind }: Pick<ResourceDefinition, 'scope' | 'kind'>,
  from: DeepReadonly<KubernetesObject>,
): string {
  const { namespace, name } = typeof reference === 'string' ? parseObjectKey(reference) : reference;
  if (scope === 'Cluster') return name;
  const own = namespace || from.metadata.namespace;
  if (own) return objectKey({ namespace: own, name });
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `a reference of the cluster-scoped ${objectKey(from)} to the ${kind} ${JSON.stringify(name)} needs a namespace`,
  );
}
