import type { JsonObject } from '@vmgen/base/json';
import { RESOURCE_VERBS, type ResourceNames, type ResourceVerb } from './api-resource.js';
import { listAt, textAt, textsAt } from './json-fields.js';

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
