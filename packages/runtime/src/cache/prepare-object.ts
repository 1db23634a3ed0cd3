import { isPending, settled } from '../async/settled.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { AppliedFields } from './applied-fields.js';
import { asCached, type Cached } from './cached.js';
import { freezeDeep } from './freeze.js';
import { isSameContent } from './is-same-content.js';
import { shareParts } from './share-parts.js';
import { shareStrings } from './share-strings.js';
import type { ObjectTransform } from './shared-informer-options.js';
import type { Store } from './store.js';

/** The fields that identify an object in the cache; a transform must not change them. */
interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly resourceVersion: string;
}

interface PrepareOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly store: Pick<Store<T, S>, 'find'>;
  /** See {@link ObjectTransform}. */
  readonly transform: ObjectTransform<T, S> | undefined;
  readonly freezeObjects: boolean;
  /** The field manager whose applied fields are kept; undefined keeps what was received. */
  readonly keepFieldsOf: () => string | undefined;
  /**
   * The received objects were parsed for this cache alone, so whole parts of them may be replaced by
   * parts of stored objects. Otherwise another owner could change a stored object, or see its own
   * object changed.
   */
  readonly ownsObjects: boolean;
  readonly logger: Logger;
}

/**
 * Converts an object that was received under a key to the object to store. Never throws. `stored` is
 * the stored object of the key; it is looked up if it is omitted.
 */
export type PrepareObject<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  key: string,
  object: Persisted<T, S>,
  stored?: Cached<T, S>,
) => Cached<T, S>;

/**
 * Creates the function that prepares received objects for the store. It shares equal parts with the
 * stored version, runs the transform, and freezes the result. A transform that throws is logged, and
 * the object is stored as it was received.
 *
 * An unchanged object keeps its stored copy, so a relist costs no memory. The resource version alone
 * does not prove this: a store that was rolled back assigns it again to other content.
 */
export function createPrepareObject<T extends KubernetesObject, S extends ResourceScope>({
  store,
  transform,
  freezeObjects,
  keepFieldsOf,
  ownsObjects,
  logger,
}: PrepareOptions<T, S>): PrepareObject<T, S> {
  const applied = new AppliedFields();
  /** Neighbours in a list resemble each other, so each object shares parts with the previous one. */
  let previous: Cached<T, S> | undefined;
  return (key, object, stored = store.find(key)) => {
    const manager = keepFieldsOf();
    if (manager !== undefined) applied.reduce(object.metadata, manager);
    // A transform may change its argument, so it must not receive parts of stored objects.
    shareEqualParts(object, stored, previous, ownsObjects && transform === undefined);
    const prepared =
      transform === undefined ? object : runTransform(transform, key, object, logger);
    previous = asCached(prepared);
    if (stored !== undefined && isUnchanged(stored, prepared)) return stored;
    if (freezeObjects) freeze(key, prepared, logger);
    return previous;
  };
}

function shareEqualParts(
  object: Persisted<KubernetesObject>,
  stored: Cached<KubernetesObject> | undefined,
  previous: Cached<KubernetesObject> | undefined,
  sharesParts: boolean,
): void {
  const isVersion = stored !== undefined && stored.metadata.uid === object.metadata.uid;
  try {
    if (isVersion && sharesParts) shareParts(object, stored, previous);
    else shareStrings(object, stored ?? previous);
  } catch {
    // The object may be frozen by the user's parser or client. Sharing only saves memory.
  }
}

function runTransform<T extends KubernetesObject, S extends ResourceScope>(
  transform: ObjectTransform<T, S>,
  key: string,
  object: Persisted<T, S>,
  logger: Logger,
): Persisted<T, S> {
  const identity = identityOf(object);
  try {
    const result = transform(object);
    checkTransformed(result, identity);
    return result;
  } catch (error) {
    logger.error('the transform failed; the object is stored unchanged', { key, error });
    return withIdentity(object, identity);
  }
}

/** A transform may insert values that cannot be frozen, such as the bytes of a buffer. */
function freeze(key: string, object: object, logger: Logger): void {
  try {
    freezeDeep(object);
  } catch (error) {
    logger.error('the object cannot be frozen and is stored unfrozen', { key, error });
  }
}

function isUnchanged(
  stored: Cached<KubernetesObject>,
  object: Persisted<KubernetesObject>,
): boolean {
  const { resourceVersion, uid } = object.metadata;
  if (stored.metadata.resourceVersion !== resourceVersion || stored.metadata.uid !== uid) {
    return false;
  }
  try {
    return Boolean(resourceVersion) && isSameContent(stored, object);
  } catch {
    // A transform may produce values that are not JSON, such as a circular reference.
    return false;
  }
}

function identityOf({ apiVersion, kind, metadata }: Persisted<KubernetesObject>): Identity {
  const { name, namespace, uid, resourceVersion } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}

/** Covers what the type cannot exclude: a transform without a return, or an async one. */
function checkTransformed(
  result: Partial<KubernetesObject> | null | undefined,
  identity: Identity,
): void {
  const changed = changedField(result ?? {}, identity);
  if (changed === undefined) return;
  // The promise of an async transform may reject later.
  if (isPending(result)) void settled(result, () => undefined);
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the transform must return the object synchronously and with the same ${changed}`,
  );
}

/** The first identity field that differs; undefined if none does. */
function changedField(
  { apiVersion, kind, metadata }: Partial<KubernetesObject>,
  identity: Identity,
): string | undefined {
  if (kind !== identity.kind) return 'kind';
  if (apiVersion !== identity.apiVersion) return 'apiVersion';
  if (metadata?.name !== identity.name) return 'metadata.name';
  if (metadata.namespace !== identity.namespace) return 'metadata.namespace';
  if (metadata.uid !== identity.uid) return 'metadata.uid';
  if (metadata.resourceVersion !== identity.resourceVersion) return 'metadata.resourceVersion';
  return undefined;
}

/** Restores the identity of an object that the transform changed in place before it failed. */
function withIdentity<T extends KubernetesObject, S extends ResourceScope>(
  object: Persisted<T, S>,
  identity: Identity,
): Persisted<T, S> {
  if (changedField(object, identity) === undefined) return object;
  const { apiVersion, kind, ...known } = identity;
  return { ...object, apiVersion, kind, metadata: { ...object.metadata, ...known } };
}
