import { apiVersionOf } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Mapping } from '../meta/is-mapping.js';
import {
  apiResource,
  type ApiGroup,
  type ApiResource,
  type DiscoveredApi,
  type DiscoveryFailure,
} from './api-resource.js';
import { fieldOf, mappingsIn, textIn, textsIn } from './wire.js';

/**
 * The one document that has all groups (client-go: discovery/aggregated_discovery.go): an
 * APIGroupDiscoveryList of apidiscovery.k8s.io/v2, or v2beta1, which is the same.
 */
export function readAggregated(document: Mapping): DiscoveredApi {
  const failures: DiscoveryFailure[] = [];
  const groups = mappingsIn(document['items']).map(({ metadata, versions }): ApiGroup => {
    const group = textIn(fieldOf(metadata, 'name'));
    return {
      name: group,
      versions: mappingsIn(versions).map((wire) => {
        const version = textIn(wire['version']);
        if (wire['freshness'] === 'Stale') failures.push(staleness(group, version));
        return {
          version,
          resources: mappingsIn(wire['resources']).flatMap((each) =>
            resourceOf(each, group, version),
          ),
        };
      }),
    };
  });
  return { groups, failures };
}

function staleness(group: string, version: string): DiscoveryFailure {
  const error = new VmgenError(
    'ERR_VMGEN_ANSWER',
    `the API server cannot reach the server of ${apiVersionOf({ group, version })}: what it says ` +
      'of it is out of date; see its APIService',
  );
  return { group, version, error };
}

function resourceOf(wire: Mapping, group: string, version: string): ApiResource[] {
  const kind = textIn(fieldOf(wire['responseKind'], 'kind'));
  const resource = apiResource({
    group,
    version,
    kind,
    plural: textIn(wire['resource']),
    singular: textIn(wire['singularResource']) || kind.toLowerCase(),
    scope: wire['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: textsIn(wire['verbs']),
    shortNames: textsIn(wire['shortNames']),
    categories: textsIn(wire['categories']),
    subresources: mappingsIn(wire['subresources']).map(({ subresource, responseKind, verbs }) => ({
      name: textIn(subresource),
      ...kindOf(responseKind, group, version),
      verbs: textsIn(verbs),
    })),
  });
  return resource === undefined ? [] : [resource];
}

/** Built-in kinds name group and version only where they are not their resource's. */
function kindOf(
  wire: unknown,
  group: string,
  version: string,
): { group: string; version: string; kind: string } {
  const kind = textIn(fieldOf(wire, 'kind'));
  const own = textIn(fieldOf(wire, 'version'));
  return own === ''
    ? { group, version, kind }
    : { group: textIn(fieldOf(wire, 'group')), version: own, kind };
}
