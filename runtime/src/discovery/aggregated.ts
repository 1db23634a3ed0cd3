import { apiVersionOf } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import {
  apiResource,
  type ApiGroup,
  type ApiResource,
  type DiscoveredApi,
  type DiscoveryFailure,
} from './api-resource.js';

/** APIGroupDiscoveryList (apidiscovery.k8s.io/v2, and v2beta1, which is the same) as it is sent. */
export interface AggregatedDocument {
  readonly kind: 'APIGroupDiscoveryList';
  readonly items?: readonly WireGroup[] | null;
}

interface WireGroup {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly WireVersion[] | null;
}

interface WireVersion {
  readonly version: string;
  readonly resources?: readonly WireResource[] | null;
  readonly freshness?: string;
}

interface WireKind {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

interface WireResource {
  readonly resource: string;
  readonly responseKind?: WireKind | null;
  readonly scope?: string;
  readonly singularResource?: string;
  readonly verbs?: readonly string[] | null;
  readonly shortNames?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly subresources?: readonly WireSubresource[] | null;
}

interface WireSubresource {
  readonly subresource: string;
  readonly responseKind?: WireKind | null;
  readonly verbs?: readonly string[] | null;
}

/** The one document that has all groups (client-go: discovery/aggregated_discovery.go). */
export function readAggregated(document: AggregatedDocument): DiscoveredApi {
  const failures: DiscoveryFailure[] = [];
  const groups = (document.items ?? []).map(({ metadata, versions }): ApiGroup => {
    const group = metadata?.name ?? '';
    return {
      name: group,
      versions: (versions ?? []).map(({ version, resources, freshness }) => {
        if (freshness === 'Stale') failures.push(staleness(group, version));
        return {
          version,
          resources: (resources ?? []).flatMap((each) => resourceOf(each, group, version)),
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

function resourceOf(wire: WireResource, group: string, version: string): ApiResource[] {
  const kind = wire.responseKind?.kind ?? '';
  const resource = apiResource({
    group,
    version,
    kind,
    plural: wire.resource,
    singular: wire.singularResource || kind.toLowerCase(),
    namespaced: wire.scope === 'Namespaced',
    verbs: wire.verbs ?? [],
    shortNames: wire.shortNames ?? [],
    categories: wire.categories ?? [],
    subresources: (wire.subresources ?? []).map(({ subresource, responseKind, verbs }) => ({
      name: subresource,
      ...kindOf(responseKind, group, version),
      verbs: verbs ?? [],
    })),
  });
  return resource === undefined ? [] : [resource];
}

/** Built-in kinds name group and version only where they are not their resource's. */
function kindOf(
  wire: WireKind | null | undefined,
  group: string,
  version: string,
): { group: string; version: string; kind: string } {
  const kind = wire?.kind ?? '';
  return wire?.version
    ? { group: wire.group ?? '', version: wire.version, kind }
    : { group, version, kind };
}
