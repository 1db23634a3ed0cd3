/** The Kubernetes version of the data, and the resources of each group and version. */
export interface BuiltInIndex {
  readonly version: string;
  /** The core group first, the others in the order of kube-apiserver's discovery. */
  readonly groupVersions: readonly BuiltInGroupVersion[];
}

/** A version of a group with its resources. */
export interface BuiltInGroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The prefix of its kinds' names in OpenAPI, such as `io.k8s.api.apps.v1`. */
  readonly package: string;
  readonly resources: readonly BuiltInResource[];
}

/** A resource as discovery shows it. */
export interface BuiltInResource {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** If absent, the eight verbs of stored objects. */
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly BuiltInSubresource[];
  /** The storageVersionHash of discovery; absent if objects are not stored. */
  readonly hash?: string;
  /** The warning in all responses, if the version of the kind is deprecated. */
  readonly deprecationWarning?: string;
  /** The storage version, if it differs from the resource's version. */
  readonly storedAs?: {
    readonly group: string;
    readonly version: string;
    /** Whether the types differ only in the packages of their parts. */
    readonly isAlike: boolean;
  };
}

/** A subresource as discovery shows it. */
interface BuiltInSubresource {
  readonly name: string;
  readonly kind: string;
  /** The group and version of the kind, if they differ from the resource's. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}
