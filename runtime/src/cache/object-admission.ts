import { isPending, settled } from '../async/settled.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { share, type Cached } from './cached.js';
import { freezeDeep } from './freeze.js';
import { isSameContent } from './is-same-content.js';
import { shareParts } from './share-parts.js';
import { shareStrings } from './share-strings.js';
import type { ObjectTransform } from './shared-informer-options.js';
import type { Store } from './store.js';

/** What an informer knows an object by: no transform may change it. */
interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** How objects are taken in. */
export interface AdmissionOptions {
  readonly freezeObjects: boolean;
  /**
   * What arrives was parsed for this cache alone: it may be given whole parts of what is kept. Nobody
   * else may see these, and change them or find its own object changed through them.
   */
  readonly ownsObjects: boolean;
  readonly logger: Logger;
}

/** Makes of what arrives what a store keeps. Nothing that a transform does makes it throw. */
export class ObjectAdmission<T extends KubernetesObject, N extends boolean = boolean> {
  /** See {@link ObjectTransform}. */
  transform: ObjectTransform<T, N> | undefined;
  readonly #store: Pick<Store<T, N>, 'find'>;
  readonly #options: AdmissionOptions;
  /** Came last: a list has what is alike side by side. */
  #last: Cached<T, N> | undefined;

  constructor(store: Pick<Store<T, N>, 'find'>, options: AdmissionOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * What is kept already stays the one copy: a relist of an unchanged object costs no memory. Its
   * version alone does not say so, for a store that was rolled back gives it again to other content.
   */
  admit(key: string, object: Persisted<T, N>): Cached<T, N> {
    const kept = this.#store.find(key);
    this.#shareIfAble(object, kept);
    const transformed = this.#transformed(key, object);
    this.#last = share(transformed);
    if (kept !== undefined && isUnchanged(kept, transformed)) return kept;
    if (this.#options.freezeObjects) this.#freeze(key, transformed);
    return this.#last;
  }

  /**
   * Objects of a parser or client of the user's may be frozen, and those that are kept any transform's.
   * A transform may change what it is given: it gets no part of what is kept but strings.
   */
  #shareIfAble(object: Persisted<T, N>, kept: Cached<T, N> | undefined): void {
    const isVersion = kept !== undefined && kept.metadata.uid === object.metadata.uid;
    try {
      if (isVersion && this.#options.ownsObjects && this.transform === undefined) {
        shareParts(object, kept, this.#last);
      } else {
        shareStrings(object, kept ?? this.#last);
      }
    } catch {
      // They are as good without.
    }
  }

  #transformed(key: string, object: Persisted<T, N>): Persisted<T, N> {
    if (this.transform === undefined) return object;
    const identity = identityOf(object);
    try {
      const result = this.transform(object);
      checkTransformed(result, identity);
      return result;
    } catch (error) {
      this.#options.logger.error('a transform failed; the object is kept as it came', {
        key,
        error,
      });
      return restored(object, identity);
    }
  }

  /** Not all that a transform may put into an object can be frozen, such as the bytes of a buffer. */
  #freeze(key: string, object: Persisted<T, N>): void {
    try {
      freezeDeep(object);
    } catch (error) {
      this.#options.logger.error('an object cannot be frozen; it is kept as it is', { key, error });
    }
  }
}

function isUnchanged(kept: Cached<KubernetesObject>, object: Persisted<KubernetesObject>): boolean {
  const { resourceVersion, uid } = object.metadata;
  if (kept.metadata.resourceVersion !== resourceVersion || kept.metadata.uid !== uid) return false;
  try {
    return Boolean(resourceVersion) && isSameContent(kept, object);
  } catch {
    // A transform may make what is no JSON, such as a circle.
    return false;
  }
}

function identityOf({ apiVersion, kind, metadata }: Persisted<KubernetesObject>): Identity {
  const { name, namespace, uid, resourceVersion } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}

/** The types say so, but a transform may have forgotten its return, or be an async function. */
function checkTransformed(
  result: Partial<KubernetesObject> | null | undefined,
  identity: Identity,
): void {
  const changed = changedField(result ?? {}, identity);
  if (changed === undefined) return;
  // What is to come of an async one may be a rejection.
  if (isPending(result)) void settled(result, () => undefined);
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `a transform must return the object, at once and with the same ${changed}`,
  );
}

/** Which part of its identity an object has lost. */
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

/** An object that its transform may have changed in place before it failed. */
function restored<T extends KubernetesObject, N extends boolean>(
  object: Persisted<T, N>,
  identity: Identity,
): Persisted<T, N> {
  if (changedField(object, identity) === undefined) return object;
  const { apiVersion, kind, ...known } = identity;
  return { ...object, apiVersion, kind, metadata: { ...object.metadata, ...known } };
}
