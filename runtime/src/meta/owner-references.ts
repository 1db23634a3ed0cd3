import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from './deep-readonly.js';
import type { KubernetesObject, OwnerReference } from './types.js';

/** What is read of an owner: an object as a server or a cache gave it. */
type Owner = DeepReadonly<KubernetesObject>;

/** What is read of an object that may have owners: a cache may share it. */
export interface Dependent {
  readonly metadata: {
    readonly namespace?: string | undefined;
    readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[] | undefined;
  };
}

/** How one object owns another. */
export interface OwnerReferenceOptions {
  /** Whether a foreground deletion of the owner waits until the dependent is gone. */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * A reference to the object that controls another one (`metav1.NewControllerRef`), for objects that are
 * written down whole. Unlike {@link setControllerReference} it cannot look at the dependent.
 *
 * The owner must be as a server gave it, with its uid: throws a `VmgenError` otherwise.
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
 * object is deleted after its owner, and {@link controllerOf} leads back from it. Changes `object`, and
 * returns whether that changed anything. A reference to the same owner, told by group, kind and name,
 * is updated where it stands, so that a new owner of an old name takes over.
 *
 * Throws a `VmgenError`: `ERR_VMGEN_CONTROLLED` where the object has another controller, and
 * `ERR_VMGEN_ARGUMENT` where the server would delete the object at once, since it could not find the
 * owner: one in another namespace, a namespaced one of a cluster-scoped object, one without a uid. An
 * object of a namespaced kind must have its namespace by then.
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
      `${nameIt(object)} is controlled by ${nameReference(other)} already, ` +
        `and cannot be by ${nameReference(reference)} too`,
    );
  }
  return upsert(object, reference);
}

/**
 * Makes an owner one of the owners of an object: the object is deleted after the last of them. As
 * {@link setControllerReference}, but there may be several; whether the owner is the controller stays
 * as it was.
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

/** The reference to the controller of an object; undefined where nothing controls it. */
export function controllerOf(object: Dependent): DeepReadonly<OwnerReference> | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/**
 * Whether this very owner, told by its uid, controls the object (`metav1.IsControlledBy`). An owner that
 * was deleted and made anew under its old name does not.
 */
export function isControlledBy(
  object: Dependent,
  owner: { readonly metadata: { readonly uid?: string | undefined } },
): boolean {
  const controller = controllerOf(object);
  return controller !== undefined && controller.uid === owner.metadata.uid;
}

/** The group of an `apiVersion`; empty for the core group. */
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
    `an owner needs its ${missing.join(', ')}: take the object as the server gave it`,
  );
}

/** An owner elsewhere counts as absent, and the garbage collector deletes what it owned. */
function checkNamespaces(owner: Owner, object: Owner): void {
  const { namespace } = owner.metadata;
  if (!namespace || namespace === object.metadata.namespace) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    object.metadata.namespace
      ? `${nameIt(object)} cannot be owned from another namespace: ${nameIt(owner)}`
      : `${nameIt(object)} has no namespace and cannot be owned by an object in one: ${nameIt(owner)}`,
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

/** Names come from outside: quoted, they stay one line. */
function nameIt({ kind, metadata }: Owner): string {
  const { namespace, name = '' } = metadata;
  return `${kind ?? 'object'} ${JSON.stringify(namespace ? `${namespace}/${name}` : name)}`;
}

function nameReference({ kind, name }: Pick<OwnerReference, 'kind' | 'name'>): string {
  return `${kind} ${JSON.stringify(name)}`;
}
