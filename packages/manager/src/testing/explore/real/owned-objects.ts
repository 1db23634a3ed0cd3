import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import type { TransportRequest } from '@vmgen/runtime/transport';

type StoredObject = DeepReadonly<KubernetesObject>;

/** An object with its path. */
interface OwnedObject {
  readonly path: string;
  readonly object: StoredObject;
}

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/**
 * Returns what the garbage collector of kube-controller-manager would do first to each object: delete it
 * without its last owner, remove a reference to an owner that is gone, or complete a deletion.
 *
 * @param isKnown whether all objects of the kind of an owner are among the objects
 */
export function* garbageRequests(
  objects: readonly OwnedObject[],
  isKnown: (owner: { readonly apiVersion: string; readonly kind: string }) => boolean,
): Generator<TransportRequest> {
  const byUid = new Map(objects.map(({ object }) => [object.metadata.uid, object]));
  for (const owned of objects) {
    const { ownerReferences: all = [], deletionTimestamp } = owned.object.metadata;
    const stays = all.filter((each) => {
      const owner = byUid.get(each.uid);
      if (owner === undefined) return !isKnown(each);
      return !isEnding(owner, FOREGROUND) && !isEnding(owner, ORPHAN);
    });
    const isOrphaned = all.some(({ uid }) => isEnding(byUid.get(uid), ORPHAN));
    if (stays.length < all.length && (stays.length > 0 || isOrphaned)) {
      yield patch(owned, { ownerReferences: stays });
    } else if (stays.length < all.length && deletionTimestamp === undefined) {
      yield deletion(owned);
    }
    const references = objects
      .flatMap(({ object: { metadata } }) => metadata.ownerReferences ?? [])
      .filter(({ uid }) => uid === owned.object.metadata.uid);
    const isBlocked = references.some(({ blockOwnerDeletion }) => blockOwnerDeletion === true);
    if (isEnding(owned.object, FOREGROUND) && !isBlocked) yield withoutFinalizer(owned, FOREGROUND);
    if (isEnding(owned.object, ORPHAN) && references.length === 0) {
      yield withoutFinalizer(owned, ORPHAN);
    }
  }
}

const isEnding = (object: StoredObject | undefined, finalizer: string): boolean =>
  object?.metadata.deletionTimestamp !== undefined &&
  object.metadata.finalizers?.includes(finalizer) === true;

const withoutFinalizer = (owned: OwnedObject, finalizer: string): TransportRequest =>
  patch(owned, {
    finalizers: owned.object.metadata.finalizers?.filter((each) => each !== finalizer),
  });

function patch({ path, object }: OwnedObject, fields: object): TransportRequest {
  const { resourceVersion } = object.metadata;
  return {
    method: 'PATCH',
    path,
    headers: { 'content-type': 'application/merge-patch+json', accept: 'application/json' },
    body: JSON.stringify({ metadata: { resourceVersion, ...fields } }),
  };
}

function deletion({ path, object }: OwnedObject): TransportRequest {
  const { uid, resourceVersion } = object.metadata;
  return {
    method: 'DELETE',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: 'Background',
      preconditions: { uid, resourceVersion },
    }),
  };
}
