import type { ServedResource } from '../resource/served-resource.js';
import { storageVersionHash } from '../resource/storage-version-hash.js';

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** Returns a custom resource for tests, with overrides of its defaults. */
export function customResource(overrides: Partial<ServedResource> = {}): ServedResource {
  const group = overrides.group ?? 't.example.com';
  const version = overrides.version ?? 'v1';
  const kind = overrides.kind ?? 'Widget';
  return {
    isCustom: true,
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs,
    subresources: [],
    selectableFields: [],
    storageVersionHash: storageVersionHash(group, version, kind),
    ...overrides,
  };
}

export const namespaces: ServedResource = customResource({
  isCustom: false,
  component: 'io.k8s.api.core.v1.Namespace',
  group: '',
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
});

export const statusOf = (resource: ServedResource): ServedResource['subresources'] => [
  {
    name: 'status',
    kind: resource.kind,
    group: resource.group,
    version: resource.version,
    verbs: ['get', 'patch', 'update'],
  },
];
