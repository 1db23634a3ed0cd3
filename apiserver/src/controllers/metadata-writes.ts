import type { JsonObject } from '@vmgen/base/json';
import { finalizersOf, metadataOf } from '../resource/object-meta.js';
import { updateStored, type ControllerHost, type Stored } from './controller-writes.js';
import { rawOwnerReferencesOf, type OwnerReference } from './owner-references.js';

/** Removes references to missing owners from an object. */
export function removeReferences(
  host: ControllerHost,
  stored: Stored,
  lost: readonly Pick<OwnerReference, 'uid'>[],
): void {
  if (lost.length === 0) return;
  const uids = new Set<unknown>(lost.map(({ uid }) => uid));
  const references = rawOwnerReferencesOf(stored.revision.object);
  const kept = references.filter(({ uid }) => !uids.has(uid));
  updateList(host, stored, 'ownerReferences', kept);
}

/** Sets `blockOwnerDeletion` of all owner references to false. */
export function unblockOwners(host: ControllerHost, stored: Stored): void {
  const references = rawOwnerReferencesOf(stored.revision.object).map((reference) =>
    reference['blockOwnerDeletion'] === true
      ? { ...reference, blockOwnerDeletion: false }
      : reference,
  );
  updateList(host, stored, 'ownerReferences', references);
}

/** Removes a finalizer from an object. The object is removed with its last finalizer. */
export function removeFinalizer(host: ControllerHost, stored: Stored, finalizer: string): void {
  const kept = finalizersOf(stored.revision.object).filter((name) => name !== finalizer);
  updateList(host, stored, 'finalizers', kept);
}

function updateList(
  host: ControllerHost,
  stored: Stored,
  field: 'finalizers' | 'ownerReferences',
  list: (string | JsonObject)[],
): void {
  const object = stored.endpoint.read(stored.revision);
  const metadata = { ...metadataOf(object) };
  if (list.length === 0) Reflect.deleteProperty(metadata, field);
  else metadata[field] = list;
  updateStored(host, stored, { ...object, metadata });
}
