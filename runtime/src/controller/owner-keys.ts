import type { AnyResourceDefinition } from '../client/resource.js';
import type { ObjectKey } from '../meta/object-key.js';
import { groupOf, type Dependent } from '../meta/owner-references.js';

/** Which owners count. */
export interface OwnerKeysOptions {
  /** Only the owner that controls the object, of which there is one at most. False by default. */
  readonly controllerOnly?: boolean;
}

/**
 * The keys of an object's owners of one kind, for {@link enqueueObjects} (controller-runtime's
 * `handler.EnqueueRequestForOwner`). The kind is told by its group and name: a reference may have been
 * written in another version. An owner of a namespaced kind is in the namespace of what it owns.
 *
 * @example
 * const keysOf = ownerKeys(virtualMachineResource, { controllerOnly: true });
 * factory.informerFor(leaseResource).addHandler(enqueueObjects(queue, { keysOf }));
 */
export function ownerKeys(
  owner: Pick<AnyResourceDefinition, 'group' | 'kind' | 'scope'>,
  { controllerOnly = false }: OwnerKeysOptions = {},
): (object: Dependent) => ObjectKey[] {
  return ({ metadata }) => {
    const namespace = owner.scope === 'Namespaced' ? (metadata.namespace ?? '') : '';
    if (owner.scope === 'Namespaced' && namespace === '') return [];
    return (metadata.ownerReferences ?? [])
      .filter(
        (reference) =>
          reference.kind === owner.kind &&
          groupOf(reference.apiVersion) === owner.group &&
          (!controllerOnly || reference.controller === true),
      )
      .map(({ name }) => ({ namespace, name }));
  };
}
