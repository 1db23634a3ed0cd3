import type { CustomResourceColumnDefinition, JSONSchemaProps } from '@vmgen/crd';

/** A subresource of a served resource, such as `status` or `scale`. */
export interface ServedSubresource {
  /** The name in paths: `status`. */
  readonly name: string;
  /**
   * The kind in its requests and responses: the resource's kind, or another one such as `Scale`.
   */
  readonly kind: string;
  /** The group of {@link kind}; empty for the core group. */
  readonly group: string;
  /** The version of {@link kind}. */
  readonly version: string;
  /** The supported verbs, such as `get`, `patch` and `update`. */
  readonly verbs: readonly string[];
  /** The name of a built-in kind in OpenAPI documents. */
  readonly component?: string;
}

/** A resource of one group and version, with everything that discovery, OpenAPI and tables need. */
export interface ServedResource {
  /** Whether a CRD defines it. */
  readonly isCustom: boolean;
  /** Empty for the core group. */
  readonly group: string;
  /** The API version: `v1`. */
  readonly version: string;
  /** The kind of its objects: `Pod`. */
  readonly kind: string;
  /** The kind of its lists: `PodList`. */
  readonly listKind: string;
  /** The name in paths: `pods`. */
  readonly plural: string;
  /** The singular name for kubectl: `pod`. */
  readonly singular: string;
  /** Short names for kubectl: `po`. */
  readonly shortNames: readonly string[];
  /** Groups of resources for kubectl: `all`. */
  readonly categories: readonly string[];
  /** Whether its objects belong to namespaces. */
  readonly namespaced: boolean;
  /** The supported verbs, such as `get`, `list` and `watch`. */
  readonly verbs: readonly string[];
  /** The served subresources. */
  readonly subresources: readonly ServedSubresource[];
  /** The name of a built-in kind in OpenAPI documents: `io.k8s.api.core.v1.Pod`. */
  readonly component?: string;
  /**
   * The schema of the whole object; undefined if it is unknown, so that all fields are retained.
   */
  readonly schema?: JSONSchemaProps;
  /** The columns after NAME. Defaults to AGE. */
  readonly columns?: readonly CustomResourceColumnDefinition[];
  /** JSON paths that field selectors can use, beside `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Identifies the group, storage version and kind in discovery. */
  readonly storageVersionHash?: string;
}

/** Returns an apiVersion as kube-apiserver reads it: `/v1` is `v1`, of the group without a name. */
export function canonicalApiVersion(apiVersion: string): string {
  return apiVersion.lastIndexOf('/') === 0 ? apiVersion.slice(1) : apiVersion;
}

/** `GROUP/VERSION`, or `VERSION` for the core group. */
export function groupVersionOf(resource: {
  readonly group: string;
  readonly version: string;
}): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}
