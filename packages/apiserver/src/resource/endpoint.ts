import type { DuplicateKeys, JsonObject } from '@vmgen/base/json';
import type { FieldManager } from '../managed-fields/field-manager.js';
import type { CompiledSchema, ScalePaths } from '@vmgen/crd';
import type { ObjectStore } from '../storage/object-store.js';
import { waitFor, type Steps } from '../request/steps.js';
import type { Revision } from '../storage/revision.js';
import type { ServedResource } from './served-resource.js';
import type { Strategy } from './strategy.js';

/** How the bodies of a resource's requests are decoded. */
export interface Conventions {
  /** Whether a body can omit its apiVersion and kind, or be null. The items of lists then omit them. */
  readonly infersType: boolean;
  /** Whether strategic merge patches are supported. */
  readonly supportsStrategicMerge: boolean;
}

/** A resource of one group and version, with the storage and behaviour of its objects. */
export interface Endpoint {
  readonly resource: ServedResource;
  readonly store: ObjectStore;
  readonly schema: CompiledSchema;
  /**
   * Decodes an object of a built-in kind, in place, and returns the messages of field validation.
   * Custom resources are pruned.
   */
  readonly decode?: (object: JsonObject, duplicates?: DuplicateKeys) => string[];
  /** Returns the schema of any version of a custom resource. */
  readonly schemaOf?: (version: string) => CompiledSchema;
  /** The schema of the storage version, which prunes and defaults stored objects. */
  readonly storedSchema: CompiledSchema;
  readonly fieldManager: FieldManager;
  readonly strategy: Strategy;
  readonly conventions: Conventions;
  readonly hasStatus: boolean;
  readonly scale: ScaleAccess | undefined;
  /** A warning in all responses of a deprecated version. */
  readonly deprecationWarning: string | undefined;
  /** The conversion of a custom resource; undefined for kinds whose reads and writes wait for nothing. */
  readonly conversion?: EndpointConversion;
  /** The resource version since which these schemas are in use. Watches cannot start before it. */
  readonly since: number;
  /** Aborted when a changed definition replaces the endpoint. Its watches then end. */
  readonly replaced?: AbortSignal;
  /**
   * Returns an object in this version. It is shared: do not modify it. If there is a
   * {@link conversion}, it must have loaded the revision.
   */
  read(revision: Revision): JsonObject;
  /**
   * Converts an object of this version to the storage version. The result may share parts. If there is a
   * {@link conversion}, use it instead.
   */
  toStored(object: JsonObject): JsonObject;
  /** Returns the value of a field label; undefined if the label is not supported. */
  field(object: JsonObject, label: string): string | undefined;
  /** Returns the message for a field label that is not supported. */
  unknownField(label: string): string;
}

/** Converts the objects of an endpoint by a webhook, or by a conversion in this process. */
export interface EndpointConversion {
  /**
   * Returns a revision with its object in this version. It waits only for revisions in another version
   * that are not cached.
   *
   * @throws ApiError 500
   */
  readonly load: (revision: Revision) => Revision | Promise<Revision>;
  /** As {@link load}, without the cache, as kube-apiserver reads a single object. */
  readonly loadAgain: (revision: Revision) => Promise<Revision>;
  /**
   * Converts an object of this version to the storage version; undefined if this is the storage version.
   *
   * @throws ApiError 500
   */
  readonly toStored: (object: JsonObject) => Promise<JsonObject> | undefined;
  /**
   * Converts an object of this version to another version of the kind, without pruning.
   *
   * @throws ApiError 500
   */
  readonly convert: (object: JsonObject, version: string) => Promise<JsonObject>;
  /**
   * Returns the endpoint of the version in which an object is stored, for controllers. Its objects remain
   * in that version.
   */
  readonly unconverted: (object: JsonObject) => Endpoint;
}

/**
 * Returns a stored object in the version of the endpoint. Waits only if the object is converted.
 *
 * @throws ApiError 500
 */
export function* readStored(endpoint: Endpoint, revision: Revision): Steps<JsonObject> {
  const loaded = endpoint.conversion?.load(revision) ?? revision;
  return endpoint.read(loaded instanceof Promise ? yield* waitFor(loaded) : loaded);
}

/** The fields of an object that its scale subresource shows. */
export interface ScaleAccess extends ScalePaths {
  /** Returns the selector as text, for kinds whose objects do not contain it as text. */
  selectorOf?(object: JsonObject): string;
}

/** Returns the group and kind in errors. */
export function refusedKind({ resource, strategy }: Endpoint): { group: string; kind: string } {
  return { group: strategy.refusedGroup ?? resource.group, kind: resource.kind };
}

/** Returns the key under which an object is stored. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
