import type { JsonObject } from '@vmgen/base/json';
import { listAt, textAt, textsAt } from '../../text/json-fields.js';

/** The request and response type of a path. */
export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The verbs of a path, as discovery names them. */
const RESOURCE_VERBS = [
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

/** A subresource path of an object. */
export interface ApiSubresource {
  /** Such as `scale`. */
  readonly name: string;
  /** The kind of the request and response, which may be in another group. */
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<ResourceVerb>;
}

/** A resource as an API server serves it. */
export interface ApiResource extends GroupVersionKind {
  readonly plural: string;
  /** The information that only discovery contains; undefined without it. */
  readonly names: ResourceNames | undefined;
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<ResourceVerb>;
  readonly subresources: readonly ApiSubresource[];
}

/** The names of a resource in addition to its plural. */
interface ResourceNames {
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

/** Reads resources from discovery documents, by `GROUP/VERSION/PLURAL`. */
export type ServedNames = ReadonlyMap<
  string,
  { readonly names: ResourceNames; readonly verbs: ReadonlySet<ResourceVerb> }
>;

const isVerb = (word: string): word is ResourceVerb => RESOURCE_VERBS.some((verb) => verb === word);

/** Reads objects of kind APIResourceList, as `/apis/GROUP/VERSION` has them. */
export function readDiscovery(lists: readonly JsonObject[]): ServedNames {
  return new Map(
    lists.flatMap((list) =>
      listAt(list, 'resources').map((resource) => [
        `${textAt(list, 'groupVersion')}/${textAt(resource, 'name')}`,
        {
          names: {
            singular: textAt(resource, 'singularName'),
            shortNames: textsAt(resource, 'shortNames'),
            categories: textsAt(resource, 'categories'),
          },
          verbs: new Set(textsAt(resource, 'verbs').filter(isVerb)),
        },
      ]),
    ),
  );
}
