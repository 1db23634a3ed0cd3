import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from './deep-readonly.js';
import type { KubernetesObject, OwnerReference } from './types.js';

/** An owner: an object from a server or a cache. */
type Owner = DeepReadonly<KubernetesObject>;

/** The fields that are read from an object that may have owners. Accepts objects from a cache. */
export interface Dependent {
  /** The namespace and the owners of the object. */
  readonly metadata: {
    readonly namespace?: string | undefined;
    readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[] | undefined;
  };
}

/** Options of {@link setControllerReference} and {@link setOwnerReference}. */
export interface OwnerReferenceOptions {
  /**
   * Whether a foreground deletion of the owner waits until the dependent is deleted. Defaults to
   * true in controller references, and to an absent field in other owner references.
   */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * Returns a controller reference (`metav1.NewControllerRef`), for objects that are written as a
 * literal. Unlike {@link setControllerReference}, it cannot validate the dependent.
 *
 * The owner must be an object from the server. Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if it
 * has no apiVersion, kind, name or uid.
 *
 * @example
 * const backup = await clientset.cloudnativeV1alpha1.virtualMachines('default').get('backup');
 * const metadata = { name: 'backup-data', ownerReferences: [controllerReference(backup)] };
 */
export function controllerReference(
  owner: Owner,
  { blockOwnerDeletion = true }: OwnerReferenceOptions = {},
): OwnerReference {
  return { ...ownerReference(owner), controller: true, blockOwnerDeletion };
}

/**
 * Makes an owner the controller of an object (controller-runtime's `SetControllerReference`): the
 * object is deleted after its owner, and {@link controllerOf} returns the owner. Modifies `object`
 * and returns whether anything changed. An existing reference with the same group, kind and name is
 * updated in place, so an owner that was deleted and created again replaces the former one.
 *
 * Throws a `VmgenError`: `ERR_VMGEN_CONTROLLED` if the object has another controller, and
 * `ERR_VMGEN_ARGUMENT` if the garbage collector would delete the object immediately because it
 * cannot find the owner: the owner is in another namespace, is namespaced while the object is
 * cluster-scoped, or has no uid. The namespace of a namespaced object must be set before the call.
 *
 * @example
 * const lease: Lease = { metadata: { name: vm.metadata.name, namespace: 'default' } };
 * setControllerReference(vm, lease);
 */
export function setControllerReference(
  owner: Owner,
  object: KubernetesObject,
  options?: OwnerReferenceOptions,
): boolean {
  const reference = controllerReference(owner, options);
  checkNamespaces(owner, object);
  const other = controllerOf(object);
  if (other !== undefined && !isSameOwner(other, reference)) {
    throw new VmgenError(
      'ERR_VMGEN_CONTROLLED',
      `${describe(object)} is already controlled by ${describeReference(other)}; ` +
        `${describeReference(reference)} cannot be a second controller`,
    );
  }
  return upsert(object, reference);
}

/**
 * Adds an owner to an object: the object is deleted after its last owner. Like
 * {@link setControllerReference}, but an object may have several owners. Does not change which
 * owner is the controller.
 *
 * @example
 * setOwnerReference(vm, object);
 */
export function setOwnerReference(
  owner: Owner,
  object: KubernetesObject,
  { blockOwnerDeletion }: OwnerReferenceOptions = {},
): boolean {
  const reference = {
    ...ownerReference(owner),
    ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
  };
  checkNamespaces(owner, object);
  return upsert(object, reference);
}

/** Returns the reference to the controller of an object, or undefined if it has no controller. */
export function controllerOf(object: Dependent): DeepReadonly<OwnerReference> | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/**
 * Returns whether the owner with this uid controls the object (`metav1.IsControlledBy`). False for
 * an owner that was deleted and created again with the same name.
 */
export function isControlledBy(
  object: Dependent,
  owner: { readonly metadata: { readonly uid?: string | undefined } },
): boolean {
  const controller = controllerOf(object);
  return controller !== undefined && controller.uid === owner.metadata.uid;
}

/** Returns the group of an `apiVersion`. Empty for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

function ownerReference(owner: Owner): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  if (apiVersion && kind && name && uid) return { apiVersion, kind, name, uid };
  const missing = Object.entries({ apiVersion, kind, name, uid })
    .filter(([, value]) => !value)
    .map(([field]) => field);
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the owner has no ${missing.join(', ')}; use an object returned by the server`,
  );
}

/**
 * The garbage collector treats an owner in another namespace as absent and deletes the dependent.
 */
function checkNamespaces(owner: Owner, object: Owner): void {
  const { namespace } = owner.metadata;
  if (!namespace || namespace === object.metadata.namespace) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    object.metadata.namespace
      ? `${describe(object)} cannot be owned from another namespace: ${describe(owner)}`
      : `${describe(object)} has no namespace and cannot be owned by an object in one: ${describe(owner)}`,
  );
}

function upsert(object: KubernetesObject, reference: OwnerReference): boolean {
  const references = (object.metadata.ownerReferences ??= []);
  const known = references.find((other) => isSameOwner(other, reference));
  if (known === undefined) {
    references.push(reference);
    return true;
  }
  const before = JSON.stringify(known);
  Object.assign(known, reference);
  return JSON.stringify(known) !== before;
}

function isSameOwner(
  a: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
  b: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
): boolean {
  return a.kind === b.kind && a.name === b.name && groupOf(a.apiVersion) === groupOf(b.apiVersion);
}

/** Names are untrusted input. Quotes keep the message on one line. */
function describe({ kind, metadata }: Owner): string {
  const { namespace, name = '' } = metadata;
  return `${kind ?? 'object'} ${JSON.stringify(namespace ? `${namespace}/${name}` : name)}`;
}

function describeReference({ kind, name }: Pick<OwnerReference, 'kind' | 'name'>): string {
  return `${kind} ${JSON.stringify(name)}`;
}
