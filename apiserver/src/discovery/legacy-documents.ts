import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { ApiGroup, ApiVersion } from './group-resources.js';

/** `/api` (meta/v1 APIVersions), without the server's address, which is unknown here. */
export function apiVersionsDocument(): object {
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
}

/** `/apis` (meta/v1 APIGroupList). */
export function apiGroupListDocument(groups: readonly ApiGroup[]): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupEntry) };
}

/** `/apis/GROUP` (meta/v1 APIGroup). */
export function apiGroupDocument(group: ApiGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

/** `/api/v1` and `/apis/GROUP/VERSION` (meta/v1 APIResourceList). */
export function apiResourceListDocument(group: string, version: ApiVersion): object {
  return {
    kind: 'APIResourceList',
    // kube-apiserver omits this only for the core group.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersionOf({ group, version: version.version }),
    resources: version.resources.flatMap(resourceEntries),
  };
}

function groupEntry(group: ApiGroup): object {
  const versions = group.versions.map(({ version }) => ({
    groupVersion: `${group.name}/${version}`,
    version,
  }));
  return { name: group.name, versions, preferredVersion: versions[0] };
}

function resourceEntries(resource: ServedResource): object[] {
  const own = {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(resource.storageVersionHash === undefined
      ? {}
      : { storageVersionHash: resource.storageVersionHash }),
  };
  const subresources = resource.subresources.map((subresource) => ({
    name: `${resource.plural}/${subresource.name}`,
    singularName: '',
    namespaced: resource.namespaced,
    // Only a kind of another group or version specifies them.
    ...(subresource.group === resource.group && subresource.version === resource.version
      ? {}
      : { group: subresource.group, version: subresource.version }),
    kind: subresource.kind,
    verbs: subresource.verbs,
  }));
  return [own, ...subresources];
}
