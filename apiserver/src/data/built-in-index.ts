import { readFileSync } from 'node:fs';

/** Which version of Kubernetes the data tell of, and what each group and version of it serves. */
export interface BuiltInIndex {
  readonly version: string;
  /** The core group first, the others in the order in which the real server lists them. */
  readonly groupVersions: readonly BuiltInGroupVersion[];
}

/** A version of a group with all that it serves. */
export interface BuiltInGroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** What stands before the names of its kinds in OpenAPI, such as `io.k8s.api.apps.v1`. */
  readonly package: string;
  readonly resources: readonly BuiltInResource[];
}

/** A resource as discovery shows it. */
export interface BuiltInResource {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Absent: all eight of an object that is stored. */
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly BuiltInSubresource[];
  /** The storageVersionHash of discovery; absent where nothing is stored. */
  readonly hash?: string;
  /** The version in which objects are stored, where it is not the resource's own. */
  readonly storedAs?: {
    readonly group: string;
    readonly version: string;
    /** The two types differ in nothing but the package of what they are made of. */
    readonly isAlike: boolean;
  };
}

/** A subresource as discovery shows it. */
interface BuiltInSubresource {
  readonly name: string;
  readonly kind: string;
  /** The group and version of the kind, where they are not the resource's. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** Reads what the built-in groups serve (hack/distill-built-ins.mjs). */
export function loadBuiltInIndex(): BuiltInIndex {
  const file = new URL('../../data/built-in.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltInIndex;
}
