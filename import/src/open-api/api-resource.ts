/** The type of what a path takes and gives. */
export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What can be asked of a path, in the words of discovery. */
export const RESOURCE_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const;

export type ResourceVerb = (typeof RESOURCE_VERBS)[number];

/** A path below that of an object. */
export interface ApiSubresource {
  /** Such as `scale`. */
  readonly name: string;
  /** Of what is sent and comes back, which may be of another group. */
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<ResourceVerb>;
}

/** A resource as an API server serves it. */
export interface ApiResource extends GroupVersionKind {
  readonly plural: string;
  /** What discovery says beside the paths; undefined without it. */
  readonly names: ResourceNames | undefined;
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<ResourceVerb>;
  readonly subresources: readonly ApiSubresource[];
}

/** The names that a resource has beside its plural. */
export interface ResourceNames {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** `apps/v1`, and of the core group `v1`. */
export function groupVersionOf({ group, version }: Omit<GroupVersionKind, 'kind'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** A kind in one text. */
export const keyOf = (kind: GroupVersionKind): string => `${groupVersionOf(kind)}/${kind.kind}`;
