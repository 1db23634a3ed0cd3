import type { JsonObject } from '@vmgen/base/json';
import { finalizersOf, metadataOf } from '../resource/object-meta.js';
import { updateStored, type ControllerHost, type Stored } from './controller-writes.js';
import { rawOwnerReferencesOf, type OwnerReference } from './owner-references.js';

/** Takes references to lost owners from an object. */
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

/** Lets no owner wait for an object any longer. */
export function unblockOwners(host: ControllerHost, stored: Stored): void {
  const references = rawOwnerReferencesOf(stored.revision.object).map((reference) =>
    reference['blockOwnerDeletion'] === true
      ? { ...reference, blockOwnerDeletion: false }
      : reference,
  );
  updateList(host, stored, 'ownerReferences', references);
}

/** Takes a finalizer from an object, which goes with its last one. */
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
