import type { AnyResourceDefinition } from '../client/resource.js';
import type { ObjectKey } from '../meta/object-key.js';
import { groupOf, type Dependent } from '../meta/owner-references.js';

/** Options of {@link ownerKeys}. */
export interface OwnerKeysOptions {
  /**
   * Returns only the key of the controller, of which an object has at most one. Defaults to false.
   */
  readonly controllerOnly?: boolean;
}

/**
 * Creates a function that returns the keys of an object's owners of one kind, for
 * {@link enqueueObjects} (controller-runtime's `handler.EnqueueRequestForOwner`). Owners are
 * matched by group and kind, in any version. A namespaced owner is in the namespace of its
 * dependents.
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
