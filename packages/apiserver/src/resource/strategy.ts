import type { Random } from '@vmgen/runtime/async';
import type { JsonObject } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import type { NameRule } from '@vmgen/crd/internal';
import type { RequestUser } from '../request/request-user.js';

/** The part of the server that strategies can read beside the object of the request. */
export interface ClusterView {
  /** The user of the request. */
  readonly user: RequestUser;
  /** The current time in the format of metadata: RFC 3339 with whole seconds. */
  now(): string;
  /**
   * Returns an object of another kind in the given version; undefined if it does not exist. The
   * object is shared: do not modify it.
   */
  get(kind: NamedKind, namespace: string | undefined, name: string): JsonObject | undefined;
  /** The source of generated addresses and ports. */
  readonly random: Random;
  /** Returns all objects of a kind, or those of one namespace, sorted by name. */
  list(kind: NamedKind, namespace?: string): Iterable<JsonObject>;
}

/** The address of a resource: `{ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' }`. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** The behaviour of a kind in all writes. */
interface CommonStrategy {
  /** The validation rule for names. */
  readonly nameForm: 'dns1123-subdomain' | 'dns1123-label' | 'path-segment';
  /** Returns another rule for the names of new objects, which may depend on the object. */
  nameRule?(object: JsonObject): NameRule;
  /** Whether `metadata.generation` is set: 1 at first, and incremented by changes of the spec. */
  readonly tracksGeneration: boolean;
  /** Whether an unqualified finalizer causes a warning. */
  readonly warnsOfFinalizers: boolean;
  /** The group in errors. Defaults to the group of the endpoint. */
  readonly refusedGroup?: string;
  /** Validates an object beyond its schema. `live` is undefined for a creation. */
  validate?(
    object: JsonObject,
    live: JsonObject | undefined,
    cluster: ClusterView,
    subresource: string | undefined,
  ): FieldError[];
  /** Returns warnings about a valid object. */
  warningsOf?(
    object: JsonObject,
    live: JsonObject | undefined,
    subresource: string | undefined,
  ): string[];
  /** Called after the object was stored. */
  afterWrite?(object: JsonObject): void;
}

/** The behaviour of a kind in creations. Upstream: RESTCreateStrategy. */
interface CreateStrategy {
  /** Whether the status is removed before managed fields are recorded, so that no manager owns it. */
  readonly dropsStatusOnCreate: boolean;
  /** Whether the metadata is validated only if the kind finds no errors. Defaults to false. */
  readonly validatesMetadataLast?: boolean;
  /**
   * Changes a new object, after managed fields are recorded and before it is validated. `warn` adds a
   * warning to the response, even if the object is invalid.
   */
  prepareForCreate?(object: JsonObject, cluster: ClusterView, warn: (text: string) => void): void;
}

/** The behaviour of a kind in updates, patches and applies. Upstream: RESTUpdateStrategy. */
export interface UpdateStrategy {
  /** Whether a PUT creates an object that does not exist. */
  readonly allowsCreateOnUpdate: boolean;
  /** Whether a PUT without a resource version replaces any version. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether an update validates `generateName` as a name. Defaults to false. */
  readonly validatesNamesOnUpdate?: boolean;
  /** Whether changes of annotations increment the generation. Defaults to false. */
  readonly annotationsMoveGeneration?: boolean;
  /** Whether updates of the status also update the metadata. */
  readonly statusUpdatesMetadata: boolean;
  /** Metadata that updates of the status do not change. Defaults to none. */
  readonly preservedStatusMetadata?: readonly string[];
  /** An annotation that updates of the status do not change. */
  readonly preservedStatusAnnotation?: string;
  /** Changes an object whose status is updated, before it is validated. */
  prepareForStatusUpdate?(next: JsonObject, live: JsonObject, cluster: ClusterView): void;
  /** Changes an updated object before it is validated. Not called for the status. */
  prepareForUpdate?(
    next: JsonObject,
    live: JsonObject,
    subresource: string | undefined,
    cluster: ClusterView,
  ): void;
}

/** The behaviour of a kind in deletions. Upstream: RESTDeleteStrategy, RESTGracefulDeleteStrategy. */
export interface DeleteStrategy {
  /** A warning for deletions without a propagation policy. */
  readonly deleteWarning?: string;
  /**
   * The treatment of dependents if neither the request nor a finalizer specifies it. Defaults to
   * deleting them in the background.
   */
  readonly defaultGarbageCollection?: 'OrphanDependents' | 'Unsupported';
  /**
   * A finalizer that the server adds to all objects, and that a controller removes upstream. A
   * deletion removes it here.
   */
  readonly protectionFinalizer?: string;
  /** Whether a DELETE returns the removed object instead of a Status. Defaults to false. */
  readonly returnsDeleted?: boolean;
  /** @throws ApiError if the object must not be deleted */
  checkDelete?(object: JsonObject): void;
  /**
   * Returns the grace period of the deletion in seconds, where the request specifies `requested`.
   * Kinds without this method are removed at once.
   */
  gracePeriod?(object: JsonObject, requested: number | undefined): number;
  /** Changes an object whose deletion timestamp was just set. */
  prepareForDelete?(marked: JsonObject): void;
  /** Whether something else than metadata.finalizers delays the removal of a deleted object. */
  isHeld?(object: JsonObject): boolean;
  /** Starts the deletion of the object. The strategy then removes it. */
  startDelete?(object: JsonObject): void;
}

/** The behaviour of a kind where it differs from the generic registry. Hooks modify their object. */
export interface Strategy extends CommonStrategy, CreateStrategy, UpdateStrategy, DeleteStrategy {}
