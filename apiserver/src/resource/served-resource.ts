import type { CustomResourceColumnDefinition, JSONSchemaProps } from '@vmgen/crd';

/** A subresource of a served resource, such as `status` or `scale`. */
export interface ServedSubresource {
  readonly name: string;
  /** What its requests and answers carry: the resource's own kind, or `Scale`. */
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
  /** The kind's name in OpenAPI documents, where it is built in. */
  readonly component?: string;
}

/**
 * What one group and version of the API serves under one plural name: all that discovery, OpenAPI
 * and tables need to know of it.
 */
export interface ServedResource {
  /** Defined by a CRD. */
  readonly isCustom: boolean;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  /** The name in OpenAPI documents of a kind that is built in: `io.k8s.api.core.v1.Pod`. */
  readonly component?: string;
  /** The whole object's schema; undefined when it is not known (everything is kept). */
  readonly schema?: JSONSchemaProps;
  /** The columns after NAME; undefined means the default: AGE. */
  readonly columns?: readonly CustomResourceColumnDefinition[];
  /** JSON paths that field selectors may use beside `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Identifies group, storage version and kind, as discovery shows it. */
  readonly storageVersionHash?: string;
}

/** `GROUP/VERSION`, or `VERSION` for the core group. */
export function groupVersionOf(resource: {
  readonly group: string;
  readonly version: string;
}): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}
