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
import { fieldOf, mappingsOf, stringOf, stringsOf } from './wire.js';

/**
 * Converts the aggregated document of all groups (client-go: discovery/aggregated_discovery.go): an
 * APIGroupDiscoveryList of apidiscovery.k8s.io/v2, or of v2beta1, which has the same format.
 */
export function readAggregated(document: Mapping): DiscoveredApi {
  const failures: DiscoveryFailure[] = [];
  const groups = mappingsOf(document['items']).map(({ metadata, versions }): ApiGroup => {
    const group = stringOf(fieldOf(metadata, 'name'));
    return {
      name: group,
      versions: mappingsOf(versions).map((wire) => {
        const version = stringOf(wire['version']);
        if (wire['freshness'] === 'Stale') failures.push(staleness(group, version));
        return {
          version,
          resources: mappingsOf(wire['resources']).flatMap((each) =>
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
    `the API server cannot reach the server of ${apiVersionOf({ group, version })}; its resources ` +
      'may be outdated; check its APIService',
  );
  return { group, version, error };
}

function resourceOf(wire: Mapping, group: string, version: string): ApiResource[] {
  const kind = stringOf(fieldOf(wire['responseKind'], 'kind'));
  const resource = apiResource({
    group,
    version,
    kind,
    plural: stringOf(wire['resource']),
    singular: stringOf(wire['singularResource']) || kind.toLowerCase(),
    scope: wire['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: stringsOf(wire['verbs']),
    shortNames: stringsOf(wire['shortNames']),
    categories: stringsOf(wire['categories']),
    subresources: mappingsOf(wire['subresources']).map(({ subresource, responseKind, verbs }) => ({
      name: stringOf(subresource),
      ...kindOf(responseKind, group, version),
      verbs: stringsOf(verbs),
    })),
  });
  return resource === undefined ? [] : [resource];
}

/** Built-in kinds contain group and version only if they differ from those of the resource. */
function kindOf(
  wire: unknown,
  group: string,
  version: string,
): { group: string; version: string; kind: string } {
  const kind = stringOf(fieldOf(wire, 'kind'));
  const own = stringOf(fieldOf(wire, 'version'));
  return own === ''
    ? { group, version, kind }
    : { group: stringOf(fieldOf(wire, 'group')), version: own, kind };
}
