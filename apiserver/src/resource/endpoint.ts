import type { JsonObject } from '@vmgen/base/json';
import type { FieldManager } from '../managed-fields/field-manager.js';
import type { CompiledSchema, ScalePaths, FieldError } from '@vmgen/crd';
import type { ObjectMetaRules } from '@vmgen/crd/internal';
import type { ObjectStore } from '../storage/object-store.js';
import type { Revision } from '../storage/revision.js';
import type { ServedResource } from './served-resource.js';

/** What a kind may look at beside the object that it is asked about. */
export interface ClusterView {
  /** The time as metadata shows it: RFC 3339 with whole seconds. */
  now(): string;
  /**
   * An object of another kind in the version given; undefined where it is not there. Shared: must
   * not be changed.
   */
  get(kind: NamedKind, namespace: string | undefined, name: string): JsonObject | undefined;
  /** All objects of a kind, or those of one namespace, in the order of their names. */
  list(kind: NamedKind, namespace?: string): Iterable<JsonObject>;
}

/** A resource by its address: `{ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' }`. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** In what a kind differs from the generic registry. Hooks may change the object they are given. */
export interface Strategy {
  /** Defined by a CRD: bodies must name their kind, null is a value, schema errors are 422. */
  readonly isCustom: boolean;
  /** An error that several validations find is reported by each of them. */
  readonly repeatsErrors: boolean;
  readonly nameForm: NonNullable<ObjectMetaRules['name']>;
  /** The prefix of generated names must have the form of a name where an object changes, too. */
  readonly validatesNamesOnUpdate?: boolean;
  /** A PUT to an absent name creates. */
  readonly allowsCreateOnUpdate: boolean;
  /** A PUT without a resource version replaces whatever is there. */
  readonly allowsUnconditionalUpdate: boolean;
  /** `metadata.generation` is kept: 1 at first, moved by every change but metadata and status. */
  readonly tracksGeneration: boolean;
  /** Said to who deletes an object without a word on its dependents. */
  readonly deleteWarning?: string;
  /** Annotations move the generation, too. */
  readonly annotationsMoveGeneration?: boolean;
  /** What becomes of dependents where neither the request nor a finalizer says; they go by default. */
  readonly defaultGarbageCollection?: 'OrphanDependents' | 'Unsupported';
  /** The group that refusals name, where it is not the endpoint's own. */
  readonly refusedGroup?: string;
  /**
   * A finalizer that the server gives every object, and that a controller takes away: there is none
   * here, so it goes with the deletion.
   */
  readonly protectionFinalizer?: string;
  /** Called for a new object before its fields get owners and it is judged. */
  prepareForCreate?(object: JsonObject, cluster: ClusterView): void;
  /** Called for a changed object, but not for its status. */
  prepareForUpdate?(
    next: JsonObject,
    live: JsonObject,
    subresource: string | undefined,
    cluster: ClusterView,
  ): void;
  /** Rules beyond the schema. */
  validate?(
    object: JsonObject,
    live: JsonObject | undefined,
    cluster: ClusterView,
    subresource: string | undefined,
  ): FieldError[];
  /** Judges what a request to a subresource that changes a part of its object made of it. */
  validatePart?(object: JsonObject, live: JsonObject, subresource: string): FieldError[];
  /** Metadata that a request to the status does not change, where it may change the rest. */
  readonly preservedStatusMetadata?: readonly string[];
  /** What is allowed and unwise. */
  warningsOf?(object: JsonObject, live: JsonObject | undefined): string[];
  /** @throws ApiError where nobody may delete this object */
  checkDelete?(object: JsonObject): void;
  /** A DELETE answers with the object that is gone, and not with a Status. */
  readonly returnsDeleted?: boolean;
  /**
   * How many seconds an object of the kind has to end once it is deleted, where the request asks
   * for `asked`. Kinds without this are gone at once.
   */
  gracePeriod?(object: JsonObject, asked: number | undefined): number;
  /** Changes what was just marked as deleted. */
  prepareForDelete?(marked: JsonObject): void;
  /** True while more than metadata.finalizers holds an object that is being deleted. */
  isHeld?(object: JsonObject): boolean;
  /** Takes the deletion of an object over: marks it, and removes it when it is time. */
  startDelete?(object: JsonObject): void;
  /** Called after the object was stored. */
  afterWrite?(object: JsonObject): void;
}

/** One resource of one group and version, and how its objects are kept. */
export interface Endpoint {
  readonly resource: ServedResource;
  readonly store: ObjectStore;
  readonly schema: CompiledSchema;
  /** The schema of the storage version, which prunes and defaults what is stored. */
  readonly storedSchema: CompiledSchema;
  readonly fieldManager: FieldManager;
  readonly strategy: Strategy;
  readonly hasStatus: boolean;
  readonly scale: ScaleAccess | undefined;
  /** Said with every answer of a deprecated version. */
  readonly deprecationWarning: string | undefined;
  /** Said with every write where a cluster would convert the object by a webhook. */
  readonly writeWarning?: string;
  /** The version since which the endpoint shows objects by these schemas; no watch starts before. */
  readonly since: number;
  /** Aborted when a changed definition replaces the endpoint, which ends its watches. */
  readonly replaced?: AbortSignal;
  /** An object as this version shows it. Shared: must not be changed. */
  read(revision: Revision): JsonObject;
  /** An object with its fields in the order in which it is printed; shares what is in order already. */
  inOrder(object: JsonObject): JsonObject;
  /** An object of this version as it is stored. May share parts with its argument. */
  toStored(object: JsonObject): JsonObject;
  /** What field selectors see of an object; undefined for a label that is not supported. */
  field(object: JsonObject, label: string): string | undefined;
}

/** Where an object keeps what its scale subresource shows. */
export interface ScaleAccess extends ScalePaths {
  /** The selector as text, for kinds whose objects do not keep it so. */
  selectorOf?(object: JsonObject): string;
}

/** The kind as refusals of its objects name it. */
export function refusedKind({ resource, strategy }: Endpoint): { group: string; kind: string } {
  return { group: strategy.refusedGroup ?? resource.group, kind: resource.kind };
}

/** The key under which an object is stored. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
