import type { ServedResource } from '../resource/served-resource.js';
import type { ApiGroup, ApiVersion } from './group-resources.js';

/**
 * Returns all resources of `groups` in one document (apidiscovery.k8s.io/v2 APIGroupDiscoveryList).
 */
export function aggregatedDocument(groups: readonly ApiGroup[]): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map((group) => ({
      metadata: group.name === '' ? {} : { name: group.name },
      versions: group.versions.map(versionEntry),
    })),
  };
}

function versionEntry(version: ApiVersion): object {
  return {
    version: version.version,
    resources: version.resources.map(resourceEntry),
    freshness: 'Current',
  };
}

function resourceEntry(resource: ServedResource): object {
  return {
    resource: resource.plural,
    responseKind: responseKind(resource, resource),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(resource.subresources.length === 0
      ? {}
      : {
          subresources: resource.subresources.map((subresource) => ({
            subresource: subresource.name,
            responseKind: responseKind(resource, subresource),
            verbs: subresource.verbs,
          })),
        }),
  };
}

/** Built-in kinds show their group and version only if they differ from the resource's. */
function responseKind(
  resource: ServedResource,
  answer: { readonly group: string; readonly version: string; readonly kind: string },
): object {
  const own = answer.group === resource.group && answer.version === resource.version;
  return own && !resource.isCustom
    ? { group: '', version: '', kind: answer.kind }
    : { group: answer.group, version: answer.version, kind: answer.kind };
}
